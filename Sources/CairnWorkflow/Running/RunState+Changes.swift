import CairnCore

/// What follows from what the machine has done. All under the lock; what is to be done without it is put into `actions`.
extension RunState {
    /// Acts upon every change since the last time, and upon those that come of it.
    mutating func process(for run: WorkflowRun) {
        var index = 0
        while index < machine.changes.count {
            let change = machine.changes[index]
            index += 1
            if change.cause == .queued {
                admit(change, run)
            } else {
                act(upon: change, run)
            }
        }
        machine.forgetChanges()
    }

    /// Puts a step that may begin where it is begun from.
    private mutating func admit(_ change: StepChange, _ run: WorkflowRun) {
        let (step, definition) = (change.step, definitions[Int(change.step)])
        let entry = ReadyQueue.Entry(step: step, attempt: change.attempt)
        switch definition.work {
        case .task: ready.append(entry, priority: definition.priority)
        case .subworkflow: readySubworkflows.append(entry, priority: definition.priority)
        case .gate(let timeout):
            if let value = fulfilments[step] {
                fulfilled(step, with: value, run)
            } else {
                machine.wait(step)
                if let timeout { deadline(in: timeout, for: step) }
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

    private mutating func act(upon change: StepChange, _ run: WorkflowRun) {
        let (step, from, to) = (change.step, change.from, change.to)
        switch to {
        case .executing:
            timings[Int(step)].begin(at: now)
            // What an earlier attempt had done is done again.
            if progress[step] != nil { settleProgress(of: step) }
        case .finished:
            if change.cause != .addition {
                timings[Int(step)].end(at: now)
                weights.finished += definitions[Int(step)].weight
                settleProgress(of: step)
            }
        case .failed, .cancelled:
            timings[Int(step)].end(at: now)
            settleProgress(of: step)
        case .pending where change.cause == .reset:
            forget(step, from)
            run.recorder?.forget(definitions[Int(step)])
            actions.hasForgotten = true
        case .pending where change.cause == .retry:
            failures[step] = nil
            timings[Int(step)].clear()
        default: break
        }
        // The body of an attempt that does not count any more.
        if from == .executing, to == .cancelled || to == .pending { interrupt(step) }
        report(change)
        if to.isEnded { answerWaiters(for: step) }
    }

    /// What a reset takes back beside the result.
    private mutating func forget(_ step: Int32, _ from: StepState) {
        if from == .finished { weights.finished -= definitions[Int(step)].weight }
        timings[Int(step)].clear()
        failures[step] = nil
        if let fulfilment = fulfilments.removeValue(forKey: step) { actions.discarded.append(fulfilment) }
        if let subrun = subruns.removeValue(forKey: step) { actions.discarded.append(subrun) }
        settleProgress(of: step)
    }

    private mutating func settleProgress(of step: Int32) {
        if !progress.isEmpty { progress[step] = nil }
        progressLevel?.send(overallProgress)
    }

    /// Cancels the body that a step runs.
    mutating func interrupt(_ step: Int32) {
        guard let body = bodies[Int(timings[Int(step)].body)] else { return }
        actions.wakes.append(Wake { body.cancel() })
    }

    private mutating func report(_ change: StepChange) {
        guard log.isWatched else { return log.skip() }
        if change.cause == .addition { return log.append(.added(snapshot(of: change.step, within: nil)), at: now) }
        let definition = definitions[Int(change.step)]
        let transition = StepTransition(
            step: definition.id, name: definition.name, from: change.from, to: change.to, attempt: Int(change.attempt),
            error: change.to == .failed ? machine.outcome(of: change.step).failure : nil)
        log.append(.changed(transition), at: now)
    }

    mutating func answerWaiters(for step: Int32) {
        guard !resultWaiters.isEmpty, let waiters = resultWaiters.removeValue(forKey: step) else { return }
        let result = result(of: step)
        actions.wakes += waiters.sorted { $0.key < $1.key }.map { waiter in Wake { waiter.value.resume(with: result) } }
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

    func snapshot(of step: Int32, within subworkflow: WorkflowSnapshot?) -> StepSnapshot {
        let (definition, timing) = (definitions[Int(step)], timings[Int(step)])
        let state = machine.phase(of: step)
        return StepSnapshot(
            id: definition.id, name: definition.name, kind: definition.kind, prerequisites: definition.prerequisites,
            weight: definition.weight, state: state, attempt: Int(machine.attempt(of: step)),
            progress: state == .finished ? 1 : progress[step] ?? 0, error: machine.outcome(of: step).failure, began: timing.began,
            ended: timing.ended, subworkflow: subworkflow)
    }
}
