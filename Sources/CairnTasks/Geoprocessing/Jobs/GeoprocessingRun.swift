import CairnCore
import Foundation

/// One run of a job's body.
final class GeoprocessingRun: Sendable {
    private let work: GeoprocessingWork
    private let wire: GeoprocessingWire
    private let context: JobContext<GeoprocessingWork>
    private let checkpoint: Guarded<GeoprocessingWork.Checkpoint>

    init(_ work: GeoprocessingWork, _ wire: GeoprocessingWire, _ context: JobContext<GeoprocessingWork>) {
        (self.work, self.wire, self.context) = (work, wire, context)
        checkpoint = Guarded(context.checkpoint ?? GeoprocessingWork.Checkpoint())
    }

    /// Runs the tool while this waits.
    func execute() async throws -> GeoprocessingStoredResult {
        try await begin("It may run, or have run, and its result is lost: it is run again.")
        do {
            let (wire, parameters) = (wire, work.parameters)
            let answer = try await context.ridingOut { try await wire.execute(parameters) }
            answer.1.forEach(post)
            return try await finish(GeoprocessingStoredResult(answer.outputs, messages(answer.1)))
        } catch {
            // Stopped half-way, the tool goes on all the same.
            if !(error is CancellationError) { await forgetBeginning(after: error) }
            throw error
        }
    }

    /// Has a job on the server, and waits for its end.
    func submitAndWait() async throws -> GeoprocessingStoredResult {
        let id = try await submit()
        let status = try await context.polling { [self] in try await look(at: id) }
        guard status.state == .succeeded else {
            try await save { $0.endedJobID = id }
            let reasons = status.messages.filter { $0.severity != .info }
            throw GeoprocessingError.jobEnded(
                status.state, jobID: id, task: work.task.description,
                reasons: (reasons.isEmpty ? status.messages : reasons).suffix(3).map(\.text))
        }
        let places =
            if let outputs = status.outputs { outputs } else {
                try await context.ridingOut { [wire] in try await wire.places() }
            }
        return try await finish(GeoprocessingStoredResult(jobID: id, places: places, messages: messages(status.messages)))
    }

    private func submit() async throws -> String {
        let known = context.serverJobIDs.last
        if let known, known != checkpoint.read(\.endedJobID) { return known }
        try await begin(
            "There may be a job on the server of which nobody knows, for the answer was lost. Another one is submitted.")
        // Of a job that is stopped meanwhile the error is that it was.
        let isLost = Guarded(false)
        do {
            let (wire, parameters, context) = (wire, work.parameters, context)
            let id = try await context.ridingOut {
                try await context.submitAnother {
                    do { return try await wire.submit(parameters) } catch {
                        if case GeoprocessingError.outcomeUnknown? = error as? GeoprocessingError {
                            isLost.change { isLost, _ in isLost = true }
                        }
                        throw error
                    }
                }
            }
            try await save { ($0.hasBegun, $0.endedJobID, $0.messageCount) = (false, nil, 0) }
            return id
        } catch {
            // Once sent, a submission is let finish: what was stopped before has not been sent.
            if !isLost.read(\.self) { await forgetBeginning(after: error) }
            throw error
        }
    }

    /// Notes that the tool is about to be asked to begin; tells if that has been noted before.
    private func begin(_ warning: String) async throws {
        if checkpoint.read(\.hasBegun) {
            context.post(
                "The tool was asked to begin before, and what has become of it is not known. \(warning)", severity: .warning)
        }
        try await save { $0.hasBegun = true }
    }

    /// Of what was refused, or did not reach the server, it is known that it has not begun.
    private func forgetBeginning(after error: any Error) async {
        if case GeoprocessingError.outcomeUnknown? = error as? GeoprocessingError { return }
        // The store refuses what counts no more; or it is in trouble, and what it has says that there may be a job: no harm.
        try? await save { $0.hasBegun = false }
    }

    /// How the job stands; nil while it has not ended.
    private func look(at id: String) async throws -> GeoprocessingJobStatus? {
        let status: GeoprocessingJobStatus
        do {
            status = try await wire.status(of: id)
        } catch let error as ServiceError where [400, 404].contains(error.code) {
            throw GeoprocessingError.jobGone(jobID: id, task: work.task.description, reason: error.message)
        }
        let told = checkpoint.read(\.messageCount)
        if status.messages.count > told {
            status.messages.dropFirst(told).forEach(post)
            try await save { $0.messageCount = status.messages.count }
        }
        if let fraction = status.fraction { context.reportProgress(fraction) }
        return status.state.isFinished ? status : nil
    }

    private func post(_ message: GeoprocessingMessage) {
        context.post(message.text, severity: message.severity, source: .service)
    }

    private func messages(_ messages: [GeoprocessingMessage]) -> [JobMessage] {
        messages.suffix(GeoprocessingStoredResult.mostMessages).map(\.message)
    }

    private func finish(_ result: GeoprocessingStoredResult) async throws -> GeoprocessingStoredResult {
        try await save { ($0.hasBegun, $0.result) = (false, result) }
        return result
    }

    private func save(_ change: @Sendable (inout GeoprocessingWork.Checkpoint) -> Void) async throws {
        let changed = checkpoint.change { checkpoint, _ in
            change(&checkpoint)
            return checkpoint
        }
        try await context.save(changed)
    }
}
