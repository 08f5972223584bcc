extension Task where Success == Void, Failure == Never {
    /// Raises the task's priority, as a task that awaits it at `priority` does: by awaiting it at that priority.
    func raisePriority(to priority: TaskPriority) {
        Task(priority: priority) { await value }
    }
}
