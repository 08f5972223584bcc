import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobRecordTests {
    let services = Steps.Services()

    @Test func `a record reads back as it was written`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        _ = try await job.run()
        let record = job.record
        #expect(try JobRecord(jsonData: record.json.data(pretty: true)) == record)
    }

    @Test func `a record holds no null so that it fits into a property list`() async throws {
        let job = try Job(Steps(count: 3, weight: nil), services: services)
        _ = try await job.run()
        #expect(!job.record.json.text().contains("null"))
        let object = try JSONSerialization.jsonObject(with: job.record.json.data())
        #expect(PropertyListSerialization.propertyList(object, isValidFor: .xml))
    }

    @Test(arguments: JobStatus.allCases)
    func `a restored job is paused or as it had ended`(status: JobStatus) throws {
        var record = try Job(Steps(count: 3), services: services).record
        record.status = status
        let restored = try Job<Steps>(restoring: record) { Steps.Services() }
        #expect(restored.status == (status.isFinished ? status : .paused))
    }

    @Test func `a record that succeeded delivers its output again without working`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        _ = try await job.run()
        let restored = try Job<Steps>(restoring: job.record) { services }
        #expect(restored.status == .succeeded)
        #expect(restored.anyOutput == nil, "nothing is built before somebody asks")
        #expect(throws: JobError.alreadyFinished(.succeeded)) { try restored.start() }
        async let another = restored.output
        let outputs = try await [restored.output, another]
        #expect(outputs == [3, 3])
        #expect(services.bodies.value == 2, "built once for both")
        #expect(services.steps.elements == [0, 1, 2])
        #expect(restored.anyOutput as? Int == 3)
    }

    @Test func `an output that cannot be rebuilt is tried again when somebody asks again`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        _ = try await job.run()
        let isBroken = Level(true)
        let services = services
        let restored = try Job<Steps>(restoring: job.record) {
            if isBroken.value { throw Broken() }
            return services
        }
        await #expect(throws: Broken.self) { try await restored.output }
        #expect(restored.status == .succeeded)
        isBroken.send(false)
        #expect(try await restored.output == 3)
    }

    @Test func `an output is not rebuilt by asking a server`() async throws {
        let finished = Errand.Services(answer: Level("done"))
        let job = try Job(Errand(), services: finished)
        _ = try await job.run()
        var json = try #require(job.record.json.object)
        json["serverJobIDs"] = nil
        let restored = try Job<Errand>(restoring: JobRecord(json: .object(json))) { finished }
        await #expect(throws: JobError.needsServer(kind: Errand.kind)) { try await restored.output }
    }

    @Test func `a record that failed has its failure and can be retried`() async throws {
        let isBroken = Level(true)
        var broken = services
        broken.trouble = { _ in if isBroken.value { throw Broken() } }
        let job = try Job(Steps(count: 3), services: broken)
        await #expect(throws: Broken.self) { try await job.run() }
        let restored = try Job<Steps>(restoring: JobRecord(json: job.record.json)) { [broken] in broken }
        #expect(restored.status == .failed)
        await #expect(throws: JobFailure(Broken())) { try await restored.output }
        #expect(services.bodies.value == 1, "nothing was tried again")
        #expect(restored.messages == job.messages)
        isBroken.send(false)
        try restored.retry()
        #expect(try await restored.output == 3)
    }

    @Test func `a record that was cancelled stays cancelled`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        try await job.cancelAndWait()
        let restored = try Job<Steps>(restoring: job.record) { services }
        #expect(restored.status == .canceled)
        #expect(throws: JobError.alreadyFinished(.canceled)) { try restored.retry() }
        await #expect(throws: CancellationError.self) { try await restored.output }
    }

    @Test func `a record from a newer version is refused as that`() throws {
        var json = try Job(Steps(count: 3), services: services).record.json.object!
        json["cairnJob"] = 99
        #expect(throws: JobError.newerFormat(found: 99, supported: 1)) { try JobRecord(json: .object(json)) }
    }

    @Test(arguments: ["", "{", "[]", "{}", "{\"cairnJob\":1}", "{\"cairnJob\":1,\"id\":\"x\"}", "\u{0}"])
    func `what is no record is refused as unreadable`(text: String) {
        #expect { try JobRecord(jsonData: Data(text.utf8)) } throws: {
            if case JobError.unreadable = $0 { true } else { false }
        }
    }

    @Test func `a record cut at any byte is refused and never traps`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        _ = try await job.run()
        let data = job.record.json.data()
        for length in 0..<data.count {
            #expect(throws: JobError.self) { try JobRecord(jsonData: data.prefix(length)) }
        }
    }

    @Test func `a checkpoint of another shape is refused when restoring`() throws {
        var record = try Job(Steps(count: 3), services: services).record
        record.node.checkpoint = ["done": "three"]
        #expect(throws: JobError.self) { try Job<Steps>(restoring: record) { Steps.Services() } }
    }

    @Test func `an unregistered kind is named`() throws {
        let record = try Job(Steps(count: 3), services: services).record
        #expect(throws: JobError.unknownKind("test.steps")) { try JobKinds().restore(record) }
    }

    @Test func `the steps keep the contract of work`() async throws {
        try await JobWorkContract<Steps> { (Steps(count: 5), Steps.Services()) }.verify()
    }
}
