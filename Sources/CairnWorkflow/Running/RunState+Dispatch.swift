import CairnCore

/// Who runs what: slots to steps that are ready, and a worker to each attempt.
extension RunState {
    /// Begins a change.
    ///
    /// - Returns: The number of the last event, for the change's end.
    mutating func beginChange(at now: Duration) -> Int {
        self.now = max(self.now, now)
        return log.sequence
    }

    /// Ends a change: does what follows from it.
    mutating func endChange(_ run: WorkflowRun, _ sequence: Int, _ actions: inout Actions) {
        if isClosed { cancelOpenEnds() }
        process(for: run, &actions)
        dispatch(for: run, &actions)
        if !orders.isEmpty || !hasKeeper && !machine.isIdle { placeOrders(run, &actions) }
        if log.sequence != sequence { log.wakeWaiters(&actions.wakes) }
    }

    /// Runs what is ready, as long as there are slots; announces the end; sets the alarm.
    mutating func dispatch(for run: WorkflowRun, _ actions: inout Actions) {
        while let entry = readySubworkflows.popFirst() { begin(entry, holdsSlot: false, run, &actions) }
        while !ready.isEmpty, takeSlot(run) {
            guard let entry = nextReady() else { break }
            heldSlots -= 1
            begin(entry, holdsSlot: true, run, &actions)
        }
        while heldSlots > 0 {
            heldSlots -= 1
            releaseSlot(run, &actions)
        }
        announce(run, &actions)
        setAlarm(run, &actions)
    }

    /// A slot was taken for this run.
    mutating func takeOverSlot() {
        heldSlots += 1
        isWaitingForSlot = false
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
        guard run.slots.acquire(for: run) else {
            isWaitingForSlot = true
            return false
        }
        heldSlots = 1
        return true
    }

    private mutating func releaseSlot(_ run: WorkflowRun, _ actions: inout Actions) {
        switch run.slots.release(from: run) {
        case .freed: break
        case .handedOver(let heir): actions.concern(.heir(heir))
        case .kept: takeOverSlot()
        }
    }

    private mutating func begin(_ entry: ReadyQueue.Entry, holdsSlot: Bool, _ run: WorkflowRun, _ actions: inout Actions) {
        let step = entry.step
        guard machine.begin(step, attempt: entry.attempt) else {
            if holdsSlot { heldSlots += 1 }
            return
        }
        let definition = definitions[Int(step)]
        let turn = actions.takeTurn(for: definition)
        let attempt = Attempt(
            step, entry.attempt, definition, inputs(of: definition, step), holdsSlot: holdsSlot,
            turn ?? Worker(of: run, for: definition).firstTurn)
        if turn != nil {
            actions.goOn(with: attempt)
        } else if case .stranger = actions.caller {
            orders.append(attempt)
        } else {
            actions.begin(attempt)
        }
        timings[Int(step)].body = attempt
        if let limit = definition.attemptTimeout { deadline(in: limit, for: step) }
        process(for: run, &actions)
    }

    /// A body has returned: its slot is free for whoever waits for one.
    mutating func releaseBody(of step: Int32, _ run: WorkflowRun, _ actions: inout Actions) {
        let holdsSlot = timings[Int(step)].body?.holdsSlot ?? false
        timings[Int(step)].body = nil
        if !departing.isEmpty, let subrun = departing.removeValue(forKey: step) { actions.wakes.release(subrun) }
        guard holdsSlot else { return }
        // Kept for what begins next, unless another run waits for it.
        if run.slots.isWanted(byOthersThan: isWaitingForSlot) { releaseSlot(run, &actions) } else { heldSlots += 1 }
    }

    private func inputs(of definition: StepDefinition, _ step: Int32) -> StepInputs {
        var inputs = StepInputs()
        if definition.kind == .gate, let value = fulfilments[step] { inputs.append(value) }
        inputs.reserve(definition.inputCount)
        for position in 0..<definition.inputCount {
            // Not as an outcome: of a step with very many inputs each would be copied once more.
            guard case .value(let value) = machine.nodes[Int(knownPlace(of: definition.prerequisites[position]))].outcome else {
                preconditionFailure("\"\(definition.name)\" began without the result of a prerequisite.")
            }
            inputs.append(value)
        }
        return inputs
    }

    private mutating func announce(_ run: WorkflowRun, _ actions: inout Actions) {
        if !machine.isFinished {
            isFinishAnnounced = false
        } else if !isFinishAnnounced {
            announceFinish(&actions)
        }
        if !machine.isIdle {
            isIdleAnnounced = false
        } else if !isIdleAnnounced {
            announceQuiescence(run, &actions)
        }
    }

    // Functions of their own, not inlined: what they need once would cost every step a copy of the state.

    @inline(never) private mutating func announceFinish(_ actions: inout Actions) {
        isFinishAnnounced = true
        log.append(.finished, at: now, &actions.wakes)
        progressLevel?.send(1, &actions.wakes)
    }

    @inline(never) private mutating func announceQuiescence(_ run: WorkflowRun, _ actions: inout Actions) {
        isIdleAnnounced = true
        isStarted = true
        log.append(.quiescent, at: now, &actions.wakes)
        if opener > 0, !isSealed { seal(run) }
        answerAll(&actions)
    }

    /// Ends what the attempt around this runs, under the same lock as nothing runs any more: no command comes between, or changes what has come of it.
    private mutating func seal(_ run: WorkflowRun) {
        isSealed = true
        guard isFinished, let output = output.flatMap({ place(of: $0) }) else {
            verdict = .failure(run.failure(self))
            return
        }
        verdict = result(of: output)
    }

    private mutating func answerAll(_ actions: inout Actions) {
        for step in resultWaiters.keys.sorted() { answerWaiters(for: step, &actions) }
        for (_, waiter) in idleWaiters.sorted(by: { $0.key < $1.key }) { actions.wakes.resume(waiter) }
        for waiter in patientWaiters { actions.wakes.resume(waiter) }
        (idleWaiters, patientWaiters) = ([:], [])
        keeper?.wake(&actions.wakes)
        keeper = nil
    }
}
