import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// Networks built of a real town and of a generated land, opened, and asked; each way beside one by plain Dijkstra.
enum RoutingBenchmark {
    private static let pairs = 10_000

    static func run() async throws -> [Measurement] {
        let roads = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/data/roads")
            .standardizedFileURL
        guard FileManager.default.fileExists(atPath: roads.path) else {
            print("skipped: data/roads is not beside this checkout")
            return []
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-routing-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tables = [roads.appending(path: "porto/nodes.csv").path, roads.appending(path: "porto/edges.csv").path]
        var measurements = try measure("porto", tables, in: folder, bound: Bound())
        let map = roads.appending(path: "porto.osm.pbf").path
        measurements += try measure("porto.osm", [map], in: folder, bound: Bound(factor: 2))
        measurements += try measureBuilding(map, in: folder)
        measurements += try measureLand(in: folder)
        return measurements
    }

    private struct Bound {
        var factor = 1.0
        var hierarchy: Double { 1.0 * factor }
        var query: Double { 15 * factor }
        var path: Double { 20 * factor }
    }

    private static func measure(_ name: String, _ source: [String], in folder: URL, bound: Bound) throws -> [Measurement] {
        let file = folder.appending(path: "\(name).network").path
        let built: Built = try Self.built(["--build-roads", file, "all"] + source)
        var measurements: [Measurement] = []
        for (index, kind) in TravelKind.allCases.enumerated() {
            let asked: Asked = try Self.asked(["--ask-roads", file, "\(kind.rawValue)", "\(pairs)"])
            let title = "\(name), \(kind.name)"
            measurements += [
                Measurement(
                    "\(title): hierarchy built", built.seconds[index], unit: "s", peer: "≤ \(bound.hierarchy) s",
                    atMost: bound.hierarchy),
                Measurement(
                    "\(title): a way's cost", asked.query * 1e6, unit: "µs",
                    peer: String(
                        format: "≤ %.0f µs, 1/100 of Dijkstra: %.0f ×, %.0f settled", bound.query, asked.dijkstra / asked.query,
                        asked.settled),
                    atMost: bound.query, where: asked.dijkstra >= 100 * asked.query),
                Measurement(
                    "\(title): a way with its roads", asked.path * 1e6, unit: "µs", peer: String(format: "≤ %.0f µs", bound.path),
                    atMost: bound.path),
                Measurement("\(title): opened", asked.opening * 1e3, unit: "ms", peer: "≤ 5 ms", atMost: 5),
                Measurement("\(title): resident", asked.resident / 1e6, unit: "MB", peer: "≤ 40 MB", atMost: 40),
                Measurement("\(title): 100 × 100 costs", asked.small * 1e3, unit: "ms", peer: "≤ 10 ms", atMost: 10),
                Measurement("\(title): 1000 × 1000 costs", asked.large, unit: "s", peer: "≤ 0.5 s", atMost: 0.5),
                Measurement("\(title): all within 15 minutes", asked.reach * 1e3, unit: "ms", peer: "≤ 20 ms", atMost: 20),
                Measurement(
                    "\(title): the area within 15 minutes", asked.area * 1e3, unit: "ms", peer: "≤ 100 ms", atMost: 100),
                Measurement(
                    name: "\(title): places matched to roads", value: asked.matching, unit: "/s", peer: "≥ 300,000 /s",
                    isWithinBound: asked.matching >= 300_000),
            ]
        }
        return measurements
    }

    private static func measureBuilding(_ map: String, in folder: URL) throws -> [Measurement] {
        try [("0", "one kind of travel", 4.0), ("all", "three", 10)].flatMap { kinds, title, bound in
            let built: Built = try Self.built(["--build-roads", folder.appending(path: "built.network").path, kinds, map])
            return [
                Measurement("porto.osm.pbf built, \(title)", built.total, unit: "s", peer: "≤ \(bound) s", atMost: bound),
                Measurement("the most memory of that", built.peak / 1e6, unit: "MB", peer: "≤ 300 MB", atMost: 300),
            ]
        }
    }

    private static func measureLand(in folder: URL) throws -> [Measurement] {
        let (nodes, edges) = (folder.appending(path: "nodes.csv"), folder.appending(path: "edges.csv"))
        try GeneratedLand(side: 1000).write(nodes: nodes, edges: edges)
        let file = folder.appending(path: "land.network").path
        let built: Built = try Self.built(["--build-roads", file, "0", nodes.path, edges.path])
        let asked: Asked = try Self.asked(["--ask-roads", file, "0", "2000"])
        return [
            Measurement("1,000,000 junctions built", built.total, unit: "s", peer: "≤ 60 s", atMost: 60),
            Measurement("the most memory of that", built.peak / 1e6, unit: "MB", peer: "", atMost: .infinity),
            Measurement(
                "a way's cost there", asked.query * 1e6, unit: "µs",
                peer: String(format: "≤ 60 µs; Dijkstra: %.0f ×, %.0f settled", asked.dijkstra / asked.query, asked.settled),
                atMost: 60),
        ]
    }

    // MARK: - Children

    private struct Built {
        let total: Double
        let peak: Double
        let seconds: [Double]
    }

    private struct Asked {
        let numbers: [Double]
        var opening: Double { numbers[0] }
        var query: Double { numbers[1] }
        var path: Double { numbers[2] }
        var dijkstra: Double { numbers[3] }
        var settled: Double { numbers[4] }
        var small: Double { numbers[5] }
        var large: Double { numbers[6] }
        var reach: Double { numbers[7] }
        var matching: Double { numbers[8] }
        var resident: Double { numbers[9] }
        var area: Double { numbers[10] }
    }

    private static func numbers(_ arguments: [String], _ count: Int) throws -> [Double] {
        let child = try ChildProcess(arguments)
        let numbers = try child.line().split(separator: " ").compactMap { Double($0) }
        child.end()
        guard numbers.count >= count else { throw CocoaError(.fileReadCorruptFile) }
        return numbers
    }

    private static func built(_ arguments: [String]) throws -> Built {
        let numbers = try numbers(arguments, 3)
        return Built(total: numbers[0], peak: numbers[1], seconds: Array(numbers[2...]))
    }

    private static func asked(_ arguments: [String]) throws -> Asked { Asked(numbers: try numbers(arguments, 11)) }

    /// What a child process does; false if this is none.
    static func runAsChild() async throws -> Bool {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4 else { return false }
        let file = URL(filePath: arguments[1])
        switch arguments[0] {
        case "--build-roads": print(try await build(file, arguments[2], arguments[3...].map { URL(filePath: $0) }))
        case "--ask-roads":
            guard let kind = UInt8(arguments[2]).flatMap(TravelKind.init), let pairs = Int(arguments[3]) else { return false }
            print(try await ask(file, kind, pairs))
        default: return false
        }
        fflush(nil)
        return true
    }

    private static func build(_ file: URL, _ kinds: String, _ source: [URL]) async throws -> String {
        var builder = RoadNetworkBuilder(name: "Benchmark")
        if let kind = UInt8(kinds).flatMap(TravelKind.init) { builder.kinds = [kind] }
        var report: RoadNetworkBuilder.Report?
        let time = try await seconds {
            report = try await builder.build(
                source.count == 1 ? .openStreetMap(source[0]) : .tables(nodes: source[0], edges: source[1]), to: file)
        }
        return ([time, Double(Memory.peak ?? 0)] + (report?.hierarchySeconds ?? [])).map { "\($0)" }.joined(separator: " ")
    }

    private static func ask(_ file: URL, _ kind: TravelKind, _ count: Int) async throws -> String {
        var image: NetworkImage?
        let opening = try seconds { image = try NetworkImage(file) }
        guard let image else { throw CocoaError(.fileReadUnknown) }
        let network = try image.network(kind)
        var random = SystemRandomNumberGenerator()
        func junctions(_ count: Int) -> [UInt32] {
            (0..<count).map { _ in UInt32.random(in: 0..<UInt32(network.junctionCount), using: &random) }
        }
        let (starts, ends) = (junctions(count), junctions(count))
        var settled = 0
        for (start, end) in zip(starts, ends) { settled += try network.probe(from: start, to: end).settledCount }
        let query =
            try seconds { for (start, end) in zip(starts, ends) { _ = try network.probe(from: start, to: end) } } / Double(count)
        let path =
            try seconds { for (start, end) in zip(starts, ends) { _ = try network.roads(from: start, to: end) } } / Double(count)
        // Before what is only compared with needs any.
        let resident = Memory.resident ?? 0
        let dijkstra = try dijkstra(network, Array(zip(starts, ends).prefix(100)))
        let small = (junctions(100), junctions(100))
        let large = (junctions(1000), junctions(1000))
        let times = [small, large].map { pair in seconds { _ = network.costs(from: pair.0, to: pair.1) } }
        let limit: UInt32 = kind == .drivingDistance ? 1_500_000 : 900_000
        let reach = starts.prefix(50).map { start in seconds { _ = network.countStates(within: limit, of: start) } }.max() ?? 0
        let places = try matchable(image, network, &random)
        let area = try await areas(file, kind, try starts.prefix(20).map { try image.position(ofJunction: $0) })
        let matching = try seconds { for place in places { _ = try image.distance(to: place, within: 1000) } }
        return
            ([
                opening, query, path, dijkstra, Double(settled) / Double(count), times[0], times[1], reach,
                Double(places.count) / matching,
                Double(resident), area,
            ] as [Double]).map { "\($0)" }.joined(separator: " ")
    }

    /// How long areas take, with all that is drawn, on the average.
    private static func areas(_ file: URL, _ kind: TravelKind, _ places: [Position]) async throws -> Double {
        let task = ServiceAreaTask(fileURL: file)
        var parameters = try await task.makeDefaultParameters()
        parameters.travelMode = task.info?.travelModes.first { $0.name == kind.name }
        parameters.defaultImpedanceCutoffs = [15]
        var time = 0.0
        for place in places {
            parameters.facilities = [ServiceAreaFacility(point: MapPoint(latitude: place.y, longitude: place.x))]
            let question = parameters
            time += try await seconds { _ = try await task.solveServiceArea(using: question) }
        }
        return time / Double(places.count)
    }

    private static func dijkstra(_ network: TravelNetwork, _ pairs: [(UInt32, UInt32)]) throws -> Double {
        var plain = PlainDijkstra(network)
        return try seconds {
            for (start, end) in pairs {
                let (found, expected) = (try network.probe(from: start, to: end).cost, plain.cost(from: start, to: end))
                precondition(
                    found == expected, "\(start) to \(end): \(found.map(String.init) ?? "no way"), and by Dijkstra another")
            }
        } / Double(pairs.count)
    }

    /// Places up to some fifty metres from junctions.
    private static func matchable(
        _ image: NetworkImage, _ network: TravelNetwork, _ random: inout SystemRandomNumberGenerator
    ) throws -> [Position] {
        try (0..<100_000).map { _ in
            let junction = try image.position(ofJunction: UInt32.random(in: 0..<UInt32(network.junctionCount), using: &random))
            return Position(
                x: junction.x + Double.random(in: -5e-4...5e-4, using: &random),
                y: junction.y + Double.random(in: -5e-4...5e-4, using: &random))
        }
    }
}
