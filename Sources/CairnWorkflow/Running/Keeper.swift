import CairnCore

/// The task that makes the tasks of steps to which somebody else has given cause: by fulfilling a gate, by retrying, by leaving a slot.
///
/// A task inherits the task-local values of whoever makes it. Those that the steps are to have are the values of who set the run going, and
/// so it is his task, or one that it has made, which stands by for as long as anything runs or is waited for.
struct Keeper: Sendable {
    let id: Int
    private var waiter: Waiter<Never>?

    init(_ id: Int) {
        self.id = id
    }

    mutating func wait(_ waiter: Waiter<Never>) {
        self.waiter = waiter
    }

    mutating func wake(_ wakes: inout Wakes) {
        if let waiter = waiter.take() { wakes.resume(waiter) }
    }
}

extension WorkflowRun {
    /// Makes the tasks that are ordered, until nothing runs and nothing is waited for, or another has become the keeper. Deaf to cancellation.
    ///
    /// The run forgets its keeper as soon as it is quiescent: who sets it going again brings the next.
    func keep(_ id: Int) async {
        while true {
            await waitForOrders(id)
            guard let orders = takeOrders(id) else { return }
            for attempt in orders { attempt.start() }
        }
    }

    private func takeOrders(_ id: Int) -> [Attempt]? {
        withState { state in
            guard state.keeper?.id == id else { return nil }
            defer { state.orders = [] }
            return state.orders
        }
    }

    private func waitForOrders(_ id: Int) async {
        await withCheckedContinuation { continuation in
            let waits = withState { state in
                guard state.keeper?.id == id, state.orders.isEmpty else { return false }
                state.keeper?.wait(Waiter<Never>(continuation))
                return true
            }
            if !waits { continuation.resume() }
        }
    }
}

extension RunState {
    /// Hands what is to begin to the keeper. Where there is none, whoever has made this change has set the run going.
    mutating func placeOrders(_ run: WorkflowRun, _ actions: inout Actions) {
        if keeper == nil {
            let id = run.nextID()
            keeper = Keeper(id)
            actions.wakes.call { Task(priority: run.priority) { await run.keep(id) } }
        } else {
            keeper?.wake(&actions.wakes)
        }
    }
}
