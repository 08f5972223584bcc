import CairnCore
import Synchronization

extension WorkflowRun {
    /// The task of one attempt: not a child of the run's, for of a task group's children none can be cancelled alone.
    func task(of attempt: Attempt) -> Task<Void, Never> {
        guard let policy = attempt.definition.policy else {
            return Task(priority: priority) { await self.run(attempt) }
        }
        return Task(executorPreference: policy.executor, priority: policy.priority ?? priority) { await self.run(attempt) }
    }

    /// Runs a body and, as long as there is one, the next: a task that is there costs less than a new one.
    private func run(_ first: Attempt) async {
        var (attempt, count) = (first, 0)
        while true {
            let outcome = await outcome(of: attempt)
            guard let next = ended(attempt, outcome) else { return }
            attempt = next
            count += 1
            // Others want the thread too; but a task that yields goes on on another core, where nothing of the run is in the cache.
            if count.isMultiple(of: 1024) { await Task.yield() }
        }
    }

    private func ended(_ attempt: Attempt, _ outcome: Outcome) -> Attempt? {
        var actions = Actions()
        change(&actions, by: .worker(attempt.worker)) { state, actions in
            state.machine.bodyEnded(attempt.step)
            state.releaseBody(of: attempt.step, self, &actions)
            switch outcome {
            case .success(let value): state.machine.finish(attempt.step, attempt: attempt.number, with: value)
            case .failure(let error, let verdict): state.attemptFailed(attempt.step, attempt.number, error, verdict)
            }
        }
        let next = actions.takeNext()
        actions.perform()
        return next
    }

    private enum Outcome {
        case success(any Sendable)
        case failure(any Error, RetryVerdict)
    }

    private func outcome(of attempt: Attempt) async -> Outcome {
        do {
            // Cancelled before it began.
            if attempt.isCancelled { throw CancellationError() }
            let value = try await StepContext.$currentAttempt.withValue(attempt) {
                switch attempt.definition.work {
                case .task(let body): try await body(attempt.inputs)
                case .subworkflow(let build): try await runSubworkflow(attempt, build)
                case .gate: attempt.inputs[0]
                }
            }
            if let recorder, attempt.definition.isPersisted {
                try await record(value, of: attempt, recorder)
            }
            return .success(value)
        } catch {
            return .failure(error, RetryVerdict(attempt.definition, error, configuration.random))
        }
    }

    /// Returns once the output is durable: only then the step counts as finished, and what depends on it begins.
    private func record(_ value: any Sendable, of attempt: Attempt, _ recorder: StepRecorder) async throws {
        guard let json = try attempt.definition.output.encoded(value) else { return }
        let isCurrent = read { state in
            guard state.isCurrent(attempt) else { return false }
            recorder.keep(json, of: attempt.definition)
            return true
        }
        if isCurrent { try await recorder.flush() }
    }
}

extension RunState {
    /// Whether what the attempt does still counts.
    func isCurrent(_ attempt: Attempt) -> Bool {
        machine.phase(of: attempt.step) == .executing && machine.attempt(of: attempt.step) == attempt.number
    }
}
