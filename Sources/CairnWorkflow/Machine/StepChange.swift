/// One thing that a command has done to one step.
package struct StepChange: Sendable, Equatable {
    /// What brought the change about.
    package enum Cause: UInt8, Sendable {
        case addition, readiness, start, waiting, completion, cancellation, reset, retry
        /// No change of phase: the step may begin as soon as there is a place for it.
        case queued
    }

    package let step: Int32
    package let from: StepState
    package let to: StepState
    package let cause: Cause
    /// The attempt that the step is in.
    package let attempt: Int32
}
