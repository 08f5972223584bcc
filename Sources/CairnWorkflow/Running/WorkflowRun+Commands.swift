import CairnCore
import Synchronization

extension WorkflowRun {
    /// Starts every step that is ready: what ``Workflow/start(_:)`` does, and again after a reset.
    public func start() {
        begin { $0.startAll() }
    }

    /// Starts one step, if it is ready.
    public func start(_ step: some WorkflowStep) {
        begin { $0.machine.start(place(of: step, in: $0)) }
    }

    /// Cancels every step that has not ended, and those that are added before something is started, retried or reset.
    public func cancel() {
        transact { state in
            state.isCancelled = true
            state.machine.cancelAll()
        }
    }

    /// Cancels everything for whoever runs this, whose own task was cancelled: whatever is commanded from now on, nothing begins any more.
    func close() {
        transact { $0.close() }
    }

    private func command(_ body: (inout RunState) -> Void) {
        transact { state in
            state.isCancelled = false
            body(&state)
        }
    }

    /// A command by which steps begin: none do where the step around this has ended.
    private func begin(_ body: (inout RunState) -> Void) {
        command { if !$0.isSealed { body(&$0) } }
    }

    /// Cancels a step and everything that depends on it, as far as it has not ended; also if the step itself has.
    ///
    /// A body that runs is told by the cancellation of its task, and whatever it still returns is ignored.
    public func cancel(_ step: some WorkflowStep) {
        transact { $0.machine.cancel(place(of: step, in: $0)) }
    }

    /// Goes on from what failed or was cancelled. What has finished stays so.
    public func retry() {
        begin { $0.retryAll() }
    }

    /// Starts a step again that failed or was cancelled, and every such step that depends on it: at once if its prerequisites have
    /// finished, else as soon as they have.
    public func retry(_ step: some WorkflowStep) {
        begin { $0.machine.retry(place(of: step, in: $0)) }
    }

    /// Takes every step back to its beginning, and starts nothing: `start()` does.
    public func reset() {
        command { $0.machine.resetAll() }
    }

    /// Takes a step and everything that depends on it back to its beginning: results are forgotten, bodies that run are
    /// cancelled, gates are closed again. Starts nothing: `start()` does.
    public func reset(_ step: some WorkflowStep) {
        command { $0.machine.reset(place(of: step, in: $0)) }
    }

    /// Tells a gate that its condition has come true. The first time counts, until it is withdrawn or the gate is reset.
    ///
    /// - Returns: Whether this was the first time. A cancelled gate takes no fulfilment.
    @discardableResult
    public func fulfill<Value>(_ gate: Step<Value>, with value: Value) -> Bool {
        transact { state in fulfill(self.gate(gate, in: state), with: value, &state) }
    }

    /// Tells a gate, known by its name as where the workflow was built elsewhere, that its condition has come true.
    ///
    /// - Returns: Whether this was the first time; false also if there is no gate of that name which takes such a value.
    @discardableResult
    public func fulfill<Value: Sendable>(named name: String, with value: Value) -> Bool {
        transact { state in
            state.gate(named: name, of: Value.self).map { fulfill($0, with: value, &state) } ?? false
        }
    }

    private func fulfill(_ step: Int32, with value: any Sendable, _ state: inout RunState) -> Bool {
        guard state.fulfilments[step] == nil, state.machine.phase(of: step) != .cancelled else { return false }
        state.fulfilments[step] = value
        switch state.machine.phase(of: step) {
        case .waiting: state.fulfilled(step, with: value, self)
        // It has run out of time, and what depends on it was left behind.
        case .failed where !state.isSealed: state.machine.retry(step)
        default: break
        }
        return true
    }

    /// Tells a gate whose condition carries no value that it has come true.
    @discardableResult
    public func fulfill(_ gate: Step<Void>) -> Bool {
        fulfill(gate, with: ())
    }

    /// Takes the fulfilment of a gate back. If it has finished it waits again, and what depends on it is reset.
    ///
    /// - Returns: Whether there was a fulfilment.
    @discardableResult
    public func withdraw<Value>(_ gate: Step<Value>) -> Bool {
        transact { state, actions in
            let step = self.gate(gate, in: state)
            guard let fulfilment = state.fulfilments.removeValue(forKey: step) else { return false }
            actions.wakes.release(fulfilment)
            if state.machine.phase(of: step) == .finished || state.machine.phase(of: step) == .executing {
                state.machine.reset(step)
                state.process(for: self, &actions)
                if !state.isSealed { state.machine.start(step) }
            }
            return true
        }
    }

    private func gate<Value>(_ gate: Step<Value>, in state: RunState) -> Int32 {
        let step = place(of: gate, in: state)
        guard case .gate = state.definitions[Int(step)].work else {
            preconditionFailure("\"\(state.definitions[Int(step)].name)\" is no gate.")
        }
        return step
    }

    /// Adds steps to the graph that runs. They are started as soon as their prerequisites have finished, at once if they have.
    ///
    /// Steps that are added once the run was cancelled, or by the body of an attempt that was, are cancelled too; retrying starts them. Within a step
    /// that has ended they wait for it to be retried.
    ///
    /// ```swift
    /// let tiles = try run.add { workflow in
    ///     names.map { name in workflow.task(name, after: image) { image in process(image, name) } }
    /// }
    /// ```
    ///
    /// - Parameter build: Adds the steps. All are added at once when it returns, or none if it throws.
    /// - Throws: What `build` throws; ``WorkflowError/unknownPrerequisite(step:)``; with checkpoints
    ///   ``WorkflowError/duplicateName(_:)``.
    @discardableResult
    public func add<Result>(_ build: (inout Workflow) throws -> Result) throws -> Result {
        var addition = Workflow(name) { [weak self] step in self?.outputType(of: step) }
        let result = try build(&addition)
        let restored = try addition.steps.map { try recorder?.restored($0) }
        let adder = StepContext.current.flatMap { $0.workflow === self ? $0.step : nil }
        try transact { state, actions in
            try state.check(addition.steps)
            let (isCancelled, first) = (state.isCancelled || adder.map { !state.isCurrent($0) } ?? false, state.definitions.count)
            for (step, value) in zip(addition.steps, restored) { try state.addStep(step, restored: value) }
            // Told as added before anything becomes of them.
            state.process(for: self, &actions)
            for place in first..<state.definitions.count where isCancelled || !state.isSealed {
                if isCancelled { state.machine.cancelOne(Int32(place)) } else { state.machine.start(Int32(place)) }
            }
        }
        return result
    }

    private func outputType(of step: StepID) -> (any Any.Type)? {
        read { state in state.place(of: step).map { state.definitions[Int($0)].outputType } }
    }
}

extension RunState {
    /// Throws unless every prerequisite is here, or comes before its dependent among the steps to be added, and names are unique where
    /// they must be.
    func check(_ steps: [StepDefinition]) throws {
        var (coming, comingNames): (Set<StepID>, Set<String>) = ([], [])
        for step in steps {
            guard step.prerequisites.allSatisfy({ place(of: $0) != nil || coming.contains($0) }) else {
                throw WorkflowError.unknownPrerequisite(step: step.name)
            }
            coming.insert(step.id)
            if let names, names.contains(step.name) || !comingNames.insert(step.name).inserted {
                throw WorkflowError.duplicateName(step.name)
            }
        }
    }
}
