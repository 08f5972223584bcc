import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// A record that can be written can be read.
struct JobRecordDepthTests {
    /// Child work within child work, `depth` times, with the deepest checkpoint at its end.
    private func record(childDepth: Int, checkpointDepth: Int) throws -> JobRecord {
        let checkpoint = (1..<checkpointDepth).reduce([] as JSONValue) { nested, _ in [nested] }
        let innermost = JobNode(kind: Steps.kind, work: ["count": 1], checkpoint: checkpoint, weight: 0.5)
        var record = try Job(Steps(count: 3), services: Steps.Services()).record
        record.node = (0..<childDepth).reduce(innermost) { node, _ in
            var parent = JobNode(kind: Steps.kind, work: ["count": 1], weight: 0.5)
            parent.setChild(node, named: "part")
            return parent
        }
        return record
    }

    @Test func `the deepest record is read on a small stack, and written again`() throws {
        let record = try record(childDepth: JobRecord.maximumChildDepth, checkpointDepth: JobRecord.maximumDepth)
        let isSame = try onSmallStack {
            let again = try JobRecord(jsonData: record.json.data(pretty: true))
            return try again == record && JobRecord(json: again.json) == record && again.serverJobIDs.isEmpty
        }
        #expect(isSame)
    }

    @Test(arguments: [(65, 1), (0, 129), (64, 129), (250, 1)])
    func `a deeper one is refused as unreadable`(childDepth: Int, checkpointDepth: Int) throws {
        let record = try record(childDepth: childDepth, checkpointDepth: checkpointDepth)
        #expect { try JobRecord(json: record.json) } throws: {
            guard case JobError.unreadable(_, let reason) = $0 else { return false }
            return reason.contains("nested deeper than")
        }
    }

    @Test func `the deepest storable value fits a small stack, stored and restored`() throws {
        let depth = try onSmallStack {
            let json = try JobRecord.storable(Nested(depth: JobRecord.maximumDepth))
            let nested = try json.decode(Nested.self)
            let again = try JobRecord.storable(json.decode(JSONValue.self))
            return again == json ? nested.depth : 0
        }
        #expect(depth == JobRecord.maximumDepth)
    }

    @Test(arguments: [129, 300, 510, 511, 512, 600])
    func `what is deeper than a record keeps is not stored, and the limit is said`(depth: Int) {
        #expect { try onStack(of: 8 << 20) { try JobRecord.storable(Nested(depth: depth)) } } throws: {
            guard case JobError.notStorable(let reason) = $0 else { return false }
            return reason.contains("128") && reason.count < 200
        }
    }

    @Test func `what JSON cannot express is not stored`() {
        #expect(throws: JobError.self) { try JobRecord.storable([Double.nan]) }
        #expect(throws: JobError.self) { try JobRecord.storable([Decimal.nan]) }
    }

    @Test func `a checkpoint as deep as the limit is saved and found again`() async throws {
        let directory = try TemporaryDirectory()
        let store = try FileJobStore(directory: directory.url)
        let job = try Job(Digging(depth: JobRecord.maximumDepth), configuration: JobConfiguration(store: store))
        #expect(try await job.run() == JobRecord.maximumDepth)
        let record = try #require(try await store.load(job.id))
        #expect(try record.checkpoint?.decode(Nested.self).depth == JobRecord.maximumDepth)
    }

    @Test func `a checkpoint that is too deep fails the job, and the record stays readable`() async throws {
        let directory = try TemporaryDirectory()
        let store = try FileJobStore(directory: directory.url)
        let job = try Job(Digging(depth: JobRecord.maximumDepth + 1), configuration: JobConfiguration(store: store))
        await #expect(throws: JobError.self) { try await job.run() }
        #expect(try await store.load(job.id)?.status == .failed)
    }

    @Test func `child work as deep as the limit is done and found again, and deeper one is refused`() async throws {
        let job = try Job(Dolls(left: JobRecord.maximumChildDepth))
        #expect(try await job.run() == JobRecord.maximumChildDepth)
        #expect(try JobRecord(jsonData: job.record.json.data()) == job.record)
        let deeper = try Job(Dolls(left: JobRecord.maximumChildDepth + 1))
        await #expect(throws: JobError.notStorable(reason: "child work nested deeper than 64")) { try await deeper.run() }
        #expect(try JobRecord(jsonData: deeper.record.json.data()).id == deeper.id)
    }
}

/// Saves a checkpoint that nests so deep.
private struct Digging: JobWork {
    static let kind = "test.digging"
    typealias Checkpoint = Nested
    var depth: Int

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        try await context.save(Nested(depth: depth))
        return depth
    }
}

/// Work within work.
private struct Dolls: JobWork {
    static let kind = "test.dolls"
    var left: Int

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        if left == 0 { return 0 }
        return try await context.child(Dolls(left: left - 1), named: "doll", weight: 1) + 1
    }
}
