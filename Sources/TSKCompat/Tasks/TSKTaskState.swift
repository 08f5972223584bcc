import CairnWorkflow
import Foundation

/// The states of a task, with the values they have always had.
#if CAIRN_OBJC
    @objc
#endif
public enum TSKTaskState: UInt, Sendable {
    /// Some prerequisite has not finished.
    case pending
    /// All prerequisites have finished; the initial state of every task.
    case ready
    /// The task's `main` has been called.
    case executing
    /// The task was cancelled.
    case cancelled
    /// The task has finished successfully.
    case finished
    /// The task has failed.
    case failed
}

/// The state in a word, as in "Pending".
public func TSKTaskStateDescription(_ state: TSKTaskState) -> String? {
    switch state {
    case .pending: "Pending"
    case .ready: "Ready"
    case .executing: "Executing"
    case .cancelled: "Cancelled"
    case .finished: "Finished"
    case .failed: "Failed"
    }
}

extension TSKTaskState {
    init(_ state: StepState) {
        switch state {
        case .pending: self = .pending
        case .ready: self = .ready
        case .waiting, .executing: self = .executing
        case .finished: self = .finished
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}
