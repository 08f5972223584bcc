import CairnCore
import Foundation

/// One run of a job's body.
struct GeoprocessingRun {
    private let work: GeoprocessingWork
    private let wire: GeoprocessingWire
    private let run: ServerJobRun<GeoprocessingWork>

    init(_ work: GeoprocessingWork, _ wire: GeoprocessingWire, _ context: JobContext<GeoprocessingWork>) {
        (self.work, self.wire) = (work, wire)
        run = ServerJobRun(ToolJobWire(wire: wire, parameters: work.parameters), context)
    }

    /// Runs the tool while this waits.
    func execute() async throws -> GeoprocessingStoredResult {
        try await run.begin("It may run, or have run, and its result is lost: it is run again.")
        do {
            let (wire, parameters) = (wire, work.parameters)
            let answer = try await run.context.ridingOut { try await wire.execute(parameters) }
            answer.1.forEach(run.post)
            return try await finish(GeoprocessingStoredResult(answer.outputs, messages(answer.1)))
        } catch {
            // Stopped half-way, the tool goes on all the same.
            if !(error is CancellationError) { await run.forgetBeginning(after: error) }
            throw error
        }
    }

    /// Has a job on the server, and waits for its end.
    func submitAndWait() async throws -> GeoprocessingStoredResult {
        let (id, status) = try await run.submitAndWait()
        let places =
            if let outputs = status.outputs { outputs } else {
                try await run.context.ridingOut { [wire] in try await wire.places() }
            }
        return try await finish(GeoprocessingStoredResult(jobID: id, places: places, messages: messages(status.messages)))
    }

    private func messages(_ messages: [GeoprocessingMessage]) -> [JobMessage] {
        messages.suffix(GeoprocessingStoredResult.mostMessages).map(\.message)
    }

    private func finish(_ result: GeoprocessingStoredResult) async throws -> GeoprocessingStoredResult {
        try await run.save { ($0.hasBegun, $0.result) = (false, result) }
        return result
    }
}

/// The jobs of a tool with certain inputs.
struct ToolJobWire: ServerJobWire {
    let wire: GeoprocessingWire
    let parameters: GeoprocessingParameters

    var name: String { URL.withoutQuery(wire.client.url) }

    func submit() async throws -> String { try await wire.submit(parameters) }

    func status(of jobID: String) async throws -> GeoprocessingJobStatus { try await wire.status(of: jobID) }

    func cancel(_ jobID: String) async throws -> GeoprocessingJobStatus { try await wire.cancel(jobID) }
}
