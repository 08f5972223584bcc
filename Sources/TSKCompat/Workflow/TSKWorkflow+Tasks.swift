import CairnCore
import CairnWorkflow
import Foundation
import Synchronization

extension TSKWorkflow {
    /// Every task that was added.
    #if CAIRN_OBJC
        @objc
    #endif
    public var allTasks: Set<TSKTask> { Set(graph.state.withLock(\.tasks)) }

    /// The tasks that depend on none.
    public var tasksWithNoPrerequisiteTasks: Set<TSKTask> { Set(roots) }

    /// The tasks on which none depends.
    public var tasksWithNoDependentTasks: Set<TSKTask> {
        // A set asks its elements for their hash, which is the callers' code: not under the lock.
        Set(
            graph.state.withLock { state in
                state.tasks.indices.filter { !state.machine.hasDependents(Int32($0)) }.map { state.tasks[$0] }
            })
    }

    /// What a task directly depends on; nil if it is not in this workflow.
    public func prerequisites(for task: TSKTask) -> Set<TSKTask>? {
        place(of: task).map { _ in Set(orderedPrerequisites(of: task)) }
    }

    /// The prerequisites of a task that are bound to no key; nil if it is not in this workflow.
    public func unkeyedPrerequisites(for task: TSKTask) -> Set<TSKTask>? {
        prerequisites(for: task)?.subtracting((keyedPrerequisites(for: task) ?? [:]).values)
    }

    /// The prerequisites of a task by key; nil if it is not in this workflow.
    public func keyedPrerequisites(for task: TSKTask) -> [AnyHashable: TSKTask]? {
        guard let place = place(of: task) else { return nil }
        let pairs = graph.state.withLock { state in
            (state.keyed[place] ?? [:]).map { ($0.key, state.tasks[Int($0.value)]) }
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.key, $0.1) })
    }

    /// What directly depends on a task; nil if it is not in this workflow.
    public func dependents(for task: TSKTask) -> Set<TSKTask>? {
        place(of: task).map { _ in Set(orderedDependents(of: task)) }
    }

    func place(of task: TSKTask) -> Int32? {
        let (workflow, index) = task.place.withLock { ($0.workflow, $0.index) }
        return workflow === self ? index : nil
    }

    var roots: [TSKTask] {
        graph.state.withLock { state in state.tasks.indices.filter { state.prerequisites[$0].isEmpty }.map { state.tasks[$0] } }
    }

    func orderedPrerequisites(of task: TSKTask) -> [TSKTask] {
        guard let place = place(of: task) else { return [] }
        return graph.state.withLock { state in state.prerequisites[Int(place)].map { state.tasks[Int($0)] } }
    }

    func orderedDependents(of task: TSKTask) -> [TSKTask] {
        guard let place = place(of: task) else { return [] }
        return graph.state.withLock { state in state.machine.dependents(of: place).map { state.tasks[Int($0)] } }
    }
}
