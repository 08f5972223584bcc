/// Who changes a run: it depends on that who makes the tasks of what begins.
enum Caller: Sendable {
    case stranger
    /// A task whose task-local values are those that the steps are to have.
    case own
    /// Such a task, which goes on with what begins next.
    case worker(Worker)
}
