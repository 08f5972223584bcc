import Synchronization

/// The task that runs the bodies of attempts, one after the other: one that is there costs less than a new one.
///
/// Each attempt has its turn. Who cancels one writes that into the turn first, outside every lock, and so cannot meet a later attempt.
final class Worker: Sendable {
    /// An attempt's leave to use a worker.
    struct Turn: Sendable {
        let worker: Worker
        fileprivate let number: Int

        var isCancelled: Bool { worker.turn.load(ordering: .acquiring) != number }

        /// Cancels what the worker runs, if it still is in this turn.
        func cancel() {
            let (isCurrent, _) = worker.turn.compareExchange(
                expected: number, desired: number + 1, ordering: .acquiringAndReleasing)
            if isCurrent { worker.task.cancel() }
        }
    }

    /// Here, and not in each attempt: then every attempt would count one more reference to it, and threads wait for each other to count.
    let run: WorkflowRun
    /// What its task was made for.
    private let definition: StepDefinition
    private let task = LateTask()
    /// Even, and one more once the turn was cancelled.
    private let turn = Atomic(0)

    init(of run: WorkflowRun, for definition: StepDefinition) {
        self.run = run
        self.definition = definition
    }

    var firstTurn: Turn { Turn(worker: self, number: 0) }

    func start(_ makeTask: () -> Task<Void, Never>) {
        task.start(makeTask)
    }

    /// The next turn, for the task of this worker, whose body has returned.
    ///
    /// - Returns: nil if it was cancelled, by itself too, or is not a task as that attempt wants one.
    func nextTurn(for definition: StepDefinition) -> Turn? {
        guard definition.wantsSameTask(as: self.definition), !Task.isCancelled else { return nil }
        let number = turn.load(ordering: .relaxed)
        guard number.isMultiple(of: 2) else { return nil }
        let (isCurrent, _) = turn.compareExchange(expected: number, desired: number + 2, ordering: .acquiringAndReleasing)
        return isCurrent ? Turn(worker: self, number: number + 2) : nil
    }
}
