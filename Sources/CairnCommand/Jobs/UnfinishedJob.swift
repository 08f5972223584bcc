import Cairn
import Foundation

/// What is to be done, begun or gone on with.
struct UnfinishedJob {
    private let storage: JobStorage
    private let isJSON: Bool

    init(_ storage: JobStorage, isJSON: Bool) {
        (self.storage, self.isJSON) = (storage, isJSON)
    }

    /// The unfinished job of the same work, one that has failed of what may have passed, or a new one.
    ///
    /// - Parameter adopting: Takes over from work that was begun what tells it from other work of the same kind.
    func job<Work: JobWork>(
        for work: Work, output: KeyPath<Work, URL>, adopting: (inout Work, Work) -> Void = { _, _ in }
    ) async throws -> Job<Work> where Work.Services: StandardServices {
        for case .record(let record, _) in try await storage.store.list()
        where !record.status.isFinished || record.status == .failed {
            let job = try? storage.kinds.restore(record, configuration: storage.configuration)
            guard let job = job as? Job<Work>, job.work[keyPath: output] == work[keyPath: output] else { continue }
            if record.failure?.isRetryable == false {
                // It can only be done anew, and its half-written output is in the way.
                try await job.removeFromStore()
                continue
            }
            var same = work
            adopting(&same, job.work)
            guard try JSONValue(encoding: job.work) == JSONValue(encoding: same) else {
                throw OutputInUse(output: work[keyPath: output].path, id: record.id)
            }
            if !isJSON { Console.note("Going on with a job begun before.") }
            return job
        }
        return try Job(work, configuration: storage.configuration)
    }

    /// The unfinished job of the very same work, one that has failed of what may have passed, one whose results have not been handed over, or a new
    /// one.
    func job<Work: JobWork>(for work: Work) async throws -> Job<Work> where Work.Services: StandardServices {
        let wanted = try JSONValue(encoding: work)
        for case .record(let record, _) in try await storage.store.list()
        where !record.status.isFinished || record.status == .failed && record.failure?.isRetryable != false
            || record.status == .succeeded && UnreportedResult(record.id, storage).isThere
        {
            let job = try? storage.kinds.restore(record, configuration: storage.configuration)
            guard let job = job as? Job<Work>, try JSONValue(encoding: job.work) == wanted else { continue }
            if !isJSON { Console.note("Going on with a job begun before.") }
            return job
        }
        return try Job(work, configuration: storage.configuration)
    }

    private struct OutputInUse: Error, LocalizedError {
        let output: String
        let id: UUID
        var errorDescription: String? {
            "An unfinished job with other options writes \(output). Finish it (cairn jobs resume \(id)) or remove it "
                + "(cairn jobs remove \(id))."
        }
    }
}
