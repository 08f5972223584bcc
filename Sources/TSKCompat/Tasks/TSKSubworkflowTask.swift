import CairnWorkflow
import Foundation

/// A task whose work is a whole workflow. It finishes with the workflow as its result, fails when one of the workflow's tasks does, and is
/// cancelled with it.
///
/// Cancelling it cancels the workflow first. Resetting it resets the workflow; retrying it retries that, at once or when this task's prerequisites
/// have finished.
open class TSKSubworkflowTask: TSKTask, @unchecked Sendable {
    // Proof: `owesRetry` is touched under the graphs' lock only.

    /// The workflow.
    public let subworkflow: TSKWorkflow
    /// Whether the workflow is to be retried when this task runs, for it could not run when it was retried itself.
    private(set) var owesRetry = false

    /// A task that runs `subworkflow`.
    public init(name: String?, subworkflow: TSKWorkflow) {
        self.subworkflow = subworkflow
        super.init(name: name)
        subworkflow.addOuterTask(self)
    }

    /// A task that runs `subworkflow`.
    public convenience init(subworkflow: TSKWorkflow) {
        self.init(name: nil, subworkflow: subworkflow)
    }

    /// Starts the workflow, or takes over what has become of it.
    open override func main() {
        guard let (graph, index) = graphAndIndex else { return }
        let calls = HandlerCalls.ofThread
        var (situation, retried, discarded) = (Situation.stale, [Arrival]?.none, [Any]())
        graph.state.withLock { state in
            // A body that was left behind by a later attempt has nothing to say.
            guard isRunning(index, state) else { return }
            subworkflow.graph.state.whileLocked { within in
                if owesRetry { retried = TaskGraph.perform(.retry, on: nil, true, &within, &discarded) }
                owesRetry = false
                situation = Situation(within)
            }
            switch situation {
            case .finished:
                situation = .ended(TaskGraph.end(index, attempt: nil, with: .value(LegacyValue(value: subworkflow)), &state))
            case .failed(let error):
                situation = .ended(TaskGraph.end(index, attempt: nil, with: .failure(error ?? MissingError()), &state))
            case .cancelled:
                situation = .reached(TaskGraph.perform(.cancel, on: index, or: self, false, &state, &discarded))
            case .stale, .startable, .ended, .reached: break
            }
        }
        if let retried { calls.make(in: subworkflow.graph) { [self] in announceWithin(.retry, retried, calls) } }
        switch situation {
        case .startable: subworkflow.start()
        case .ended(let ending): if let ending { calls.make(in: graph) { [self] in announce(ending, in: graph, index) } }
        case .reached(let arrivals): calls.make(in: graph) { [self] in announceAll(arrivals, calls) }
        case .stale, .finished, .failed, .cancelled: break
        }
    }

    /// Whether the attempt that calls this counts.
    private func isRunning(_ index: Int32, _ state: TaskGraph.State) -> Bool {
        guard state.machine.phase(of: index) == .executing else { return false }
        return callingAttempt == nil || callingAttempt == state.machine.attempt(of: index)
    }

    /// What the workflow is for the task that is to run it.
    private enum Situation {
        case stale
        case startable
        case finished
        case failed((any Error)?)
        case cancelled
        // What came of it.
        case ended(Ending?)
        case reached([Arrival])

        init(_ state: TaskGraph.State) {
            if !state.isUnfinished {
                self = .finished
            } else if let failure = state.earliestFailure {
                self = .failed(failure.error)
            } else {
                self = state.machine.count(in: .cancelled) > 0 ? .cancelled : .startable
            }
        }
    }

    override func reachIn(
        _ command: TaskCommand, _ hasMoved: Bool, _ state: inout TaskGraph.State, _ place: Int32, _ discarded: inout [Any]
    ) -> [Arrival]? {
        guard hasMoved || command == .cancel else { return nil }
        let waits = command == .retry && state.machine.phase(of: place) == .pending
        owesRetry = waits
        if waits { return nil }
        return subworkflow.graph.state.whileLocked { TaskGraph.perform(command, on: nil, true, &$0, &discarded) }
    }

    override func announceWithin(_ command: TaskCommand, _ arrivals: [Arrival], _ calls: HandlerCalls) {
        calls.makeNow(in: subworkflow.graph) { subworkflow.announce(command, arrivals, calls) }
    }
}

/// What becomes of the workflow is taken over where it still holds: another thread may have retried both meanwhile.
extension TSKSubworkflowTask {
    func subworkflowDidFinish() {
        end(.value(LegacyValue(value: subworkflow))) { $0.machine.areAllLeavesFinished }
    }

    func subworkflowTaskDidFail(_ error: (any Error)?) {
        end(.failure(error ?? MissingError())) { $0.machine.count(in: .failed) > 0 }
    }

    private func end(_ outcome: StepOutcome, where holds: (TaskGraph.State) -> Bool) {
        guard let (graph, index) = graphAndIndex else { return }
        let within = subworkflow.graph.state
        let ending = graph.end(index, attempt: nil, with: outcome) { within.whileLocked { holds($0) } }
        guard let ending else { return }
        HandlerCalls.ofThread.makeNow(in: graph) { announce(ending, in: graph, index) }
    }

    func subworkflowTaskDidCancel() {
        let calls = HandlerCalls.ofThread
        // This task is being cancelled itself, and was waiting for the subworkflow to be: its handlers are called now.
        if let announcement = calls.announcement(of: self) { return announcement.make() }
        let (graph, index) = graphMadeIfNeeded
        let within = subworkflow.graph.state
        var discarded: [Any] = []
        let arrivals = graph.state.withLock { state -> [Arrival] in
            let phase = state.machine.phase(of: index)
            let isOpen = phase == .pending || phase == .ready || phase == .executing
            guard isOpen, !owesRetry, within.whileLocked({ $0.machine.count(in: .cancelled) > 0 }) else { return [] }
            return TaskGraph.perform(.cancel, on: index, or: self, false, &state, &discarded)
        }
        calls.makeNow(in: graph) { announceAll(arrivals, calls) }
    }
}
