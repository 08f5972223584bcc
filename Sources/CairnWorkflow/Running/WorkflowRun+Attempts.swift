import Synchronization

extension WorkflowRun {
    /// Runs the body of one attempt, and keeps its output if there are checkpoints.
    func perform(_ assignment: Assignment) async -> AttemptOutcome {
        let definition = assignment.definition
        do {
            let value = try await StepContext.$current.withValue(StepContext(run: self, assignment: assignment)) {
                try await output(of: assignment)
            }
            if let recorder, definition.policy?.policy.isPersisted ?? true {
                try await record(value, of: assignment, recorder)
            }
            return .success(value)
        } catch {
            return .failure(error, RetryVerdict(definition, error, configuration.random))
        }
    }

    private func output(of assignment: Assignment) async throws -> any Sendable {
        switch assignment.definition.work {
        case .task(let body): return try await body(assignment.inputs)
        case .subworkflow(let build): return try await runSubworkflow(assignment, build)
        case .gate:
            guard let value = assignment.fulfilment else { throw CancellationError() }
            return value
        }
    }

    /// Returns once the output is durable: only then the step counts as finished, and what depends on it begins.
    private func record(_ value: any Sendable, of assignment: Assignment, _ recorder: any StepRecorder) async throws {
        guard let json = try recorder.encoded(value, of: assignment.definition) else { return }
        let isCurrent = state.withLock { state in
            guard state.machine.phase(of: assignment.step) == .executing,
                state.machine.attempt(of: assignment.step) == assignment.attempt
            else { return false }
            recorder.keep(json, of: assignment.definition)
            return true
        }
        if isCurrent { try await recorder.flush() }
    }
}
