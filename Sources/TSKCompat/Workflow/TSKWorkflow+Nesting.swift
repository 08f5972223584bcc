import Foundation

/// Commands go from a workflow to those within it, and handlers of one call those of the other: neither may go round, nor deeper than the stack.
extension TSKWorkflow {
    static let deepest = 100

    func checkNesting(of task: TSKSubworkflowTask) throws {
        let (above, within) = (Self.levels(from: [self], \.around), Self.levels(from: [task.subworkflow], \.within))
        if within.contains(where: { $0.contains(ObjectIdentifier(self)) }) {
            throw TSKAdditionError.containsItself(task: task.name)
        }
        if above.count + within.count > Self.deepest {
            throw TSKAdditionError.nestedTooDeeply(task: task.name, limit: Self.deepest)
        }
    }

    /// The workflows that are reached by no step, one, two, as far as there are any, up to one more than are allowed.
    private static func levels(
        from start: [TSKWorkflow], _ next: (TSKWorkflow) -> [TSKWorkflow]
    ) -> [Set<ObjectIdentifier>] {
        var (levels, level): ([Set<ObjectIdentifier>], [TSKWorkflow]) = ([], start)
        while !level.isEmpty, levels.count <= deepest {
            levels.append(Set(level.map(ObjectIdentifier.init)))
            var seen: Set<ObjectIdentifier> = []
            level = level.flatMap(next).filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
        return levels
    }

    /// The workflows that are the work of tasks here.
    private var within: [TSKWorkflow] {
        graph.state.withLock(\.tasks).compactMap { ($0 as? TSKSubworkflowTask)?.subworkflow }
    }

    /// The workflows that have tasks whose work this is.
    private var around: [TSKWorkflow] {
        var workflows: [TSKWorkflow] = []
        tellOuterTasks { task in
            if let workflow = task.workflow { workflows.append(workflow) }
        }
        return workflows
    }
}
