import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// No number of a record surprises anybody.
struct JobRecordNumbersTests {
    static let absurd: [JSONValue] = [
        1e300, -1e300, 1e-300, -1, -0.0, .decimal(Decimal(UInt64.max) + 1),
        .integer(.max), .integer(.min), true, "x", .null, [], [:],
    ]
    static let members = [
        "cairnJob", "created", "ended", "submitted", "version", "progress", "revision", "outageSeconds", "fraction", "weight",
        "children.part.fraction",
        "children.part.weight", "messages[0].timestamp",
    ]

    private func record() throws -> JobRecord {
        var record = try Job(Steps(count: 3), services: Steps.Services()).record
        record.messages = [JobMessage("Hello.")]
        record.node.outageSeconds = 1
        record.node.submitted = Date(timeIntervalSince1970: 1_800_000_000)
        record.node.version = 1
        record.ended = Date(timeIntervalSince1970: 1_800_000_001)
        var part = JobNode(kind: Steps.kind, work: ["count": 1], weight: 0.5)
        part.fraction = 0.5
        record.node.setChild(part, named: "part")
        return record
    }

    private func json(with value: JSONValue, at member: String) throws -> JSONValue {
        try record().json.replacing(member.split { ".[]".contains($0) }.map(String.init)[...], with: value)
    }

    @Test(arguments: members, absurd)
    func `any number in any member is refused by name, or harms nobody`(member: String, value: JSONValue) throws {
        let json = try JSONValue(parsing: json(with: value, at: member).data())
        do {
            try use(JobRecord(json: json))
        } catch JobError.unreadable(_, let reason) {
            #expect(reason.contains(member), "\(reason)")
            #expect(reason.contains(value.text().prefix(10)), "\(reason)")
        } catch JobError.newerFormat {
            #expect(member == "cairnJob")
        }
    }

    /// What people and programs do with a record that can be read.
    private func use(_ record: JobRecord) throws {
        #expect(try JobRecord(jsonData: record.json.data()) == record)
        #expect(Int(rounding: record.progress, .down) != nil)
        #expect(!"\(record) \(record.created) \(record.kind) \(record.serverJobIDs)".isEmpty)
        let job = try Job<Steps>(restoring: record) { Steps.Services() }
        #expect((0...100).contains(job.progress))
        #expect(try JobRecord(json: job.record.json) == job.record)
    }

    @Test(arguments: ["created", "progress", "revision", "outageSeconds", "fraction", "weight", "messages[0].timestamp"])
    func `what is outside the documented bounds is refused`(member: String) throws {
        let bounds: [String: (JSONValue, JSONValue)] = [
            "created": (-62_135_769_600_001, 253_402_300_800_001),
            "messages[0].timestamp": (-62_135_769_600_001, 253_402_300_800_001),
            "progress": (-0.001, 100.001), "revision": (-1, .integer((1 << 53) + 1)), "outageSeconds": (-0.5, 10_000_000_001),
            "fraction": (-0.001, 1.001), "weight": (-0.001, 1.001),
        ]
        let (below, above) = try #require(bounds[member])
        for value in [below, above, 0.5e300] {
            let json = try json(with: value, at: member)
            #expect(throws: JobError.self) { try JobRecord(json: json) }
        }
    }

    @Test func `a revision that is not whole is refused`() throws {
        let json = try json(with: 1.5, at: "revision")
        #expect {
            try JobRecord(json: json)
        } throws: {
            guard case JobError.unreadable(_, "its revision is 1.5, not a whole number from 0 to 9007199254740992") = $0 else {
                return false
            }
            return true
        }
    }

    @Test func `whatever a record holds in memory can be read again`() throws {
        for value in [1e300, -1e300, .nan, .infinity] {
            var record = try record()
            (record.progress, record.node.outageSeconds) = (value, value)
            record.node.setChild(JobNode(kind: Steps.kind, work: [:], weight: value), named: "part")
            record.node.fraction = value
            record.node.submitted = Date(timeIntervalSince1970: value)
            record.ended = Date(timeIntervalSince1970: value)
            record.messages = [JobMessage("Hello.", timestamp: Date(timeIntervalSince1970: value))]
            let again = try JobRecord(jsonData: record.json.data())
            #expect(try JobRecord(jsonData: again.json.data()) == again)
        }
    }

    @Test(arguments: [300_000_000_000, -70_000_000_000, .nan, .infinity])
    func `a job that ends while the wall clock is wrong can be read again`(seconds: Double) async throws {
        let store = MemoryJobStore()
        var configuration = JobConfiguration(store: store)
        configuration.date = { Date(timeIntervalSince1970: seconds) }
        let job = try Job(Steps(count: 1), services: Steps.Services(), configuration: configuration)
        _ = try await job.run()
        try await job.settle()
        let record = try #require(try await store.load(job.id))
        #expect(try JobRecord(jsonData: record.json.data()).status == .succeeded)
    }

    @Test func `the largest revision is saved and can still be read`() async throws {
        let store = MemoryJobStore()
        var members = try #require(Job(Steps(count: 1), services: Steps.Services()).record.json.object)
        members["revision"] = .integer(JobRecord.revisionRange.upperBound)
        let record = try JobRecord(json: .object(members)), claim = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: claim)
        try await store.release(claim)
        let job = try Job<Steps>(restoring: record, configuration: JobConfiguration(store: store)) { Steps.Services() }
        _ = try await job.run()
        try await job.settle()
        let saved = try #require(try await store.load(job.id))
        #expect(try JobRecord(jsonData: saved.json.data()).revision == JobRecord.revisionRange.upperBound)
    }

    @Test func `the moments of a record are exact to the microsecond`() throws {
        let moment = Date(timeIntervalSince1970: 1_700_000_000.123_456)
        let message = JobMessage("Hello.", timestamp: moment)
        #expect(message.json["timestamp"] == 1_700_000_000_123.456)
        var record = try record()
        record.messages = [message]
        let again = try JobRecord(json: record.json)
        #expect(again.created == record.created && again.messages == [message])
        #expect(try JSONValue(encoding: message).decode(JobMessage.self) == message)
        #expect(abs(record.created.timeIntervalSinceNow) < 3600)
    }

    @Test(arguments: ["failure", "messages", "children"], ["x", 1, [1], ["part": 1]] as [JSONValue])
    func `members of another shape are refused as unreadable`(member: String, value: JSONValue) throws {
        let json = try json(with: value, at: member)
        #expect {
            try JobRecord(json: json)
        } throws: {
            if case JobError.unreadable = $0 { true } else { false }
        }
    }
}

extension JSONValue {
    /// This value with another one at the end of a path of names and indices.
    fileprivate func replacing(_ path: ArraySlice<String>, with value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        switch self {
        case .object(var members):
            members[name] = (members[name] ?? .null).replacing(path.dropFirst(), with: value)
            return .object(members)
        case .array(var elements):
            guard let index = Int(name) else { return self }
            elements[index] = elements[index].replacing(path.dropFirst(), with: value)
            return .array(elements)
        default: return value
        }
    }
}
