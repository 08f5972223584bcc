/// How one step stands.
public struct StepSnapshot: Sendable, Identifiable {
    /// The step.
    public let id: StepID
    /// Its name.
    public let name: String
    /// What sort of step it is.
    public let kind: StepKind
    /// The steps it depends on.
    public let prerequisites: [StepID]
    /// Its share of the progress, compared with the other steps.
    public let weight: Double
    /// Where it stands.
    public internal(set) var state: StepState
    /// The attempt it is in, counted from 1; 0 before the first.
    public internal(set) var attempt: Int
    /// How much of it is done, 0…1.
    public internal(set) var progress: Double
    /// Why it failed, if it did.
    public internal(set) var error: (any Error)?
    /// When the last attempt began, from when the run was made.
    public internal(set) var began: Duration?
    /// When it ended.
    public internal(set) var ended: Duration?
    /// The steps within a subworkflow that has begun.
    public internal(set) var subworkflow: WorkflowSnapshot?
    /// Whether the step was asked to start, and has not begun.
    var isQueued: Bool
    /// The attempt whose body has not returned: the current one, or one that does not count any more. Events do not
    /// tell of it: after one it is unknown, and nil.
    var bodyAttempt: Int?
    /// Whether that body takes a slot.
    var holdsSlot: Bool

    /// How long the last attempt took, if it has ended.
    public var duration: Duration? {
        guard let began, let ended else { return nil }
        return ended - began
    }
}
