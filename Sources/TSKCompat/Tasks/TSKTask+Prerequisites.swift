import Foundation

extension TSKTask {
    /// Everything this task directly depends on; empty if it is in no workflow.
    public var prerequisiteTasks: Set<TSKTask> { workflow?.prerequisites(for: self) ?? [] }

    /// The prerequisites that are bound to keys.
    public var keyedPrerequisiteTasks: [AnyHashable: TSKTask] { workflow?.keyedPrerequisites(for: self) ?? [:] }

    /// The prerequisites that are bound to none.
    public var unkeyedPrerequisiteTasks: Set<TSKTask> { workflow?.unkeyedPrerequisites(for: self) ?? [] }

    /// Everything that directly depends on this task.
    public var dependentTasks: Set<TSKTask> { workflow?.dependents(for: self) ?? [] }

    /// The result of one of the prerequisites; of which, if there are several, is not said.
    public func anyPrerequisiteResult() -> Any? {
        orderedPrerequisites.first?.result
    }

    /// The results of all prerequisites, `NSNull` for nil, in no order that is said.
    public func allPrerequisiteResults() -> [Any] {
        orderedPrerequisites.map { $0.result ?? NSNull() }
    }

    /// The results of the prerequisites that are bound to no key, `NSNull` for nil.
    public func allUnkeyedPrerequisiteResults() -> [Any] {
        unkeyedPrerequisiteTasks.map { $0.result ?? NSNull() }
    }

    /// The results of the keyed prerequisites, `NSNull` for nil.
    public func keyedPrerequisiteResults() -> [AnyHashable: Any] {
        keyedPrerequisiteTasks.mapValues { $0.result ?? NSNull() }
    }

    /// The result of the prerequisite with that key; nil if there is none, or its result is nil.
    public func prerequisiteResult(forKey key: AnyHashable) -> Any? {
        keyedPrerequisiteTasks[key]?.result
    }

    /// The results of all prerequisites by task, `NSNull` for nil.
    public func prerequisiteResultsByTask() -> [TSKTask: Any] {
        Dictionary(uniqueKeysWithValues: orderedPrerequisites.map { ($0, $0.result ?? NSNull()) })
    }

    private var orderedPrerequisites: [TSKTask] { workflow?.orderedPrerequisites(of: self) ?? [] }

    /// The task and its dependents, one level deeper for each line "   | ". Iterative: a chain may be long.
    func treeDescription(depth: Int = 0) -> String {
        var lines: [String] = []
        var open = [(task: self, depth: depth)]
        while let (task, depth) = open.popLast() {
            lines.append(String(repeating: "   | ", count: depth) + task.description)
            open += (task.workflow?.orderedDependents(of: task) ?? []).reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }
}
