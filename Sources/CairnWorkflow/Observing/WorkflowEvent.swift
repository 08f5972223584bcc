/// One thing that has happened to a running workflow.
public struct WorkflowEvent: Sendable {
    /// What can happen.
    public enum Kind: Sendable {
        /// How everything stands, up to and including this number: the first event of every watcher, and again for one who has fallen so
        /// far behind that the log no longer holds what it missed. If the run has finished, or is quiescent, `finished` and `quiescent` follow.
        case snapshot(WorkflowSnapshot)
        /// A step was added.
        case added(StepSnapshot)
        /// A step has changed its state.
        case changed(StepTransition)
        /// A step has reported how much of it is done, 0…1.
        case progressed(StepID, Double)
        /// A step has something to say.
        case message(StepID, String)
        /// Every step has finished.
        case finished
        /// Nothing runs and nothing is waited for: nothing more happens unless the workflow is told to.
        case quiescent
    }

    /// Counts up by one from event to event; after a snapshot, and what is told with it, it goes on from the snapshot's.
    public let sequence: Int
    /// When, from when the run was made.
    public let time: Duration
    /// What.
    public let kind: Kind
}

/// A step's change from one state to another.
public struct StepTransition: Sendable {
    /// The step.
    public let step: StepID
    /// Its name.
    public let name: String
    /// The state before.
    public let from: StepState
    /// The state after.
    public let to: StepState
    /// The attempt, counted from 1; 0 before the first.
    public let attempt: Int
    /// Why it failed, if it did.
    public let error: (any Error)?
}
