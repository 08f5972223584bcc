/// One attempt of a step: what its body needs, and who runs that. The body runs until it returns, whatever has become of the attempt.
final class Attempt: Sendable {
    let step: Int32
    let number: Int32
    let definition: StepDefinition
    /// The results of the prerequisites; of a gate, what it was fulfilled with.
    let inputs: StepInputs
    let holdsSlot: Bool
    private let turn: Worker.Turn

    init(
        _ step: Int32, _ number: Int32, _ definition: StepDefinition, _ inputs: StepInputs, holdsSlot: Bool, _ turn: Worker.Turn
    ) {
        (self.step, self.number, self.definition) = (step, number, definition)
        (self.inputs, self.holdsSlot, self.turn) = (inputs, holdsSlot, turn)
    }

    var worker: Worker { turn.worker }
    var run: WorkflowRun { worker.run }

    func start() {
        worker.start { run.task(of: self) }
    }

    var isCancelled: Bool { turn.isCancelled }

    func cancel() {
        turn.cancel()
    }
}
