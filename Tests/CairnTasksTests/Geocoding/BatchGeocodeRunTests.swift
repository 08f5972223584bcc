import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BatchGeocodeRunTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func work(
        _ csv: String, _ format: BatchGeocodeWork.Format = .csv, batchSize: Int? = nil
    ) throws -> BatchGeocodeWork {
        let input = folder.appending(path: "\(UUID()).csv")
        try Data(csv.utf8).write(to: input)
        return BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: input.appendingPathExtension("out"), format: format,
            locator: .file(folder), batchSize: batchSize)
    }

    private func run(_ work: BatchGeocodeWork, _ locator: LocatorTask) async throws -> BatchGeocodeWork.Summary {
        try await Job(work, services: GeocodingServices { _ in locator }).run()
    }

    private func output(of work: BatchGeocodeWork) throws -> [[String]] {
        let reader = try CSVReader(work.output)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        return rows
    }

    @Test(arguments: [nil, Int.max, Int.min] as [Int?]) func `however large a batch may be, it is read in parts`(size: Int?)
        async throws
    {
        let backend = ScriptedLocator(
            info: LocatorInfo(name: "", suggestedBatchSize: 1_000_000_000_000_000_000, maximumBatchSize: .max))
        let rows = size == .min ? 20 : 25_000
        let work = try work("query\n" + String(repeating: "x\n", count: rows), batchSize: size)
        #expect(try await run(work, LocatorTask(backend: backend)).matched == rows)
        #expect(backend.batches.elements.max() ?? 0 <= 10_000)
    }

    @Test func `rows of a megabyte are few to a batch`() async throws {
        let backend = ScriptedLocator()
        let row = "x,\(String(repeating: "y", count: 500_000))\n"
        let work = try work("query,note\n" + String(repeating: row, count: 40))
        #expect(try await run(work, LocatorTask(backend: backend)).matched == 40)
        #expect(backend.batches.elements.max() ?? 0 < 20)
    }

    @Test func `a table is not unmatched because its service answers with nothing`() async throws {
        let locator = StubbedLocator().task
        let work = try work("query\nx\n")
        await #expect {
            try await run(work, locator)
        } throws: {
            isRefusal($0, of: "geocodeAddresses", saying: "it has no locations")
        }
        #expect(!FileManager.default.fileExists(atPath: work.output.path))
    }

    @Test func `columns of a stored table that no row has are empty`() async throws {
        var work = try work("query\nx\n")
        work.table.columns = ["Address": [-1, 0, .max, .min], "City": [-7]]
        let asked = Log<GeocodeQuery>()
        var backend = ScriptedLocator()
        let good = backend.answer
        backend.answer = { records in
            for record in records { asked.append(record.query) }
            return good(records)
        }
        _ = try await run(work, LocatorTask(backend: backend))
        #expect(asked.elements == [.fields(["Address": "x"])])
    }

    @Test func `a place or a score that is no number is written as none`() async throws {
        var backend = ScriptedLocator()
        backend.answer = { records in
            records.map {
                let place = MapPoint(x: .infinity, y: 2)
                return GeocodeMatch(id: $0.id, status: .matched, result: GeocodeResult(label: "A", location: place, score: .nan))
            }
        }
        let locator = LocatorTask(backend: backend)
        let table = try work("query\nx\n")
        _ = try await run(table, locator)
        #expect(try output(of: table).last == ["x", "M", "0", "A", "", "", ""])
        let features = try work("query\nx\n", .geoJSON)
        _ = try await run(features, locator)
        let feature = try JSONValue(parsing: Data(contentsOf: features.output))["features"]?[0]
        #expect(feature?["geometry"] == .null && feature?["properties"]?["Score"]?.double == 0)
    }

    /// A job that is begun, and whose rows a disk has no room for while that is so.
    private func started(
        _ work: BatchGeocodeWork, _ backend: ScriptedLocator, _ clock: ManualClock, while isFull: Level<Bool>
    ) throws -> Job<BatchGeocodeWork> {
        let locator = LocatorTask(backend: backend)
        let configuration = JobConfiguration(clock: clock, random: { 0 })
        let job = try Job(work, services: GeocodingServices { _ in locator }, configuration: configuration)
        try DiskTrouble.withReason({ isFull.value && $0.hasSuffix(".partial") ? ENOSPC : nil }) { try job.start() }
        return job
    }

    @Test(arguments: [BatchGeocodeWork.Format.csv, .geoJSON])
    func `a batch that a full disk has no room for is kept, and not asked for again`(format: BatchGeocodeWork.Format) async throws
    {
        let (clock, isFull, backend) = (ManualClock(), Level(true), ScriptedLocator())
        let (table, plain) = (try work("query\nx\ny\nz\n", format, batchSize: 2), ScriptedLocator())
        let job = try started(table, backend, clock, while: isFull)
        for isLast in [false, true] {
            await clock.sleepers(atLeast: 1)
            if isLast { isFull.send(false) }
            clock.advanceToNextDeadline()
        }
        #expect(try await job.output.matched == 3 && backend.batches.elements == [2, 1])
        let undisturbed = try work("query\nx\ny\nz\n", format, batchSize: 2)
        _ = try await run(undisturbed, LocatorTask(backend: plain))
        #expect(try Data(contentsOf: table.output) == Data(contentsOf: undisturbed.output))
    }

    @Test func `a disk that stays full ends the job, which has asked once, and goes on when there is room`() async throws {
        let (clock, isFull, backend) = (ManualClock(), Level(true), ScriptedLocator())
        let job = try started(work("query\nx\ny\nz\n", batchSize: 2), backend, clock, while: isFull)
        while !job.status.isFinished, clock.now.offset < .seconds(2000) {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(job.status == .failed && clock.now.offset <= .seconds(600) && backend.batches.elements == [2])
        #expect(job.record.failure?.isRetryable == true && job.record.failure?.message.contains("Make room") == true)
        isFull.send(false)
        try job.retry()
        #expect(try await job.output.matched == 3)
    }
}
