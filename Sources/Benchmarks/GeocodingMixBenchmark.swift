import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// Questions of all classes of `.ci/geocoding`, which are made anew, on one locator of all tables.
enum GeocodingMixBenchmark {
    private static let generator = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../.ci/geocoding/generate"
    ).standardizedFileURL

    @concurrent
    static func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let queries = try queries(folder) else {
            print("skipped: .ci/geocoding wants Python, and the tables beside this checkout")
            return []
        }
        let tables = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "tables"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
        let file = folder.appending(path: "all.locator")
        _ = try LocatorBuilder(name: "all").build(tables.map { try LocatorTable(detecting: $0) }, to: file)
        let locator = LocatorTask(fileURL: file)
        try await locator.load()
        return try await singly(queries, locator) + (try await exact(tables, locator)) + (try await table(queries, file, folder))
    }

    private static func queries(_ folder: URL) throws -> [JSONValue]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", generator.path, "--seed", "7", "--count", "60", folder.path]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        let lines = try String(contentsOf: folder.appending(path: "queries.jsonl"), encoding: .utf8).split(separator: "\n")
        var numbers = RepeatableNumbers(seed: 3)
        return try lines.map { try JSONValue(parsing: $0.utf8) }.filter { $0["operation"]?.string == "geocode" }.shuffled(
            using: &numbers)
    }

    private static func parameters(_ query: JSONValue) -> GeocodeParameters {
        var parameters = GeocodeParameters()
        parameters.maxResults = 10
        let given = query["parameters"]
        parameters.countryCode = (given?["countryCode"]?.array ?? []).compactMap(\.string).joined(separator: ",")
        parameters.categories = (given?["categories"]?.array ?? []).compactMap(\.string)
        if let area = given?["searchArea"]?.array?.compactMap(\.double), area.count == 4 {
            parameters.searchArea = Envelope(xMin: area[0], yMin: area[1], xMax: area[2], yMax: area[3], spatialReference: .wgs84)
        }
        if let near = given?["near"]?.array?.compactMap(\.double), near.count == 2 {
            parameters.preferredSearchLocation = MapPoint(latitude: near[1], longitude: near[0])
        }
        return parameters
    }

    private static func singly(_ queries: [JSONValue], _ locator: LocatorTask) async throws -> [Measurement] {
        let asked = queries.map { (text: $0["query"]?.string ?? "", parameters: parameters($0)) }
        var times: [Double] = []
        // The first round reads the file.
        for round in 0..<2 {
            times = []
            for (text, parameters) in asked {
                times.append(try await seconds { _ = try await locator.geocode(forSearchText: text, using: parameters) })
            }
            if round == 0 { times = [] }
        }
        times.sort()
        return [
            .rate("questions of all kinds, one after the other", Double(times.count) / times.reduce(0, +), atLeast: 10_000),
            Measurement("  99 of 100 within", times[times.count * 99 / 100] * 1000, unit: "ms", peer: "≤ 1 ms", atMost: 1),
            Measurement("  all within", times[times.count - 1] * 1000, unit: "ms", peer: "≤ 5 ms", atMost: 5),
        ]
    }

    private static func exact(_ tables: [URL], _ locator: LocatorTask) async throws -> [Measurement] {
        var texts: [String] = []
        for table in tables where table.lastPathComponent.contains("baltimore") || table.lastPathComponent.contains("nyc") {
            let reader = try CSVReader(table)
            let header = try reader.next()?.fields ?? []
            while let row = try reader.next()?.fields {
                let fields = Dictionary(zip(header, row)) { first, _ in first }
                guard let number = fields["number"], let street = fields["street"], !number.isEmpty, !street.isEmpty else {
                    continue
                }
                texts.append(
                    ["\(number) \(street)", fields["city"] ?? "", fields["postcode"] ?? ""].filter { !$0.isEmpty }.joined(
                        separator: ", "))
            }
        }
        var numbers = RepeatableNumbers(seed: 4)
        texts.shuffle(using: &numbers)
        var time = Double.infinity
        for _ in 0..<3 {
            time = min(time, try await seconds { for text in texts { _ = try await locator.geocode(forSearchText: text) } })
        }
        return [.rate("exact addresses", Double(texts.count) / time, atLeast: 50_000)]
    }

    /// From file to file, as a job with its checkpoints.
    private static func table(_ queries: [JSONValue], _ file: URL, _ folder: URL) async throws -> [Measurement] {
        let lines = queries.compactMap { $0["query"]?.string }.filter {
            !$0.contains("\n") && !$0.contains("\r") && !$0.contains("\0") && $0.count < 200
        }
        let input = folder.appending(path: "mix.csv")
        let text = (0..<5).flatMap { _ in lines }.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: "\n")
        try Data(("SingleLine\n" + text + "\n").utf8).write(to: input)
        let job = try LocatorTask(fileURL: file).makeBatchGeocodeJob(
            table: AddressTable(detecting: input), output: folder.appending(path: "mix.geojson"), format: .geoJSON)
        var rows = 0
        let time = try await seconds { rows = try await job.run().rows }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return [.rate("a table of them, to GeoJSON, with \(cores) cores", Double(rows) / time, atLeast: 5000 * Double(cores))]
    }
}
