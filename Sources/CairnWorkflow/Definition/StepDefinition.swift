import CairnCore

/// What a step is, and what it does: a class, for runs share it and an attempt takes it along.
final class StepDefinition: Sendable {
    /// The work of one attempt: takes the results of the prerequisites, in order.
    typealias Body = @Sendable (StepInputs) async throws -> any Sendable
    /// Builds the graph of a subworkflow, and says which of its steps gives the output.
    typealias Builder = @Sendable (StepInputs, inout Workflow) throws -> StepID

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
    let output: any StepOutput.Type
    let kind: StepKind
    let priority: UInt8
    /// nil for the standard one, which most steps have.
    private let box: PolicyBox?

    /// A policy at the size of a reference.
    private final class PolicyBox: Sendable {
        let policy: StepPolicy
        init(_ policy: StepPolicy) { self.policy = policy }
    }

    init(
        id: StepID, name: String, prerequisites: [StepID], inputCount: Int, work: Work, output: any StepOutput.Type,
        policy: StepPolicy?
    ) {
        self.id = id
        self.name = name
        self.prerequisites = prerequisites
        self.inputCount = inputCount
        self.work = work
        self.output = output
        kind =
            switch work {
            case .task: .task
            case .gate: .gate
            case .subworkflow: .subworkflow
            }
        priority = policy?.priority?.rawValue ?? ReadyQueue.standardPriority
        box = policy.map(PolicyBox.init)
    }

    var outputType: any Any.Type { output.type }
    var policy: StepPolicy? { box?.policy }
    var weight: Double { box?.policy.weight ?? 1 }

    /// How long an attempt may take. That of a gate, which only records what it was fulfilled with, is not what its time-out is about.
    var attemptTimeout: Duration? {
        kind == .gate ? nil : box?.policy.timeout
    }

    /// How long a gate is waited at: what was said of it, or else of steps like it.
    var gateTimeout: Duration? {
        if case .gate(let timeout?) = work { timeout } else { box?.policy.timeout }
    }

    var isPersisted: Bool { box?.policy.isPersisted ?? true }

    /// Whether tasks for both run at the same priority and in the same place.
    func wantsSameTask(as other: StepDefinition) -> Bool {
        if box == nil, other.box == nil { return true }
        return policy?.priority == other.policy?.priority && policy?.executor === other.policy?.executor
    }
}

extension [StepDefinition] {
    /// The place of a step, if it is one of these; steps that were added while running are looked up in `added`, by serial.
    func place(of step: StepID, added: [Int: Int32] = [:]) -> Int32? {
        guard let place = step.position >= 0 ? step.position : added[step.serial] else { return nil }
        return Int(place) < count && self[Int(place)].id == step ? place : nil
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
