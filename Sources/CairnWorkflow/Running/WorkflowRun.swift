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
    let state: Mutex<RunState>
    let lastID = Atomic(0)

    init(
        _ workflow: Workflow, _ configuration: WorkflowConfiguration, slots: SlotPool? = nil,
        recorder: StepRecorder? = nil, host: any StepHost = StandaloneHost()
    ) throws {
        name = workflow.name
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
        state.machine.forgetChanges()
        self.state = Mutex(state)
    }

    /// Changes the state, acts upon what follows, and tells those concerned once the lock is free.
    @discardableResult
    func transact<Result: Sendable>(_ body: (inout RunState) throws -> Result) rethrows -> Result {
        let (result, actions) = try change(body)
        act(actions)
        return result
    }

    /// Changes the state, and says what is to be done once the lock is free.
    func change<Result: Sendable>(
        _ body: (inout RunState) throws -> Result
    ) rethrows -> (result: Result, actions: Actions) {
        let now = time.now
        return try state.withLock { state in
            state.now = max(state.now, now)
            let sequence = state.log.sequence
            let result = try body(&state)
            state.process(for: self)
            state.dispatch(for: self)
            if state.log.sequence != sequence {
                state.actions.wakes += state.log.takeWaiters().map { waiter in Wake { waiter.resume() } }
            }
            return (result, state.takeActions())
        }
    }

    func act(_ actions: Actions) {
        actions.start?.start(task)
        for body in actions.otherStarts { body.start(task) }
        for wake in actions.wakes { wake.wake() }
        if actions.hasForgotten { recorder?.handOver() }
    }

    func slotHandedOver() {
        transact { state in
            state.heldSlots += 1
            state.isWaitingForSlot = false
        }
    }

    func place(of step: some WorkflowStep, in state: RunState) -> Int32 {
        guard let place = state.place(of: step.id) else {
            preconditionFailure("The step is not of the workflow \"\(name)\". Use the handles that this workflow gave.")
        }
        return place
    }
}
