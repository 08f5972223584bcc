import CairnCore
import CairnGeo
import Foundation

/// One run of the work.
final class UtilityNetworkValidationRun: Sendable {
    private let work: UtilityNetworkValidationWork
    private let context: JobContext<UtilityNetworkValidationWork>
    private let wire: UtilityNetworkWire
    private let checkpoint: Guarded<UtilityNetworkValidationWork.Checkpoint>

    init(_ work: UtilityNetworkValidationWork, _ context: JobContext<UtilityNetworkValidationWork>) {
        (self.work, self.context, wire) = (work, context, work.wire(context.services))
        checkpoint = Guarded(context.checkpoint ?? UtilityNetworkValidationWork.Checkpoint())
    }

    func run() async throws -> UtilityNetworkValidationResult {
        let id = try await submit()
        if let result = checkpoint.read(\.result) { return result }
        let result = try await waitForEnd(at: id)
        try await save { $0.result = result }
        return result
    }

    /// Has the service begin, unless it has.
    ///
    /// - Returns: The address at which it tells how it is with it.
    private func submit() async throws -> String {
        if let known = context.serverJobIDs.last, known != checkpoint.read(\.endedStatus) {
            // The process has died before it could say that it has an answer.
            if checkpoint.read(\.hasBegun) { try await save { $0.hasBegun = false } }
            return known
        }
        try await save { $0.hasBegun = true }
        do {
            let id = try await context.ridingOut { [self] in try await context.submitAnother { [self] in try await begin() } }
            try await save { ($0.hasBegun, $0.endedStatus) = (false, nil) }
            return id
        } catch {
            // Of what the service has refused it is known that it has not begun.
            if error is UtilityNetworkError || (error as? ServiceError)?.isRefusalOfQuestion == true {
                try? await save { $0.hasBegun = false }
            }
            throw error
        }
    }

    private func begin() async throws -> String {
        let form = ["validateArea": Geometry.envelope(work.extent).esriJSON.text(), "async": "true", "returnEdits": "false"]
        let answer = try await wire.call(wire.network, "validateNetworkTopology", form)
        // Kept with the id: nobody is to ask at an address that there is not, or to take for lost what is known.
        switch try UtilityValidationAnswer(answer, base: wire.network.url) {
        case .begun(let url):
            try keep { $0.hasBegun = false }
            return url.absoluteString
        case .done(let result):
            try keep { ($0.hasBegun, $0.result) = (false, result) }
            return work.finishedAtOnce
        }
    }

    private func keep(_ change: @Sendable (inout UtilityNetworkValidationWork.Checkpoint) -> Void) throws {
        let stored = try JSONValue(encoding: self.change(change))
        context.keep { stored }
    }

    private func waitForEnd(at id: String) async throws -> UtilityNetworkValidationResult {
        do { return try await context.polling { [self] in try await look(at: id) } } catch let error as UtilityNetworkError {
            try await save { $0.endedStatus = id }
            throw error
        }
    }

    /// How it is with it; nil while it goes on.
    private func look(at id: String) async throws -> UtilityNetworkValidationResult? {
        guard let url = URL(string: id) else {
            throw UtilityNetworkError.validationGone(service: work.service.description, reason: "its address is none.")
        }
        let answer: AnswerPart
        do { answer = try await wire.status(at: url) } catch let error as ServiceError where error.isRefusalOfQuestion {
            let service = work.service.description
            let reason = ([error.message] + error.details).joined(separator: " ")
            throw [404, 410].contains(error.code)
                ? UtilityNetworkError.validationGone(service: service, reason: reason)
                : UtilityNetworkError.validationFailed(service: service, reason: reason)
        }
        switch try await UnusableStatus.expect({ try UtilityValidationStatus(answer) }) {
        case .running: return nil
        case .completed(let result): return result
        case .failed(let reason):
            throw UtilityNetworkError.validationFailed(service: work.service.description, reason: reason)
        }
    }

    private func change(
        _ change: @Sendable (inout UtilityNetworkValidationWork.Checkpoint) -> Void
    ) -> UtilityNetworkValidationWork.Checkpoint {
        checkpoint.change { checkpoint, _ in
            change(&checkpoint)
            return checkpoint
        }
    }

    private func save(_ change: @Sendable (inout UtilityNetworkValidationWork.Checkpoint) -> Void) async throws {
        try await context.save(self.change(change))
    }
}
