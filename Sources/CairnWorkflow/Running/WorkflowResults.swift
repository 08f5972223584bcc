/// The results of a workflow whose steps have all finished.
public struct WorkflowResults: Sendable {
    private let machine: WorkflowMachine
    private let definitions: [StepDefinition]
    private let addedPlaces: [Int: Int32]

    init(_ state: RunState) {
        machine = state.machine
        definitions = state.definitions
        addedPlaces = state.addedPlaces
    }

    /// What a step has given. Traps if the step is not of the workflow.
    public subscript<Output>(step: Step<Output>) -> Output {
        guard let place = definitions.place(of: step.id, added: addedPlaces), let value = machine.outcome(of: place).value else {
            preconditionFailure(
                "The step is not of the workflow whose results these are. Use the handles that this workflow gave.")
        }
        return typedOutput(value)
    }
}
