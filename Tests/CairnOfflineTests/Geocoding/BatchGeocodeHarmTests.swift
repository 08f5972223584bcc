import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a job must not destroy, and what must not change under it.
@Suite(.timeLimit(.minutes(10)))
struct BatchGeocodeHarmTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let locator: BuiltLocator
    let work: BatchGeocodeWork

    init() throws {
        locator = try BuiltLocator(Town.addresses, Town.ranges)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let input = folder.appending(path: "in.csv")
        try Data("id,street\n\((1...20).map { "\($0),12 North Main Street\n" }.joined())".utf8).write(to: input)
        work = BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: folder.appending(path: "out.csv"), format: .csv,
            locator: .file(locator.url), batchSize: 1)
    }

    private var partial: URL { URL(filePath: work.output.path + ".partial") }

    private func services(_ observe: @escaping @Sendable (Int) throws -> Void = { _ in }) -> GeocodingServices {
        let task = LocatorTask(backend: ObservedLocator(LocatorFile(locator.url), observe))
        return GeocodingServices { _ in task }
    }

    /// A job that was paused in the middle, as its record.
    private func pausedRecord() async throws -> JobRecord {
        let box = Level<Job<BatchGeocodeWork>?>(nil)
        let job = try Job(
            work, services: services { if $0 == 5 { box.value?.pause() } },
            configuration: JobConfiguration(store: MemoryJobStore()))
        box.send(job)
        try job.start()
        for await status in job.statuses where status == .paused { break }
        try await job.settle()
        box.send(nil)
        return job.record
    }

    @Test(arguments: ["my own notes\n", "id,street\n1,mine\n"])
    func `a file of others that has the name of what is half-written is kept, and the job refused`(text: String) async throws {
        try Data(text.utf8).write(to: partial)
        let job = try Job(work, services: services(), configuration: JobConfiguration(store: MemoryJobStore()))
        await #expect { try await job.run() } throws: { $0.localizedDescription.contains("is not what this job has begun") }
        try await job.removeFromStore()
        #expect(try String(contentsOf: partial, encoding: .utf8) == text)
        #expect(!FileManager.default.fileExists(atPath: work.output.path))
    }

    @Test(arguments: [true, false])
    func `a link of that name leads to nobody's file`(isSymbolic: Bool) async throws {
        let victim = folder.appending(path: "victim")
        try Data().write(to: victim)
        if isSymbolic {
            try FileManager.default.createSymbolicLink(at: partial, withDestinationURL: victim)
        } else {
            try FileManager.default.linkItem(at: victim, to: partial)
        }
        let job = try Job(work, services: services())
        await #expect { try await job.run() } throws: { $0.localizedDescription.contains("is not what this job has begun") }
        #expect(try Data(contentsOf: victim).isEmpty)
    }

    @Test func `what a job before it has left is taken over`() async throws {
        try Data("id,street,Status,Score,Match_addr".utf8).write(to: partial)
        #expect(try await Job(work, services: services()).run().rows == 20)
    }

    @Test(arguments: [true, false])
    func `a table that changes under a running job is told of, and nothing is made of it`(isShorter: Bool) async throws {
        let (input, whole) = (work.table.url, try Data(contentsOf: work.table.url))
        let job = try Job(
            work,
            services: services { count in
                guard count == 5 else { return }
                let file = try FileHandle(forUpdating: input)
                if isShorter { try file.truncate(atOffset: 60) } else { try file.write(contentsOf: whole.reversed() + [10]) }
            })
        await #expect { try await job.run() } throws: { "\($0)".contains("has changed") }
        #expect(!FileManager.default.fileExists(atPath: work.output.path))
    }

    @Test func `the rows of one output come from one locator`() async throws {
        let record = try await pausedRecord()
        let other = try BuiltLocator(Town.addresses)
        try FileManager.default.removeItem(at: locator.url)
        try FileManager.default.copyItem(at: other.url, to: locator.url)
        let job = try Job<BatchGeocodeWork>(restoring: record) { services() }
        await #expect { try await job.run() } throws: { "\($0)".contains("from one locator") }
    }

    @Test(arguments: [
        ["summary", "rows"], ["summary", "matched"], ["summary", "unmatched"], ["summary", "malformed"], ["line"],
        ["inputOffset"],
        ["outputLength"], ["finalLength"],
    ])
    func `numbers of a record that cannot be are refused`(path: [String]) async throws {
        let record = try await pausedRecord()
        for number in [Int.max, Int.min, -1, 1_000_000] {
            var json = record.json
            json.set(.integer(number), at: ["checkpoint"] + path)
            let job = try Job<BatchGeocodeWork>(restoring: JobRecord(json: json)) { services() }
            await #expect(throws: (any Error).self) { try await job.run() }
            #expect(!FileManager.default.fileExists(atPath: work.output.path))
        }
    }
}

extension JSONValue {
    fileprivate mutating func set(_ value: JSONValue, at path: [String]) {
        guard let first = path.first, case .object(var members) = self else {
            self = value
            return
        }
        var member = members[first] ?? .null
        member.set(value, at: Array(path.dropFirst()))
        members[first] = member
        self = .object(members)
    }
}

/// A locator that tells how often it has been asked, before it answers.
private final class ObservedLocator: LocatorBackend {
    private let file: LocatorFile
    private let observe: @Sendable (Int) throws -> Void
    private let count = Level(0)

    init(_ file: LocatorFile, _ observe: @escaping @Sendable (Int) throws -> Void) {
        (self.file, self.observe) = (file, observe)
    }

    @concurrent func loadInfo() async throws -> LocatorInfo { try await file.loadInfo() }
    @concurrent func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        try await file.geocode(query, parameters)
    }
    @concurrent func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] {
        try await file.suggest(text, parameters)
    }
    @concurrent func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] { try await file.reverseGeocode(location, parameters) }
    @concurrent func geocode(_ records: [GeocodeRecord], _ parameters: GeocodeParameters) async throws -> [GeocodeMatch] {
        count.send(count.value + 1)
        try observe(count.value)
        return try await file.geocode(records, parameters)
    }
}
