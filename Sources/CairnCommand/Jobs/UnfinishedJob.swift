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
                do { try await job.removeFromStore() } catch JobError.cancellationUnconfirmed(let ids) {
                    Console.error(Console.text(of: LeftOnServer(ids, of: record)))
                }
                BegunCommand(record.id, storage).forget()
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

    /// The unfinished job that the very same command has begun, or one that has failed of what may have passed, if there is one.
    ///
    /// - Parameters:
    ///   - command: All of its words that count.
    ///   - orSucceeded: Whether one that has succeeded counts, too, while its results have not been handed over.
    func job<Work: JobWork>(_: Work.Type, begunBy command: String, orSucceeded: Bool = false) async throws -> Job<Work>?
    where Work.Services: StandardServices {
        BegunCommand.forgetOrphans(saying: command, storage)
        for case .record(let record, _) in try await storage.store.list()
        where isToGoOn(record) || orSucceeded && record.status == .succeeded {
            guard BegunCommand(record.id, storage).text == command else { continue }
            guard let job = try storage.kinds.restore(record, configuration: storage.configuration) as? Job<Work> else {
                continue
            }
            if !isJSON { Console.note("Going on with a job begun before.") }
            return job
        }
        return nil
    }

    private func isToGoOn(_ record: JobRecord) -> Bool {
        !record.status.isFinished || record.status == .failed && record.failure?.isRetryable != false
    }

    /// The unfinished job of the very same work, one that has failed of what may have passed, one whose results have not been handed over, or a new
    /// one.
    func job<Work: JobWork>(for work: Work) async throws -> Job<Work> where Work.Services: StandardServices {
        let wanted = try JSONValue(encoding: work)
        for case .record(let record, _) in try await storage.store.list()
        where isToGoOn(record) || record.status == .succeeded && BegunCommand(record.id, storage).text != nil {
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
            "An unfinished job with other options writes \(output.printable(upTo: .max)). Finish it (cairn jobs resume \(id)) or remove it "
                + "(cairn jobs remove \(id))."
        }
    }
}
