/// The task that sleeps until the next deadline of a run.
///
/// It is nobody's child, for it is set by whoever happens to change the run, and what that one has among its task-local values does
/// not concern it.
final class Alarm: Sendable {
    let time: Duration
    private let task = LateTask()

    init(_ time: Duration) {
        self.time = time
    }

    func start(for run: WorkflowRun) {
        task.start { Task.detached(priority: run.priority) { await run.keepTime(until: self) } }
    }

    func cancel() {
        task.cancel()
    }
}
