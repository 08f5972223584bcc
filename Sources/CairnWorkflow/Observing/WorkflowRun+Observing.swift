import CairnCore
import Synchronization

extension WorkflowRun {
    /// How everything stands now, subworkflows included.
    public var snapshot: WorkflowSnapshot {
        let (snapshot, subruns) = state.withLock { ($0.snapshot(named: name), $0.subruns) }
        return snapshot.with(subruns.mapValues(\.run.snapshot))
    }

    /// Why a step stands as it does, in words.
    public func explain(_ step: some WorkflowStep) -> String {
        snapshot.explain(step)
    }

    /// How much is done, 0…1, each step by its weight. A reset, or another attempt of a step that had told of progress, takes it down.
    public var progress: Double { state.withLock(\.overallProgress) }

    /// The progress, then the newest after each change. Ends with the run itself.
    public var progressUpdates: AsyncStream<Double> {
        state.withLock { state in
            let level = state.progressLevel ?? Level(state.overallProgress)
            state.progressLevel = level
            return level.values
        }
    }

    /// Whether every step has finished.
    public var isFinished: Bool { state.withLock(\.isFinished) }

    /// Whether nothing runs and nothing is waited for.
    public var isQuiescent: Bool { state.withLock(\.isIdle) }

    /// What happens, in order: first how everything stands at the time of the access, then every event after it. A stream of its own for
    /// each access; one that is had before the run is started misses nothing. Who comes when a run that was started is quiescent is told so next.
    ///
    /// A watcher that falls more than about a thousand events behind gets a new snapshot in place of what it has missed. The stream ends
    /// when the watching task is cancelled: a run can always be commanded on, so leave at `quiescent` or `finished`.
    public var events: AsyncStream<WorkflowEvent> {
        let watcher = EventWatcher(self)
        return AsyncStream { await watcher.next() }
    }
}

extension RunState {
    func snapshot(named name: String) -> WorkflowSnapshot {
        let steps = definitions.indices.map { snapshot(of: Int32($0), within: nil) }
        return WorkflowSnapshot(name: name, sequence: log.sequence, steps: steps)
    }
}

extension WorkflowSnapshot {
    fileprivate func with(_ subworkflows: [Int32: WorkflowSnapshot]) -> WorkflowSnapshot {
        var snapshot = self
        for (place, subworkflow) in subworkflows where Int(place) < snapshot.steps.count {
            snapshot.steps[Int(place)].subworkflow = subworkflow
        }
        return snapshot
    }
}

/// A position in a run's events.
private final class EventWatcher: Sendable {
    private let run: WorkflowRun
    /// The number of the last event seen.
    private let position: Atomic<Int>
    /// How everything stood when the watcher came, until it has been told: whoever watches before it starts a run misses nothing of it.
    private let first: Mutex<[WorkflowEvent]>

    init(_ run: WorkflowRun) {
        self.run = run
        let first = run.state.withLock { state in
            state.log.watcherCame()
            var kinds: [WorkflowEvent.Kind] = [.snapshot(state.snapshot(named: run.name))]
            // Who comes after the end must not wait for it.
            if state.isStarted, state.isIdle { kinds.append(.quiescent) }
            return kinds.map { WorkflowEvent(sequence: state.log.sequence, time: state.now, kind: $0) }
        }
        position = Atomic(first[0].sequence)
        self.first = Mutex(first)
    }

    deinit {
        run.state.withLock { $0.log.watcherLeft() }
    }

    func next() async -> WorkflowEvent? {
        while !Task.isCancelled {
            if let event = first.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) ?? newest() { return event }
            await somethingNew()
        }
        return nil
    }

    private func newest() -> WorkflowEvent? {
        let seen = position.load(ordering: .relaxed)
        let event = run.state.withLock { state -> WorkflowEvent? in
            if seen == state.log.sequence { return nil }
            if let event = state.log.event(after: seen) { return event }
            let snapshot = state.snapshot(named: run.name)
            return WorkflowEvent(sequence: snapshot.sequence, time: state.now, kind: .snapshot(snapshot))
        }
        if let event { position.store(event.sequence, ordering: .relaxed) }
        return event
    }

    private func somethingNew() async {
        let id = run.lastID.add(1, ordering: .relaxed).newValue
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = run.state.withLock { state in
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled || position.load(ordering: .relaxed) != state.log.sequence { return false }
                    state.log.addWaiter(id, continuation)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            run.state.withLock { $0.log.removeWaiter(id) }?.resume()
        }
    }
}
