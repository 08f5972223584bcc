/// What observers can be told of, as Objective-C names it.
enum ObservedKey: String, Sendable {
    case loadStatus, loadError
    case status, messages, error, result
    case fractionCompleted, completedUnitCount, isPaused, isCancelled, isFinished, localizedDescription
}

/// One change of the state behind an object.
struct StateChange: Sendable {
    /// Whose change it is.
    let state: ObjectIdentifier
    let old: any Sendable
    let new: any Sendable
    /// What is not as it was.
    let keys: Set<ObservedKey>
}
