import Synchronization

extension WorkflowRun {
    /// Runs cells and timer as children of one task group until nothing is left to run or to wait for.
    @concurrent
    func drive() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                while true {
                    switch await nextOrder() {
                    case .open(let cell): group.addTask { await self.occupy(cell) }
                    case .timer: group.addTask { await self.keepTime() }
                    case .end: return
                    }
                }
            }
        } onCancel: {
            cancel()
        }
    }

    private func nextOrder() async -> PumpOrder {
        await withCheckedContinuation { continuation in
            let order = state.withLock { state -> PumpOrder? in
                if !state.orders.isEmpty { return state.orders.removeFirst() }
                state.pump = continuation
                return nil
            }
            if let order { continuation.resume(returning: order) }
        }
    }

    /// Takes one attempt after another until the cell is closed.
    private func occupy(_ cell: Int) async {
        while await serve(cell) {}
        transact { $0.closedCells.append(cell) }
    }

    private enum CellEvent: Sendable {
        case signal(Cell.Signal)
        case ended(Assignment, AttemptOutcome)
    }

    /// Takes attempts until one has to be cancelled, with the group it runs in.
    ///
    /// - Returns: Whether the cell goes on, with another group.
    private func serve(_ cell: Int) async -> Bool {
        await withTaskGroup(of: CellEvent.self) { group in
            group.addTask { .signal(await self.signal(for: cell)) }
            var next = take(cell)
            var current: Assignment?
            var isCancelled = false
            while true {
                if let assignment = next {
                    (current, next) = (assignment, nil)
                    start(assignment, in: &group)
                }
                switch await group.next() {
                case .ended(let assignment, let outcome):
                    current = nil
                    next = ended(assignment, outcome, in: cell, takesNext: !isCancelled)
                    if isCancelled { return true }
                case .signal(.assigned):
                    next = take(cell)
                    group.addTask { .signal(await self.signal(for: cell)) }
                case .signal(.cancel(let step, let attempt)):
                    if let current, current.step == step, current.attempt == attempt {
                        isCancelled = true
                        group.cancelAll()
                    } else {
                        group.addTask { .signal(await self.signal(for: cell)) }
                    }
                case .signal(.close), nil:
                    return false
                }
            }
        }
    }

    private func start(_ assignment: Assignment, in group: inout TaskGroup<CellEvent>) {
        guard let policy = assignment.definition.policy?.policy else {
            group.addTask { .ended(assignment, await self.perform(assignment)) }
            return
        }
        group.addTask(executorPreference: policy.executor, priority: policy.priority) {
            .ended(assignment, await self.perform(assignment))
        }
    }

    /// Waits, deaf to cancellation, until the cell is told something. Every group ends by a signal, so none is left waiting.
    private func signal(for cell: Int) async -> Cell.Signal {
        await withCheckedContinuation { continuation in
            state.withLock { $0.cells[cell].wait(continuation) }?.wake()
        }
    }

    /// What the cell is to run now, if anything: not what was cancelled before it began.
    private func take(_ cell: Int) -> Assignment? {
        var assignment = state.withLock { $0.cells[cell].take() }
        while let stale = assignment, !isCurrent(stale) {
            assignment = ended(stale, .failure(CancellationError(), .fail), in: cell, takesNext: true)
        }
        return assignment
    }

    func isCurrent(_ assignment: Assignment) -> Bool {
        state.withLock { state in
            state.machine.phase(of: assignment.step) == .executing
                && state.machine.attempt(of: assignment.step) == assignment.attempt
        }
    }

    private func ended(_ assignment: Assignment, _ outcome: AttemptOutcome, in cell: Int, takesNext: Bool) -> Assignment? {
        transact { state in
            state.attemptEnded(assignment, outcome)
            state.process(for: self)
            state.free(cell, to: slots)
            state.dispatch(for: self)
            return takesNext ? state.cells[cell].take() : nil
        }
    }
}

extension Cell {
    /// Hands over what is assigned.
    mutating func take() -> Assignment? {
        defer { assignment = nil }
        isCollecting = false
        return assignment
    }
}

/// What became of one attempt's body.
enum AttemptOutcome: Sendable {
    case success(any Sendable)
    case failure(any Error, RetryVerdict)
}

extension RunState {
    mutating func attemptEnded(_ assignment: Assignment, _ outcome: AttemptOutcome) {
        let (step, attempt) = (assignment.step, assignment.attempt)
        machine.bodyEnded(step)
        switch outcome {
        case .success(let value): machine.finish(step, attempt: attempt, with: value)
        case .failure(let error, let verdict): attemptFailed(step, attempt, error, verdict)
        }
    }

    /// Makes a cell free for the next attempt, and its slot for whoever waits for one.
    mutating func free(_ cell: Int, to pool: SlotPool) {
        idleCells.append(cell)
        cells[cell].isCollecting = true
        if cells[cell].holdsSlot, let wake = pool.release() { wakes.append(wake) }
        cells[cell].holdsSlot = false
    }
}
