import CairnCore

extension RunState {
    /// Some thirty years: clocks trap on more than they can count.
    private static let longestDelay = Duration.seconds(1_000_000_000)

    /// Sets a deadline for the state that a step is in.
    mutating func deadline(in delay: Duration, for step: Int32) {
        let entry = DeadlineQueue.Entry(
            time: now + min(max(.zero, delay), Self.longestDelay), step: step, attempt: machine.attempt(of: step),
            state: machine.phase(of: step))
        // Of very many quick steps with long time-outs nearly all deadlines are stale.
        if deadlines.count >= 1024, deadlines.count > 2 * (machine.liveCount + machine.count(in: .waiting)) {
            var kept = deadlines
            kept.removeAll(where: isStale)
            deadlines = kept
        }
        deadlines.insert(entry)
    }

    /// Whether nobody waits for a deadline any more.
    private func isStale(_ entry: DeadlineQueue.Entry) -> Bool {
        machine.attempt(of: entry.step) != entry.attempt || machine.phase(of: entry.step) != entry.state
    }

    /// Sees to it that somebody wakes up for the soonest deadline.
    mutating func setAlarm(_ run: WorkflowRun, _ actions: inout Actions) {
        if deadlines.first == nil, alarm == nil { return }
        while let first = deadlines.first, isStale(first) { _ = deadlines.popFirst() }
        if let alarm, let next = deadlines.first, alarm.time <= next.time { return }
        if let alarm { actions.wakes.call { alarm.cancel() } }
        alarm = deadlines.first.map { Alarm($0.time) }
        if let alarm { actions.wakes.call { alarm.start(for: run) } }
    }

    /// The executing attempts that have run out of time.
    func overdue() -> [Overdue] {
        deadlines.entries(until: now).compactMap { entry in
            guard entry.state == .executing, !isStale(entry) else { return nil }
            return Overdue(entry: entry, definition: definitions[Int(entry.step)])
        }
    }

    /// Ends the attempts that have run out of time, and does what else is due.
    mutating func passDeadlines(_ overdue: [(Overdue, RetryVerdict)], _ run: WorkflowRun, _ actions: inout Actions) {
        for (overdue, verdict) in overdue where !isStale(overdue.entry) {
            interrupt(overdue.entry.step, &actions)
            attemptFailed(overdue.entry.step, overdue.entry.attempt, overdue.error, verdict)
            process(for: run, &actions)
        }
        while let first = deadlines.first, isStale(first) || first.time <= now && first.state == .waiting {
            _ = deadlines.popFirst()
            if !isStale(first) { waitEnded(first) }
            process(for: run, &actions)
        }
    }

    private mutating func waitEnded(_ entry: DeadlineQueue.Entry) {
        let definition = definitions[Int(entry.step)]
        if definition.kind == .gate {
            let error = WorkflowError.timedOut(step: definition.name, after: definition.gateTimeout ?? .zero)
            machine.fail(entry.step, attempt: entry.attempt, with: error)
        } else {
            machine.startAgain(entry.step, attempt: entry.attempt)
        }
    }

    /// Fails a step, or has it wait for another attempt if its policy allows one.
    mutating func attemptFailed(_ step: Int32, _ attempt: Int32, _ error: any Error, _ verdict: RetryVerdict) {
        guard machine.phase(of: step) == .executing, machine.attempt(of: step) == attempt else { return }
        let count = (failures[step] ?? 0) + 1
        guard case .retry(let backoff, let attempts, let chance) = verdict, count < attempts else {
            machine.fail(step, attempt: attempt, with: error)
            return
        }
        failures[step] = count
        machine.waitForRetry(step, attempt: attempt)
        deadline(in: backoff.delay(afterFailures: count) { chance }, for: step)
    }
}

/// An attempt that has run out of time.
struct Overdue: Sendable {
    let entry: DeadlineQueue.Entry
    let definition: StepDefinition

    var error: WorkflowError {
        .timedOut(step: definition.name, after: definition.policy?.timeout ?? .zero)
    }
}

/// What the retry policy says of an error: asked outside the lock, for the answer is the user's code.
enum RetryVerdict: Sendable {
    case fail
    case retry(Backoff, attempts: Int, chance: Double)

    init(_ definition: StepDefinition, _ error: any Error, _ random: RandomSource) {
        if let retry = definition.policy?.retry, retry.isWorthRetrying(error) {
            self = .retry(retry.backoff, attempts: retry.attempts, chance: random())
        } else {
            self = .fail
        }
    }
}
