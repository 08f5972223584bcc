/// What a step is, and what it does.
struct StepDefinition: Sendable {
    /// The work of one attempt: takes the results of the prerequisites, in order.
    typealias Body = @Sendable ([any Sendable]) async throws -> any Sendable
    /// Builds the graph of a subworkflow, and says which of its steps gives the output.
    typealias Builder = @Sendable ([any Sendable], inout Workflow) throws -> StepID

    enum Work: Sendable {
        case task(Body)
        case gate(timeout: Duration?)
        case subworkflow(Builder)
    }

    let id: StepID
    let name: String
    /// Those whose results the work takes, in order, then those that are only waited for.
    let prerequisites: [StepID]
    let inputCount: Int
    let work: Work
    let outputType: any Any.Type
    /// nil for the standard one, which most steps have.
    let policy: StepPolicyBox?
}

/// A policy at the size of a reference.
final class StepPolicyBox: Sendable {
    let policy: StepPolicy

    init?(_ policy: StepPolicy?) {
        guard let policy else { return nil }
        self.policy = policy
    }
}

extension StepDefinition {
    var kind: StepKind {
        switch work {
        case .task: .task
        case .gate: .gate
        case .subworkflow: .subworkflow
        }
    }
}

extension [StepDefinition] {
    /// The definition of a step, if it is one of these.
    subscript(checked step: StepID) -> StepDefinition? {
        let position = Int(step.position)
        return indices.contains(position) && self[position].id == step ? self[position] : nil
    }
}

/// What sort of step one is.
public enum StepKind: String, Sendable, Codable {
    /// Runs a function.
    case task
    /// Waits for a condition that is fulfilled from outside.
    case gate
    /// Runs a workflow of its own.
    case subworkflow
}
