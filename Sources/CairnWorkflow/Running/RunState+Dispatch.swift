import CairnCore

/// Who runs what: steps that are ready to cells, cells to slots, deadlines to the timer.
extension RunState {
    /// Gives what is ready to cells, as long as there are slots; announces the end; calls for what is missing.
    mutating func dispatch(for run: WorkflowRun) {
        while let entry = readySubworkflows.popFirst() { assign(entry, holdsSlot: false, run) }
        while !ready.isEmpty, takeSlot(run) {
            guard let entry = nextReady() else { break }
            assign(entry, holdsSlot: true, run)
            heldSlots -= 1
        }
        returnSlots(to: run.slots)
        announce()
        keepDriven(run)
    }

    /// The next attempt that still counts.
    private mutating func nextReady() -> ReadyQueue.Entry? {
        while let entry = ready.popFirst() {
            if machine.isQueued(entry.step), machine.attempt(of: entry.step) == entry.attempt { return entry }
        }
        return nil
    }

    private mutating func takeSlot(_ run: WorkflowRun) -> Bool {
        if heldSlots > 0 { return true }
        if isWaitingForSlot { return false }
        guard run.slots.acquire(orLater: { [weak run] in run?.slotHandedOver() }) else {
            isWaitingForSlot = true
            return false
        }
        heldSlots = 1
        return true
    }

    private mutating func returnSlots(to pool: SlotPool) {
        while heldSlots > 0 {
            heldSlots -= 1
            if let wake = pool.release() { wakes.append(wake) }
        }
    }

    private mutating func assign(_ entry: ReadyQueue.Entry, holdsSlot: Bool, _ run: WorkflowRun) {
        let step = entry.step
        guard machine.begin(step, attempt: entry.attempt) else {
            if holdsSlot { heldSlots += 1 }
            return
        }
        let definition = definitions[Int(step)]
        let cell = freeCell()
        timings[Int(step)].cell = Int32(cell)
        cells[cell].holdsSlot = holdsSlot
        cells[cell].assignment = Assignment(
            step: step, attempt: entry.attempt, definition: definition, inputs: inputs(of: definition),
            fulfilment: fulfilments.isEmpty ? nil : fulfilments[step])
        if let limit = definition.policy?.policy.timeout { deadline(in: limit, for: step) }
        process(for: run)
        // A cell that is about to ask need not be told.
        if !cells[cell].isCollecting, let wake = cells[cell].send(.assigned) { wakes.append(wake) }
    }

    private func inputs(of definition: StepDefinition) -> [any Sendable] {
        if definition.inputCount == 0 { return [] }
        return (0..<definition.inputCount).map { position in
            let id = definition.prerequisites[position]
            guard let place = place(of: id), let value = machine.outcome(of: place).value else {
                preconditionFailure("\"\(definition.name)\" began without the result of a prerequisite.")
            }
            return value
        }
    }

    private mutating func freeCell() -> Int {
        if let cell = idleCells.popLast() { return cell }
        let cell: Int
        if let closed = closedCells.popLast() {
            cell = closed
            cells[cell] = Cell()
        } else {
            cell = cells.count
            cells.append(Cell())
        }
        order(.open(cell: cell))
        return cell
    }

    mutating func order(_ order: PumpOrder) {
        if let pump {
            self.pump = nil
            wakes.append(Wake { pump.resume(returning: order) })
        } else {
            orders.append(order)
        }
    }

    private mutating func announce() {
        if !isFinished {
            isFinishAnnounced = false
        } else if !isFinishAnnounced {
            isFinishAnnounced = true
            log.append(.finished, at: now)
            progressLevel?.send(1)
        }
        if !isIdle {
            isIdleAnnounced = false
        } else if !isIdleAnnounced {
            isIdleAnnounced = true
            log.append(.quiescent, at: now)
            answerAll()
        }
    }

    private mutating func answerAll() {
        for step in resultWaiters.keys.sorted() {
            let result = result(of: step)
            for waiter in resultWaiters[step] ?? [] { wakes.append(Wake { waiter.continuation.resume(with: result) }) }
        }
        resultWaiters = [:]
        for waiter in idleWaiters.sorted(by: { $0.key < $1.key }) { wakes.append(Wake { waiter.value.resume() }) }
        idleWaiters = [:]
    }

    /// Ends the driver when nothing is left, and starts one when there is something again.
    private mutating func keepDriven(_ run: WorkflowRun) {
        if isDriven, isIdle, holds == 0 {
            isDriven = false
            for cell in idleCells.sorted() {
                if let wake = cells[cell].send(.close) { wakes.append(wake) }
            }
            idleCells = []
            closeTimer()
            order(.end)
        } else if !isDriven, !isIdle {
            isDriven = true
            driver = Task { await run.drive() }
        }
        setAlarm()
    }
}
