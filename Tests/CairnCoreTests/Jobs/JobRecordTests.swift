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

    @Test(arguments: [JobStatus.notStarted, .started, .paused, .canceling])
    func `whatever it was a restored job is paused`(status: JobStatus) throws {
        var record = try Job(Steps(count: 3), services: services).record
        record.status = status
        #expect(try Job<Steps>(restoring: record) { Steps.Services() }.status == .paused)
    }

    @Test func `a record that succeeded delivers its output again without working`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        _ = try await job.run()
        let restored = try Job<Steps>(restoring: job.record) { services }
        #expect(restored.status == .paused)
        #expect(try await restored.run() == 3)
        #expect(services.steps.elements == [0, 1, 2])
    }

    @Test func `a record that failed delivers its failure again`() async throws {
        var broken = services
        broken.trouble = { _ in throw Broken() }
        let job = try Job(Steps(count: 3), services: broken)
        await #expect(throws: Broken.self) { try await job.run() }
        let restored = try Job<Steps>(restoring: JobRecord(json: job.record.json)) { services }
        await #expect(throws: JobFailure(Broken())) { try await restored.run() }
        #expect(services.bodies.value == 1, "nothing was tried again")
        #expect(restored.messages == job.messages)
    }

    @Test func `a record that was cancelled is cancelled again`() async throws {
        let job = try Job(Steps(count: 3), services: services)
        try await job.cancel()
        let restored = try Job<Steps>(restoring: job.record) { services }
        await #expect(throws: CancellationError.self) { try await restored.run() }
        #expect(restored.status == .canceled)
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
