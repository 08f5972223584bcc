import TSKCompat

/// What commands do to a workflow and those within it, step by step, while nothing runs: the table of the original, written as it reads.
final class NestedModel {
    enum State: Equatable { case pending, ready, cancelled }

    final class Task {
        let prerequisites: [Task]
        let within: NestedModel?
        fileprivate(set) var state: State
        fileprivate var dependents: [Task] = []
        /// The workflow within is to be retried when this runs.
        fileprivate var owesRetry = false

        init(after prerequisites: [Task], within: NestedModel?) {
            self.prerequisites = prerequisites
            self.within = within
            state = prerequisites.isEmpty ? .ready : .pending
            for prerequisite in prerequisites { prerequisite.dependents.append(self) }
        }
    }

    private(set) var tasks: [Task] = []
    /// The task whose work this is.
    weak var around: Task?
    weak var aroundModel: NestedModel?

    @discardableResult
    func add(after prerequisites: [Task], within: NestedModel? = nil) -> Task {
        let task = Task(after: prerequisites, within: within)
        within?.around = task
        within?.aroundModel = self
        tasks.append(task)
        return task
    }

    private func reach(from task: Task) -> [Task] {
        var (reach, open): ([Task], [Task]) = ([], [task])
        while let next = open.popLast() {
            if reach.contains(where: { $0 === next }) { continue }
            reach.append(next)
            open += next.dependents.reversed()
        }
        return reach
    }

    func cancel(_ task: Task, isWhole: Bool = true) {
        var hasCancelled = false
        for reached in reach(from: task) {
            if let within = reached.within, isWhole || reached !== task { within.cancelAll(tellsAround: false) }
            if reached.state != .cancelled {
                reached.state = .cancelled
                hasCancelled = true
            }
        }
        if hasCancelled { tellAround() }
    }

    func cancelAll(tellsAround: Bool = true) {
        let hasOpen = tasks.contains { $0.state != .cancelled }
        for task in tasks {
            task.within?.cancelAll(tellsAround: false)
            task.state = .cancelled
        }
        if hasOpen, tellsAround { tellAround() }
    }

    /// A task here was cancelled.
    private func tellAround() {
        guard let around, around.state != .cancelled, !around.owesRetry else { return }
        aroundModel?.cancel(around, isWhole: false)
    }

    func reset(_ task: Task) { for reached in reach(from: task) { resetOne(reached) } }
    func resetAll() { tasks.forEach(resetOne) }

    private func resetOne(_ task: Task) {
        if task.state == .pending { return }
        task.state = task.prerequisites.isEmpty ? .ready : .pending
        task.owesRetry = false
        task.within?.resetAll()
    }

    func retry(_ task: Task) { for reached in reach(from: task) { retryOne(reached) } }
    func retryAll() { tasks.forEach(retryOne) }

    private func retryOne(_ task: Task) {
        guard task.state == .cancelled else { return }
        task.state = task.prerequisites.isEmpty ? .ready : .pending
        task.owesRetry = task.within != nil && task.state == .pending
        if task.state == .ready { task.within?.retryAll() }
    }
}
