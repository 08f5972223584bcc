import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct JobClassesTests {
    let gate = Gate()

    init() {
        let services = gate
        AGSJob.kinds.register(CountingSheep.self) { services }
        AGSJob.kinds.register(CountingGoats.self) { services }
        AGSJob.kinds.register(CountingCrows.self) { services }
        AGSJob.register(SheepJob.self)
        AGSJob.register(GoatsJob.self)
    }

    private func sheep(_ name: String = "sheep") throws -> SheepJob {
        SheepJob(try Job(CountingSheep(name: name), services: gate))
    }

    private func dictionary(_ work: some CountingWork) throws -> [String: Any] {
        try #require(try AGSJob(try Job(work, services: gate)).toJSON() as? [String: Any])
    }

    // MARK: - Typed results

    @Test func `a job shows its own types, and as AGSJob the same objects as any values`() async throws {
        let job = try sheep()
        let anyJob: AGSJob = job
        #expect(job.result == nil && anyJob.result == nil)
        #expect(job.parameters?.name == "sheep" && anyJob.parameters as? SheepParameters === job.parameters)
        gate.open()
        let flock: Flock = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(flock.count == 3)
        #expect(job.result === flock)
        #expect(anyJob.result as? Flock === flock)
        #expect(anyJob.jobType == .geoprocessingJob && anyJob.serverJobID == "server-sheep")
    }

    @Test func `the completion of a start as AGSJob gets the same object as that of a typed one`() async throws {
        let job = try sheep()
        let anyJob: AGSJob = job
        let flocks = Level<[ObjectIdentifier?]>([])
        job.start(statusHandler: nil) { (flock: Flock?, _) in flocks.send(flocks.value + [flock.map(ObjectIdentifier.init)]) }
        anyJob.start(statusHandler: nil) { flock, _ in flocks.send(flocks.value + [(flock as? Flock).map(ObjectIdentifier.init)])
        }
        gate.open()
        while flocks.value.count < 2 { await Task.yield() }
        #expect(Set(flocks.value) == [job.result.map(ObjectIdentifier.init)] && job.result != nil)
    }

    /// As old code writes it: the closure's types are found from the subclass.
    @Test func `trailing closures of a typed start need no types`() async throws {
        let job = try sheep()
        gate.open()
        let count: Int = await withCheckedContinuation { continuation in
            job.start(statusHandler: { status in _ = status == .succeeded }) { result, error in
                continuation.resume(returning: error == nil ? result?.count ?? -1 : -2)
            }
        }
        #expect(count == 3)
    }

    @Test func `a job of no class has its output for a result, no parameters and no type`() async throws {
        let job = AGSJob(try Job(CountingCrows(), services: gate))
        gate.open()
        let result: Any = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(result as? Int == 3 && job.result as? Int == 3)
        #expect(job.parameters == nil && job.jobType == .unknown && job.unknownJSON == nil && job.unsupportedJSON == nil)
    }

    @Test func `a job that has failed has no result, and its typed completion gets the error`() async throws {
        let job = try sheep()
        let waiting = Task {
            await gate.waiting(for: 1); job.progress.cancel()
        }
        await #expect { let _: Flock = try await answer { job.start(statusHandler: nil, completion: $0) } } throws: {
            ($0 as NSError).domain == NSCocoaErrorDomain && ($0 as NSError).code == NSUserCancelledError
        }
        await waiting.value
        #expect(job.result == nil && job.status == .failed && (job.error as NSError?)?.code == NSUserCancelledError)
    }

    // MARK: - Classes of kinds

    @Test func `AGSJob reads a job of each kind as its class`() throws {
        #expect(try AGSJob.fromJSON(dictionary(CountingSheep())) is SheepJob)
        #expect(try AGSJob.fromJSON(dictionary(CountingGoats())) is GoatsJob)
        let crows = try AGSJob.fromJSON(dictionary(CountingCrows()))
        #expect(type(of: crows) == AGSJob.self)
    }

    @Test func `a class reads jobs of its own kind, and refuses others with a word of both`() throws {
        let read = try SheepJob.fromJSON(dictionary(CountingSheep())) as? SheepJob
        #expect(read?.parameters?.name == "sheep" && read?.status == .paused)
        for foreign in [try dictionary(CountingGoats()), try dictionary(CountingCrows())] {
            #expect { try SheepJob.fromJSON(foreign) } throws: { error in
                let error = error as NSError
                return error.domain == AGSErrorDomain && error.code == AGSErrorCode.commonInvalidJSON.rawValue
                    && error.localizedDescription.contains("SheepJob") && error.localizedDescription.contains("\"test.")
            }
        }
    }

    @Test func `a class that no kind has named reads jobs of kinds without a class`() throws {
        #expect(try SomebodysJob.fromJSON(dictionary(CountingCrows())) is SomebodysJob)
        #expect(throws: (any Error).self) { try SomebodysJob.fromJSON(dictionary(CountingSheep())) }
        AGSJob.register(SomebodysJob.self)
        #expect(!(try AGSJob.fromJSON(dictionary(CountingCrows())) is SomebodysJob))
    }

    @Test func `a generic reader of old code gets the class that it asks for`() throws {
        func read<Value: AGSJSONSerializable>(_ type: Value.Type, _ json: Any) throws -> Value? {
            try type.fromJSON(json) as? Value
        }
        #expect(try read(SheepJob.self, dictionary(CountingSheep())) != nil)
        #expect(try read(AGSJob.self, dictionary(CountingSheep())) is SheepJob)
    }

    @Test func `the library's own kinds are known without being registered`() throws {
        for kind in ["cairn.nothing", ""] {
            var json = try dictionary(CountingSheep())
            json["kind"] = kind
            #expect { try AGSJob.fromJSON(json) } throws: { ($0 as NSError).localizedDescription.contains("\"\(kind)\"") }
        }
        let work = FeatureExportWork(
            source: .geodatabase(URL(filePath: "/nowhere.gpkg"), table: "a"), output: URL(filePath: "/nowhere.json"),
            format: .geoJSON)
        let export = try Job(work, services: FeatureServices { _ in throw CancellationError() })
        let json = try AGSJob(export).toJSON()
        #expect((try AGSJob.fromJSON(json) as? AGSJob)?.job.kind == FeatureExportWork.kind)
    }

    @Test func `what a dictionary holds beyond a job is kept apart`() throws {
        var json = try dictionary(CountingSheep())
        json["mood"] = ["good": true, "since": [1, 2]] as [String: Any]
        let job = try #require(try AGSJob.fromJSON(json) as? SheepJob)
        let mood = try #require(job.unknownJSON?["mood"] as? [String: Any])
        #expect(job.unknownJSON?.count == 1 && mood["good"] as? Bool == true && mood["since"] as? [Int] == [1, 2])
        #expect((try job.toJSON() as? [String: Any])?["mood"] == nil)
    }

    // MARK: - Property lists

    private func reread(_ json: Any, as format: PropertyListSerialization.PropertyListFormat) throws -> Any {
        let data = try PropertyListSerialization.data(fromPropertyList: json, format: format, options: 0)
        return try PropertyListSerialization.propertyList(from: data, format: nil)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a job under way goes through a property list and on from there`(
        format: PropertyListSerialization.PropertyListFormat
    ) async throws {
        let name = "Ovis & <aries> \"ü\" 羊 🐑 \u{1}\u{0} line\r\nbreak "
        let first = try sheep(name)
        first.start(statusHandler: nil) { (_: Any?, _) in }
        await gate.waiting(for: 1)
        gate.openOnce()
        await gate.waiting(for: 1)
        first.progress.pause()
        while first.status != .paused { await Task.yield() }
        let json = try reread(first.toJSON(), as: format)
        #expect(
            try JSONValue(encoding: first.job.storedRecord?.id) == JSONValue(encoding: (AGSJob.fromJSON(json) as? AGSJob)?.job.id)
        )
        let second = try #require(try AGSJob.fromJSON(json) as? SheepJob)
        #expect(second.parameters?.name == name && second.serverJobID == "server-\(name)" && second.status == .paused)
        #expect(second.messages.map(\.message) == first.messages.map(\.message) && second.messages.count == 1)
        gate.open()
        let flock: Flock = try await answer { second.start(statusHandler: nil, completion: $0) }
        #expect(flock.count == 3 && second.messages.count == 3)
        first.progress.cancel()
    }

    @Test func `a job goes through the defaults of an app`() async throws {
        let suite = "cairn.tests.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let first = try sheep("dolly")
        // As the toolkit's JobManager keeps them.
        defaults.set(["job": try first.toJSON()], forKey: "jobs")
        defaults.synchronize()
        let kept = try #require(UserDefaults(suiteName: suite)?.dictionary(forKey: "jobs")?["job"])
        let second = try #require(try AGSJob.fromJSON(kept) as? SheepJob)
        #expect(second.parameters?.name == "dolly" && second.job.id == first.job.id)
        gate.open()
        let flock: Flock = try await answer { second.start(statusHandler: nil, completion: $0) }
        #expect(flock.count == 3)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `numbers of a dictionary survive a property list`(format: PropertyListSerialization.PropertyListFormat) throws {
        let work: [String: Any] = [
            "small": 1, "large": Int.max, "least": Int.min, "tenth": 0.1, "tiny": 2.5e-308, "huge": 1.7e308, "yes": true,
        ]
        var json = try dictionary(CountingSheep())
        json["strange"] = work
        let job = try #require(try AGSJob.fromJSON(reread(json, as: format)) as? AGSJob)
        let read = try #require(job.unknownJSON?["strange"] as? [String: Any])
        #expect(read["small"] as? Int == 1 && read["large"] as? Int == Int.max && read["least"] as? Int == Int.min)
        #expect(read["tenth"] as? Double == 0.1 && read["tiny"] as? Double == 2.5e-308 && read["huge"] as? Double == 1.7e308)
        #expect(read["yes"] as? Bool == true)
    }

    // MARK: - Commands

    @Test func `progress pauses a job, lets it go on and cancels it`() async throws {
        let job = try sheep()
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await gate.waiting(for: 1)
        #expect(job.progress === job.progress)
        job.progress.pause()
        while job.status != .paused { await Task.yield() }
        job.progress.resume()
        while job.status != .started { await Task.yield() }
        job.progress.cancel()
        while job.status != .failed { await Task.yield() }
        #expect(job.progress.isCancelled)
    }

    @Test func `cancel says what the server did not cancel, and the job has failed all the same`() async throws {
        let job = try sheep("stubborn")
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await gate.waiting(for: 1)
        await #expect { try await done { job.cancel(completion: $0) } } throws: {
            ($0 as NSError).localizedDescription.contains("server-stubborn")
        }
        #expect(job.status == .failed && (job.error as NSError?)?.code == NSUserCancelledError)
    }

    @Test func `cancel of a job that has ended says so, the old way returns false`() async throws {
        let job = try sheep()
        #expect(!oldWay(job).pause())
        gate.open()
        let _: Flock = try await answer { job.start(statusHandler: nil, completion: $0) }
        await #expect { try await done { job.cancel(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonIllegalState.rawValue
        }
        #expect(!oldWay(job).cancel() && job.status == .succeeded)
    }

    @Test func `a check of the status is answered on main, whatever the job does`() async throws {
        let job = try sheep()
        try await done { job.checkStatus(completion: $0) }
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await gate.waiting(for: 1)
        try await done { completion in
            job.checkStatus { error in
                #expect(CallbackQueue.isMain)
                completion(error)
            }
        }
        job.progress.cancel()
        while job.status != .failed { await Task.yield() }
        try await done { job.checkStatus(completion: $0) }
    }

    @Test func `a typed result is made on its way to whoever gets it first, from any thread, once`() async throws {
        let job = try sheep()
        gate.open()
        let _: Flock = try await answer { job.start(statusHandler: nil, completion: $0) }
        let shared = Carried(job)
        let flocks = await withTaskGroup(of: ObjectIdentifier?.self) { group in
            for _ in 0..<16 { group.addTask { shared.value.result.map(ObjectIdentifier.init) } }
            return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
        }
        #expect(flocks.count == 1 && !flocks.contains(nil))
    }
}
