import CairnCore
import Foundation

extension Worker {
    /// Asks for something of a job that, most likely, another process has.
    func command() async throws {
        guard let record = try await anyRecord(), record.status != .succeeded, record.status != .canceled else { return }
        let job = try restored(record, configuration)
        let kind: CommandNote.Event = job.work.mayBeCancelled && place.isLucky(0.3) ? .cancel : .pause
        site.note(CommandNote(event: kind, id: job.id, worker: place.worker))
        commands.append(kind == .cancel ? cancel(job) : pause(job))
    }

    private func pause(_ job: Job<StressWork>) -> Command {
        let command = Command(.pause, job)
        job.pause()
        return command
    }

    private func cancel(_ job: Job<StressWork>) -> Command {
        let command = Command(.cancel, job)
        let (site, worker) = (site, place.worker)
        // Ends with the job, or with the process.
        Task {
            try? await job.cancelAndWait()
            try? await job.waitUntilFinished()
            if let event = CommandNote.Event(rawValue: job.status.rawValue) {
                site.note(CommandNote(event: event, id: job.id, worker: worker))
            }
            command.answer()
        }
        return command
    }
}
