public import CairnCore

/// A workflow as the body of a job: it can be paused, cancelled, watched and stored as any job can.
///
/// - A step counts as finished once its output is durable, and what depends on it begins only then: whenever the process dies, no step
///   that has finished runs again. What was executing runs again from its beginning.
/// - Outputs that are `Codable`, and those of steps without one, are kept. Another output is not, and its step runs again.
/// - A gate that has been passed stays so. Messages of steps become messages of the job, and the steps' progress, by weight, its progress.
/// - The work of a job step is a child of the job, with a checkpoint of its own.
/// - A job whose workflow fails fails with its ``WorkflowFailure``.
public struct WorkflowWork<Definition: WorkflowDefinition>: JobWork {
    /// The outputs of the steps that have finished, by name; those within a subworkflow as "Outer/Inner". A slash within a
    /// name is written "~1", and "~" is written "~0".
    public struct Checkpoint: Codable, Sendable {
        var outputs: [String: JSONValue]
    }

    /// What the steps need and cannot be stored.
    public typealias Services = Definition.Services

    /// The parameters.
    public let definition: Definition

    /// The definition as work.
    public init(_ definition: Definition) {
        self.definition = definition
    }

    /// The definition's kind.
    public static var kind: String { Definition.kind }

    /// Builds the graph and runs what had not finished.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> Definition.Output {
        let storage = StepRecorder.Storage { outputs in
            context.keep { .object(outputs()) }
        } flush: {
            try await context.flush()
        }
        let recorder = StepRecorder(context.checkpoint?.outputs ?? [:], in: storage)
        var workflow = Workflow(Definition.kind)
        let output = try definition.build(&workflow, services: context.services)
        let run = try WorkflowRun(
            workflow,
            WorkflowConfiguration(slots: definition.slots, clock: context.clock, random: context.random),
            recorder: recorder, host: JobStepHost(context: context))
        let results = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await fraction in run.progressUpdates { context.reportProgress(fraction) }
            }
            defer { group.cancelAll() }
            return try await run.runOperated { run in
                try await definition.operate(run, services: context.services)
            }
        }
        return results[output]
    }
}

extension WorkflowWork.Checkpoint {
    /// Reads the outputs from an object of steps.
    public init(from decoder: any Decoder) throws {
        outputs = try [String: JSONValue](from: decoder)
    }

    /// Writes the outputs as an object of steps.
    public func encode(to encoder: any Encoder) throws {
        try outputs.encode(to: encoder)
    }
}

/// The job that a workflow is the body of.
private struct JobStepHost<Work: JobWork>: StepHost {
    let context: JobContext<Work>
    var path: [String] = []

    @concurrent
    func perform<Child: JobWork>(
        _ work: Child, named name: String, weight: Double, services: Child.Services,
        configuration: WorkflowConfiguration, report: @escaping @Sendable (WorkReport) -> Void
    ) async throws -> Child.Output {
        let name = (path + [name]).joined(separator: "/")
        return try await context.child(work, named: name, weight: weight, services: services)
    }

    func post(_ message: JobMessage) {
        context.post(message.text, severity: message.severity)
    }

    func within(_ name: String) -> any StepHost {
        JobStepHost(context: context, path: path + [name])
    }
}
