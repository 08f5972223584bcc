/// A place in which one attempt after another runs, each as a child of the cell's own task group.
///
/// A child of a group cannot be cancelled alone, but a group can: to cancel one attempt its cell's group is cancelled, and the
/// cell goes on with a new one.
struct Cell: Sendable {
    /// What a cell is told while it waits.
    enum Signal: Sendable {
        case assigned
        case cancel(Int32, attempt: Int32)
        case close
    }

    var assignment: Assignment?
    /// Whether it is about to ask for an assignment.
    var isCollecting = true
    /// Whether it takes one of the slots.
    var holdsSlot = false
    private var waiter: CheckedContinuation<Signal, Never>?
    private var signals: [Signal] = []

    /// Tells the cell something; it learns of it when the returned waiter is resumed, or else when it next asks.
    mutating func send(_ signal: Signal) -> Wake? {
        guard let waiter else {
            signals.append(signal)
            return nil
        }
        self.waiter = nil
        return Wake { waiter.resume(returning: signal) }
    }

    mutating func wait(_ continuation: CheckedContinuation<Signal, Never>) -> Wake? {
        if signals.isEmpty {
            waiter = continuation
            return nil
        }
        let signal = signals.removeFirst()
        return Wake { continuation.resume(returning: signal) }
    }
}

/// An attempt that is to run now.
struct Assignment: Sendable {
    let step: Int32
    let attempt: Int32
    let definition: StepDefinition
    let inputs: [any Sendable]
    /// What a gate was fulfilled with, to be recorded.
    let fulfilment: (any Sendable)?
}

/// Somebody to be woken after the lock has been given back.
struct Wake: Sendable {
    let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }
}
