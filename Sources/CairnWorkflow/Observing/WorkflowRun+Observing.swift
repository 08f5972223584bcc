import CairnCore
import Synchronization

extension WorkflowRun {
    /// How everything stands now, subworkflows included.
    public var snapshot: WorkflowSnapshot {
        let (snapshot, subruns) = read { ($0.snapshot(named: name), $0.subruns) }
        return snapshot.with(subruns.mapValues(\.snapshot))
    }

    /// Why a step stands as it does, in words; of one that waits for a slot, also whose bodies have them, in this run and those within it. For a
    /// run within another also in that, if it was had by ``subworkflow(_:)``.
    public func explain(_ step: some WorkflowStep) -> String {
        var root = self
        while let parent = root.parent { root = parent }
        return snapshot.explain(step, slotHolders: root.slotHolders)
    }

    /// Everything whose body has a slot, in subworkflows too, also in those that were reset and whose bodies have not returned.
    private var slotHolders: [StepSnapshot] {
        var (holders, open): ([StepSnapshot], [WorkflowRun]) = ([], [self])
        while let run = open.popLast() {
            let (steps, runs) = run.read { state in
                (state.slotHolders, Array(state.subruns.values) + state.departing.values)
            }
            holders += steps
            open += runs
        }
        return holders
    }

    /// How much is done, 0…1, each step by its weight. A reset, or another attempt of a step that had told of progress, takes it down.
    public var progress: Double { read(\.overallProgress) }

    /// The progress, then the newest after each change. Ends with the run itself.
    public var progressUpdates: AsyncStream<Double> {
        transact { state in
            let level = state.progressLevel ?? Level(state.overallProgress)
            state.progressLevel = level
            return level.values
        }
    }

    /// Whether every step has finished.
    public var isFinished: Bool { read(\.isFinished) }

    /// Whether nothing runs and nothing is waited for.
    public var isQuiescent: Bool { read(\.isIdle) }

    /// What happens, in order: first how everything stands at the time of the access, then every event after it. A stream of its own for
    /// each access; one that is had before the run is started misses nothing.
    ///
    /// A watcher that falls more than about a thousand events behind, or as many as there are steps if these are more, gets a new snapshot in
    /// place of what it has missed. After a snapshot of a run that has finished, or is quiescent, it is told so next, with the snapshot's
    /// number. The stream ends when the watching task is cancelled: a run can always be commanded on, so leave at `quiescent` or `finished`.
    public var events: AsyncStream<WorkflowEvent> {
        let watcher = EventWatcher(self)
        return AsyncStream { await watcher.next() }
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
