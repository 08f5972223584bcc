/// A step of a workflow, known by what it gives.
///
/// A handle is all that is needed to make other steps depend on this one, to command it and to read its result. It belongs to the
/// workflow it was made by, copies of that included.
public struct Step<Output: Sendable>: WorkflowStep {
    /// Which step this is.
    public let id: StepID

    init(_ id: StepID) {
        self.id = id
    }
}

/// A step, whatever it gives.
public protocol WorkflowStep: Sendable, Hashable, Identifiable where ID == StepID {
    /// Which step this is.
    var id: StepID { get }
}

/// Tells one step from all others of this process.
///
/// It is not stable: in checkpoints and pictures steps go by their names.
public struct StepID: WorkflowStep {
    /// Never given twice.
    let serial: Int
    /// Its place in its workflow; negative if it was added while running, and is then known by its serial.
    let position: Int32

    /// Itself.
    public var id: StepID { self }
}
