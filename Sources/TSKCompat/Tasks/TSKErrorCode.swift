/// The version of Task.framework whose behaviour this module keeps.
public let TSKTaskVersionNumber = 1.2

/// The domain of the errors of tasks themselves.
public let TSKTaskErrorDomain = "TSKTaskErrorDomain"

/// The codes of errors in ``TSKTaskErrorDomain``.
public enum TSKErrorCode: Int, Sendable {
    /// An external condition task was started before its condition had been fulfilled.
    case externalConditionNotFulfilled = 1
}
