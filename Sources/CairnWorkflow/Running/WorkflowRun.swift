import CairnCore
import Synchronization

/// A workflow that runs, or has run: what its steps have come to, and the commands for them.
///
/// ```swift
/// let run = try workflow.start()
/// run.fulfill(approval, with: signature)
/// let results = try await run.results()
/// ```
///
/// - Commands are synchronous and take effect before they return, from any thread and from within steps and event loops.
/// - `cancel`, `reset` and `retry` reach every step that depends on the one they are given to.
/// - When nothing runs and nothing is waited for the run is quiescent. It can be commanded on from there, as often as you
///   like: results and states are kept.
/// - A run keeps itself alive while something runs or is waited for.
public final class WorkflowRun: Sendable {
    /// The workflow's name.
    public let name: String
    /// What it runs with.
    public let configuration: WorkflowConfiguration

    let time: ElapsedTime
    let slots: SlotPool
    /// Where checkpoints are kept, if they are.
    let recorder: StepRecorder?
    /// What carries jobs and messages.
    let host: any StepHost
    /// What the steps run at unless they say otherwise.
    let priority = Task.currentPriority
    /// The run of the workflow that this is a subworkflow of, once somebody has come here from there: an object of which there is a weak
    /// reference pays for it whenever it is retained.
    private let knownParent = Mutex(WeakRun(run: nil))
    /// How many workflows this is within.
    let depth: Int
    private let state: Mutex<RunState>
    private let lastID = Atomic(0)

    init(
        _ workflow: Workflow, _ configuration: WorkflowConfiguration, depth: Int = 0, slots: SlotPool? = nil,
        recorder: StepRecorder? = nil, host: any StepHost = StandaloneHost()
    ) throws {
        name = workflow.name
        self.depth = depth
        self.configuration = configuration
        time = ElapsedTime(configuration.clock)
        self.slots = slots ?? SlotPool(configuration.slots)
        self.recorder = recorder
        self.host = host
        var state = RunState(keepingEvents: 1024)
        if recorder != nil {
            state.names = []
            try state.check(workflow.steps)
        }
        try state.addSteps(of: workflow) { try recorder?.restored($0) }
        self.state = Mutex(state)
    }

    var parent: WorkflowRun? {
        get { knownParent.withLock(\.run) }
        set {
            let parent = WeakRun(run: newValue)
            knownParent.withLock { $0 = parent }
        }
    }

    /// A number that is given once.
    func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Reads the state under the lock.
    func read<Result>(_ body: (RunState) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0) }
    }

    /// Changes what is not about steps, from which nothing follows.
    func withState<Result: Sendable>(_ body: (inout RunState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// Changes the state under the lock, then does what that entails.
    @discardableResult
    func transact<Result>(
        by caller: Caller = .stranger, _ body: (inout RunState, inout Actions) throws -> Result
    ) rethrows -> Result {
        var actions = Actions()
        do {
            let result = try change(&actions, by: caller, body)
            actions.perform()
            return result
        } catch {
            actions.perform()
            throw error
        }
    }

    /// The same for a change that entails nothing but what follows from the state.
    @discardableResult
    func transact<Result>(_ body: (inout RunState) throws -> Result) rethrows -> Result {
        try transact { state, _ in try body(&state) }
    }

    /// Changes the state under the lock, and writes down what is to be done once the caller holds none.
    func change<Result>(
        _ actions: inout Actions, by caller: Caller = .stranger, _ body: (inout RunState, inout Actions) throws -> Result
    ) rethrows -> Result {
        let now = time.now
        actions.caller = caller
        return try state.withLock { state in
            let sequence = state.beginChange(at: now)
            let result = try body(&state, &actions)
            state.endChange(self, sequence, &actions)
            return result
        }
    }

    func place(of step: some WorkflowStep, in state: RunState) -> Int32 {
        guard let place = state.place(of: step.id) else {
            preconditionFailure("The step is not of the workflow \"\(name)\". Use the handles that this workflow gave.")
        }
        return place
    }
}

/// A run, for who must not keep it.
private struct WeakRun: Sendable {
    weak var run: WorkflowRun?
}
