import CairnCore

extension RunState {
    func snapshot(named name: String) -> WorkflowSnapshot {
        let steps = definitions.indices.map { snapshot(of: Int32($0), within: nil) }
        return WorkflowSnapshot(name: name, sequence: log.sequence, steps: steps)
    }

    /// The steps whose bodies have slots.
    var slotHolders: [StepSnapshot] {
        timings.indices.filter { timings[$0].body?.holdsSlot == true }.map { snapshot(of: Int32($0), within: nil) }
    }

    func snapshot(of step: Int32, within subworkflow: WorkflowSnapshot?) -> StepSnapshot {
        let (definition, timing) = (definitions[Int(step)], timings[Int(step)])
        let state = machine.phase(of: step)
        let body = timing.body
        return StepSnapshot(
            id: definition.id, name: definition.name, kind: definition.kind, prerequisites: definition.prerequisites,
            weight: definition.weight, state: state, attempt: Int(machine.attempt(of: step)),
            progress: state == .finished ? 1 : progress[step] ?? 0, error: machine.outcome(of: step).failure, began: timing.began,
            ended: timing.ended, subworkflow: subworkflow, isQueued: machine.isQueued(step),
            bodyAttempt: body.map { Int($0.number) }, holdsSlot: body?.holdsSlot ?? false)
    }
}
