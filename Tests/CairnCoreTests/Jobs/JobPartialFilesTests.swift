import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What the record names as half-written is discarded, whoever wrote it.
@Suite(.timeLimit(.minutes(10)))
struct JobPartialFilesTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var file: URL { directory.url.appending(path: "a.part") }

    /// Writes a partial file, and fails, or renames it.
    private struct Writing: JobWork {
        static let kind = "test.writing"
        var file: URL
        var fails: Bool
        var partialFiles: [URL] { [file] }

        @concurrent func perform(in context: JobContext<Self>) async throws {
            try Data("half".utf8).write(to: file)
            if fails { throw Broken() }
            try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("whole"))
        }
    }

    private struct Parent: JobWork {
        static let kind = "test.writing-parent"
        var child: Writing
        @concurrent func perform(in context: JobContext<Self>) async throws {
            try await context.child(child, named: "child", weight: 1)
        }
    }

    private func failedRecord<Work: JobWork>(_ work: Work) async throws -> JobRecord where Work.Services == Void {
        let job = try Job(work)
        await #expect(throws: Broken.self) { try await job.run() }
        #expect(job.record.partialFiles == [file])
        return try JobRecord(json: job.record.json)
    }

    @Test(arguments: [false, true]) func `of a child whose kind is not known here`(isRemoved: Bool) async throws {
        let record = try await failedRecord(Parent(child: Writing(file: file, fails: true)))
        let job = try Job<Parent>(restoring: record) {}
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        #expect(try directory.url.names == [])
    }

    @Test func `of an older version of the work, that has named other files`() async throws {
        var record = try await failedRecord(Writing(file: file, fails: true))
        record.node.work = try JobRecord.storable(Writing(file: directory.url.appending(path: "b.part"), fails: true))
        let job = try Job<Writing>(restoring: record) {}
        try job.retry()
        await #expect(throws: Broken.self) { try await job.output }
        #expect(try directory.url.names == ["a.part", "b.part"])
        try await job.cancelAndWait()
        #expect(try directory.url.names == [])
    }

    @Test func `what cannot be removed is told of`() async throws {
        var record = try await failedRecord(Writing(file: file, fails: true))
        record.node.partialFiles.append(directory.url.path)
        let job = try Job<Writing>(restoring: record) {}
        try await job.cancelAndWait()
        #expect(job.messages.last?.text.contains("What is half-written could not be removed: \(directory.url.path)") == true)
    }

    @Test func `of a job that has succeeded nothing is half-written`() async throws {
        let job = try Job(Parent(child: Writing(file: file, fails: false)))
        try await job.run()
        #expect(job.record.partialFiles == [])
        #expect(try directory.url.names == ["a.part.whole"])
    }
}
