import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Jobs that are cancelled as soon as something is in its place.
@Suite(.timeLimit(.minutes(10)))
struct CancelledLateTests {
    @Test(arguments: [false, true])
    func `a geodatabase is there if and only if its job does not say that it was cancelled`(replaces: Bool) async throws {
        let service = try await SampleService(count: 3, hasGlobalIDs: true, isSyncEnabled: true)
        let task = GeodatabaseSyncTask(url: SampleService.url, transport: service.server)
        for round in 0..<12 {
            let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).geodatabase")
            defer { try? FileManager.default.removeItem(at: file) }
            if replaces {
                let first = try task.makeGenerateGeodatabaseJob(
                    parameters: GenerateGeodatabaseParameters(), downloadFileURL: file)
                _ = try await first.run()
            }
            let before = number(of: file)
            let job = try task.makeGenerateGeodatabaseJob(parameters: GenerateGeodatabaseParameters(), downloadFileURL: file)
            let old = AGSJob(job)
            async let error: (any Error)? = withCheckedContinuation { continuation in
                old.start(statusHandler: nil) { _, error in continuation.resume(returning: error) }
            }
            while number(of: file) == before, !job.status.isFinished { await Task.yield() }
            old.progress.cancel()
            let isCancelled = await (error as NSError?)?.code == NSUserCancelledError
            #expect(isCancelled == (number(of: file) == before), "round \(round)")
        }
    }

    /// That of the file at a place; nil if there is none.
    private func number(of file: URL) -> UInt64? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.systemFileNumber] as? UInt64
    }
}
