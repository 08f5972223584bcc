import CairnCore
import Foundation

/// The part of a job's body that has a job made on a server, and waits for its end.
final class ServerJobRun<Work: JobWork>: Sendable where Work.Checkpoint: ServerJobCheckpoint {
    let context: JobContext<Work>
    private let wire: any ServerJobWire
    private let checkpoint: Guarded<Work.Checkpoint>

    /// - Parameter checkpoint: Where the work stands; nil for where it stood when it was begun or gone on with.
    init(_ wire: any ServerJobWire, _ context: JobContext<Work>, _ checkpoint: Work.Checkpoint? = nil) {
        (self.wire, self.context) = (wire, context)
        self.checkpoint = Guarded(checkpoint ?? context.checkpoint ?? Work.Checkpoint())
    }

    /// Has a job made on the server, unless there is one, and waits until it has succeeded.
    ///
    /// - Parameter share: Its share of the work's progress.
    /// - Throws: ``GeoprocessingError/jobEnded(_:jobID:task:reasons:)``, ``GeoprocessingError/jobGone(jobID:task:reason:)``,
    ///   ``GeoprocessingError/outcomeUnknown(task:reason:)``; what the service and the context throw.
    func submitAndWait(share: Double = 1) async throws -> (id: String, status: GeoprocessingJobStatus) {
        let id = try await submit()
        let status = try await context.polling { [self] in try await look(at: id, share) }
        guard status.state == .succeeded else {
            try await save { $0.endedJobID = id }
            let reasons = status.messages.filter { $0.severity != .info }
            throw GeoprocessingError.jobEnded(
                status.state, jobID: id, task: wire.name,
                reasons: (reasons.isEmpty ? status.messages : reasons).suffix(3).map(\.text))
        }
        return (id, status)
    }

    private func submit() async throws -> String {
        let known = context.serverJobIDs.last
        if let known, known != checkpoint.read(\.endedJobID) {
            // The process has died before it could say that it has an answer.
            if checkpoint.read(\.hasBegun) { try await noteBegun() }
            return known
        }
        try await begin(
            "There may be a job on the server of which nobody knows, for the answer was lost. Another one is submitted.")
        // Of a job that is stopped meanwhile the error is that it was.
        let isLost = Guarded(false)
        do {
            let (wire, context) = (wire, context)
            let id = try await context.ridingOut {
                try await context.submitAnother {
                    do { return try await wire.submit() } catch {
                        if case GeoprocessingError.outcomeUnknown? = error as? GeoprocessingError {
                            isLost.change { isLost, _ in isLost = true }
                        }
                        throw error
                    }
                }
            }
            try await noteBegun()
            return id
        } catch {
            // Once sent, a submission is let finish: what was stopped before has not been sent.
            if !isLost.read(\.self) { await forgetBeginning(after: error) }
            throw error
        }
    }

    private func noteBegun() async throws { try await save { ($0.hasBegun, $0.endedJobID, $0.messageCount) = (false, nil, 0) } }

    /// Notes that the server is about to be asked to begin; tells if that has been noted before.
    func begin(_ warning: String) async throws {
        if checkpoint.read(\.hasBegun) {
            context.post(
                "The server was asked to begin before, and what has become of it is not known. \(warning)", severity: .warning)
        }
        try await save { $0.hasBegun = true }
    }

    /// Of what was refused, or did not reach the server, it is known that it has not begun.
    func forgetBeginning(after error: any Error) async {
        if case GeoprocessingError.outcomeUnknown? = error as? GeoprocessingError { return }
        // The store refuses what counts no more; or it is in trouble, and what it has says that there may be a job: no harm.
        try? await save { $0.hasBegun = false }
    }

    /// How the job stands; nil while it has not ended.
    private func look(at id: String, _ share: Double) async throws -> GeoprocessingJobStatus? {
        let status: GeoprocessingJobStatus
        do {
            status = try await wire.status(of: id)
        } catch let error as ServiceError where [400, 404].contains(error.code) {
            throw GeoprocessingError.jobGone(jobID: id, task: wire.name, reason: error.message)
        }
        let told = checkpoint.read(\.messageCount)
        if status.messages.count > told {
            status.messages.dropFirst(told).forEach(post)
            try await save { $0.messageCount = status.messages.count }
        }
        if let fraction = status.fraction { context.reportProgress(fraction * share) }
        return status.state.isFinished ? status : nil
    }

    func post(_ message: GeoprocessingMessage) {
        context.post(message.text, severity: message.severity, source: .service)
    }

    /// What is kept, as it is now.
    var kept: Work.Checkpoint { checkpoint.read(\.self) }

    func save(_ change: @Sendable (inout Work.Checkpoint) -> Void) async throws {
        let changed = checkpoint.change { checkpoint, _ in
            change(&checkpoint)
            return checkpoint
        }
        try await context.save(changed)
    }
}
