import CairnCore

/// What follows from what the machine has done. All under the lock; what is to be done without it is written into the actions.
extension RunState {
    /// Acts upon every change since the last time, and upon those that come of it.
    mutating func process(for run: WorkflowRun, _ actions: inout Actions) {
        if !machine.changes.isEmpty { isIdleAnnounced = false }
        if let recorder = run.recorder { forgetReset(recorder, &actions) }
        var index = 0
        while index < machine.changes.count {
            let change = machine.changes[index]
            index += 1
            if change.cause == .queued {
                admit(change, run)
            } else {
                act(upon: change, run, &actions)
            }
        }
        machine.forgetChanges()
        if !machine.discarded.isEmpty { actions.wakes.release(machine.takeDiscarded()) }
    }

    /// Takes from the checkpoint what a command has reset. Only commands do: all of it is among the changes before the first is acted upon.
    private func forgetReset(_ recorder: StepRecorder, _ actions: inout Actions) {
        let resets = machine.changes.filter { $0.cause == .reset }
        guard !resets.isEmpty else { return }
        recorder.forget(resets.map { .init(step: definitions[Int($0.step)], inner: subruns[$0.step]?.recorder) })
        actions.shrunkRecorder = recorder
    }

    /// Puts a step that may begin where it is begun from.
    private mutating func admit(_ change: StepChange, _ run: WorkflowRun) {
        let (step, definition) = (change.step, definitions[Int(change.step)])
        // Taken back by the same change.
        guard machine.isQueued(step), machine.attempt(of: step) == change.attempt else { return }
        let entry = ReadyQueue.Entry(step: step, attempt: change.attempt)
        switch definition.kind {
        case .task: ready.append(entry, priority: definition.priority)
        case .subworkflow: readySubworkflows.append(entry, priority: definition.priority)
        case .gate:
            if let value = fulfilments[step] {
                fulfilled(step, with: value, run)
            } else {
                machine.wait(step)
                if let timeout = definition.gateTimeout { deadline(in: timeout, for: step) }
            }
        }
    }

    /// Lets a gate that has been reached finish; with checkpoints not before that is recorded.
    mutating func fulfilled(_ step: Int32, with value: any Sendable, _ run: WorkflowRun) {
        if run.recorder != nil {
            if machine.phase(of: step) == .waiting {
                machine.startAgain(step, attempt: machine.attempt(of: step))
            } else {
                let entry = ReadyQueue.Entry(step: step, attempt: machine.attempt(of: step))
                readySubworkflows.append(entry, priority: definitions[Int(step)].priority)
            }
        } else {
            if machine.phase(of: step) == .ready { machine.wait(step) }
            machine.finish(step, with: value)
        }
    }

    private mutating func act(upon change: StepChange, _ run: WorkflowRun, _ actions: inout Actions) {
        let (step, from, to) = (change.step, change.from, change.to)
        switch to {
        case .executing:
            timings[Int(step)].begin(at: now)
            // What an earlier attempt had done is done again.
            if progress[step] != nil { settleProgress(of: step, &actions) }
        case .finished:
            if change.cause != .addition {
                timings[Int(step)].end(at: now)
                weights.finished += definitions[Int(step)].weight
                settleProgress(of: step, &actions)
            }
        case .failed, .cancelled:
            timings[Int(step)].end(at: now)
            settleProgress(of: step, &actions)
        case .pending where change.cause == .reset:
            forget(step, from, &actions)
        case .pending where change.cause == .retry:
            failures[step] = nil
            timings[Int(step)].clear()
        default: break
        }
        // The body of an attempt that does not count any more.
        if from == .executing, to == .cancelled || to == .pending { interrupt(step, &actions) }
        report(change, &actions)
        if to.isEnded { answerWaiters(for: step, &actions) }
    }

    /// What a reset takes back beside the result.
    private mutating func forget(_ step: Int32, _ from: StepState, _ actions: inout Actions) {
        if from == .finished { weights.finished -= definitions[Int(step)].weight }
        timings[Int(step)].clear()
        failures[step] = nil
        if let fulfilment = fulfilments.removeValue(forKey: step) { actions.wakes.release(fulfilment) }
        if let subrun = subruns.removeValue(forKey: step) {
            if machine.isLive(step) { departing[step] = subrun } else { actions.wakes.release(subrun) }
        }
        settleProgress(of: step, &actions)
    }

    private mutating func settleProgress(of step: Int32, _ actions: inout Actions) {
        if progress[step] != nil { setProgress(of: step, to: nil) }
        // The end says so itself.
        if !isFinished { progressLevel?.send(overallProgress, &actions.wakes) }
    }

    /// Cancels the body that a step runs, and what runs within it.
    mutating func interrupt(_ step: Int32, _ actions: inout Actions) {
        guard let attempt = timings[Int(step)].body else { return }
        if let subrun = subruns[step] ?? departing[step] { actions.concern(.orphan(subrun, attempt: attempt.number)) }
        actions.wakes.call { attempt.cancel() }
    }

    private mutating func report(_ change: StepChange, _ actions: inout Actions) {
        guard log.isWatched else { return log.skip() }
        if change.cause == .addition {
            return log.append(.added(snapshot(of: change.step, within: nil)), at: now, &actions.wakes)
        }
        let definition = definitions[Int(change.step)]
        let transition = StepTransition(
            step: definition.id, name: definition.name, from: change.from, to: change.to, attempt: Int(change.attempt),
            error: change.to == .failed ? machine.outcome(of: change.step).failure : nil)
        log.append(.changed(transition), at: now, &actions.wakes)
    }

    mutating func answerWaiters(for step: Int32, _ actions: inout Actions) {
        guard !resultWaiters.isEmpty, let waiters = resultWaiters.removeValue(forKey: step) else { return }
        let result = result(of: step)
        for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume(with: result, &actions.wakes) }
    }

    /// What a step has come to so far.
    func result(of step: Int32) -> Result<any Sendable, any Error> {
        let state = machine.phase(of: step)
        switch (state, machine.outcome(of: step)) {
        case (.finished, .value(let value)): return .success(value)
        case (.failed, .failure(let error)): return .failure(error)
        case (.cancelled, _): return .failure(CancellationError())
        default: return .failure(WorkflowError.noResult(step: definitions[Int(step)].name, state: state))
        }
    }
}
