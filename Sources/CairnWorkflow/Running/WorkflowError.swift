import CairnCore
public import Foundation

/// What a workflow itself can fail with; what its steps throw is passed on as it is.
public enum WorkflowError: Error, Equatable {
    /// A prerequisite of this step is not a step of the same workflow, or was added after it.
    case unknownPrerequisite(step: String)
    /// A key that the step needs is bound to no prerequisite.
    case missingPrerequisite(step: String, key: String)
    /// A key is bound twice.
    case duplicateKey(step: String, key: String)
    /// A key is bound to a step that gives something else.
    case mistypedPrerequisite(step: String, key: String, expected: String, found: String)
    /// Checkpoints go by names, and two steps have this one.
    case duplicateName(String)
    /// An attempt took longer than its time-out, or a gate was not fulfilled in time.
    case timedOut(step: String, after: Duration)
    /// Workflows lie within each other deeper than is allowed, as where one holds itself.
    case nestedTooDeeply(step: String, limit: Int)
    /// What a checkpoint holds for this step is not what the step gives.
    case unreadableCheckpoint(step: String, reason: String)
    /// The result was asked for, and there will be none as things are: the step is in this state.
    case noResult(step: String, state: StepState)
}

extension WorkflowError: CustomStringConvertible, LocalizedError {
    /// What happened, to what, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .unknownPrerequisite(let step):
            "A prerequisite of \"\(step)\" is not a step of the same workflow. Add it to this workflow first."
        case .missingPrerequisite(let step, let key):
            "\"\(step)\" needs a prerequisite for the key \"\(key)\", and none is bound to it."
        case .duplicateKey(let step, let key):
            "\"\(step)\" has two prerequisites for the key \"\(key)\"."
        case .mistypedPrerequisite(let step, let key, let expected, let found):
            "The key \"\(key)\" of \"\(step)\" wants a step that gives \(expected), and is bound to one that gives \(found)."
        case .duplicateName(let name):
            "Two steps are called \"\(name)\". With checkpoints every step needs a name of its own."
        case .timedOut(let step, let limit):
            "\"\(step)\" took longer than its time-out of \(limit)."
        case .nestedTooDeeply(let step, let limit):
            "\"\(step)\" is a workflow within \(limit) others, and no more are allowed. Does one hold itself?"
        case .unreadableCheckpoint(let step, let reason):
            "What was kept of \"\(step)\" cannot be read: \(reason). Reset the job to run it again."
        case .noResult(let step, let state):
            "\"\(step)\" has no result: it is \(state)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
