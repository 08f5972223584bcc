import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BatchGeocodeWorkTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let locator: BuiltLocator

    init() throws {
        locator = try BuiltLocator(Town.addresses, Town.ranges)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var services: GeocodingServices {
        let task = locator.task
        return GeocodingServices { _ in task }
    }

    private func work(
        _ csv: String, _ format: BatchGeocodeWork.Format = .csv, batchSize: Int = 2
    ) throws -> BatchGeocodeWork {
        let name = UUID().uuidString
        let input = folder.appending(path: "\(name).csv")
        try Data(csv.utf8).write(to: input)
        return BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: folder.appending(path: "\(name).out"), format: format,
            locator: .file(locator.url), batchSize: batchSize)
    }

    private static let rows = #"""
        id,street,city,note
        1,12 North Main Street,Springfield,"a, ""b"""
        2,nowhere,Nowhere,x
        3,150 Elm Road,Springfield,é
        4,12 South Main St,Springfield,
        5,5 Fifth Ave,Shelbyville,

        """#

    @Test func `rows come out in input order with their columns and results`() async throws {
        let work = try work(Self.rows)
        let summary = try await Job(work, services: services).run()
        #expect(summary.rows == 5 && summary.matched == 4 && summary.unmatched == 1)
        let reader = try CSVReader(work.output)
        #expect(try reader.next()?.fields.suffix(6) == ["Status", "Score", "Match_addr", "Addr_type", "X", "Y"])
        let first = try #require(try reader.next()?.fields)
        #expect(first.prefix(4) == ["1", "12 North Main Street", "Springfield", "a, \"b\""])
        #expect(first[4] == "M" && first[7] == "PointAddress" && first[8] == "-89.65")
        #expect(try reader.next()?.fields.suffix(6) == ["U", "0", "", "", "", ""])
    }

    @Test func `GeoJSON holds every row, unmatched ones without a place`() async throws {
        let work = try work(Self.rows, .geoJSON)
        _ = try await Job(work, services: services).run()
        let features = try #require(try JSONValue(parsing: Data(contentsOf: work.output))["features"]?.array)
        #expect(features.count == 5)
        #expect(features[0]["geometry"]?["coordinates"]?[0]?.double == -89.65)
        #expect(features[1]["geometry"] == .null)
        #expect(features[2]["properties"]?["note"]?.string == "é")
    }

    @Test(arguments: [BatchGeocodeWork.Format.csv, .geoJSON])
    func `stopped at any checkpoint the output is the same byte for byte`(format: BatchGeocodeWork.Format) async throws {
        let reference = try work(Self.rows, format)
        _ = try await Job(reference, services: services).run()
        let expected = try Data(contentsOf: reference.output)
        let outputs = Level<[URL]>([])
        try await JobWorkContract<BatchGeocodeWork> {
            let work = try work(Self.rows, format, batchSize: 1)
            outputs.send(outputs.value + [work.output])
            return (work, services)
        }.verify()
        #expect(outputs.value.count > 5)
        // The last was made to be cancelled.
        for output in outputs.value.dropLast() { #expect(try Data(contentsOf: output) == expected) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".partial") }
        #expect(left.isEmpty)
    }

    @Test func `malformed rows are kept, unmatched, and named`() async throws {
        let work = try work("id,street\n1,12 N Main St\n2\n3,5 Fifth Ave,extra\n4,150 Elm Rd\n")
        let job = try Job(work, services: services)
        let summary = try await job.run()
        #expect(summary.rows == 4 && summary.malformed == 2 && summary.matched == 2)
        #expect(job.messages.map(\.text).contains { $0.hasPrefix("\(work.table.url.path):3: 1 fields") })
        let reader = try CSVReader(work.output)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        #expect(rows.map(\.count) == [8, 8, 8, 8, 8])
    }

    @Test func `a table of a header alone gives an empty result`() async throws {
        let work = try work("id,street\n", .geoJSON)
        #expect(try await Job(work, services: services).run().rows == 0)
        #expect(try JSONValue(parsing: Data(contentsOf: work.output))["features"]?.array?.isEmpty == true)
    }

    @Test func `an input that changes under a paused job is refused`() async throws {
        let work = try work(Self.rows, batchSize: 1)
        let store = MemoryJobStore()
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        try job.start()
        for await progress in job.progressUpdates where progress > 0 { break }
        job.pause()
        try await job.settle()
        try Data((Self.rows + "6,x,y,z\n").utf8).write(to: work.table.url)
        guard job.record.checkpoint?["finalLength"] == nil else { return }
        await #expect { try await job.run() } throws: { "\($0)".contains("has changed") }
    }

    @Test func `a cancelled job leaves no output and no partial file`() async throws {
        let work = try work(Self.rows)
        let job = try Job(work, services: GeocodingServices { _ in LocatorTask(backend: NeverLocator()) })
        try job.start()
        try await job.cancelAndWait()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".out") }.isEmpty)
    }

    @Test func `a missing locator fails and says which`() async throws {
        let work = try work(Self.rows)
        let services = GeocodingServices { _ in LocatorTask(fileURL: URL(filePath: "/none.locator")) }
        await #expect(throws: LocatorError.notFound(path: "/none.locator")) { try await Job(work, services: services).run() }
    }

    @Test func `tables without an address column are refused with their columns`() throws {
        #expect { try work("a,b\n1,2\n") } throws: { "\($0)".contains("a, b") }
    }

    @Test func `the work reads back from its record`() throws {
        let job = try Job(try work(Self.rows), services: services)
        let record = try JobRecord(json: JSONValue(parsing: job.record.json.data()))
        #expect(try Job<BatchGeocodeWork>(restoring: record) { services }.work.table == job.work.table)
    }
}

/// Waits until it is cancelled.
private struct NeverLocator: LocatorBackend {
    @concurrent func loadInfo() async throws -> LocatorInfo {
        try await Gate().pass()
        return LocatorInfo(name: "")
    }
    @concurrent func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] { [] }
    @concurrent func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] { [] }
    @concurrent func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] { [] }
    @concurrent func geocode(_ records: [GeocodeRecord], _ parameters: GeocodeParameters) async throws -> [GeocodeMatch] { [] }
}
