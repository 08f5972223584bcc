import CairnCore
import Foundation
import Synchronization

/// Why a task cannot be added to a workflow.
public enum TSKAdditionError: Error, Equatable, CustomStringConvertible {
    /// The task is in this workflow, or in another, already.
    case alreadyAdded(task: String)
    /// A prerequisite is not in this workflow.
    case prerequisiteNotAdded(task: String, prerequisite: String)
    /// No prerequisite is bound to a key that the task needs.
    case missingPrerequisite(task: String, key: String)
    /// The task's work is the workflow that it is added to, or one which that is within.
    case containsItself(task: String)
    /// Workflows lie within each other deeper than is allowed.
    case nestedTooDeeply(task: String, limit: Int)

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .alreadyAdded(let task): "\"\(task)\" has been added to a workflow already. Make a task for each place."
        case .prerequisiteNotAdded(let task, let prerequisite):
            "\"\(prerequisite)\", a prerequisite of \"\(task)\", is not in this workflow. Add it first."
        case .missingPrerequisite(let task, let key): "\"\(task)\" needs a prerequisite for the key \"\(key)\"."
        case .containsItself(let task): "\"\(task)\" would run the workflow that it is part of. Give it a workflow of its own."
        case .nestedTooDeeply(let task, let limit):
            "With \"\(task)\" more than \(limit) workflows would lie within each other. Put tasks of one into the one around it."
        }
    }
}

extension TSKWorkflow {
    /// Adds a task that depends on `prerequisites`, which must have been added before. Traps where ``tryAdd(_:prerequisites:keyedPrerequisites:)``
    /// throws.
    public func add(_ task: TSKTask, prerequisites: Set<TSKTask>?) {
        add(task, prerequisites: prerequisites, keyedPrerequisites: nil)
    }

    /// The same, as one sample of Task.framework's own page spells it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "add(_:prerequisites:)")
    #endif
    public func add(_ task: TSKTask, prerequisitesTasks prerequisites: Set<TSKTask>?) {
        add(task, prerequisites: prerequisites)
    }

    /// Adds a task whose prerequisites are known to it by keys.
    public func add(_ task: TSKTask, keyedPrerequisites: [AnyHashable: TSKTask]?) {
        add(task, prerequisites: nil, keyedPrerequisites: keyedPrerequisites)
    }

    /// Adds a task with prerequisites of both sorts.
    public func add(_ task: TSKTask, prerequisites: Set<TSKTask>?, keyedPrerequisites: [AnyHashable: TSKTask]?) {
        do {
            try tryAdd(task, prerequisites: prerequisites, keyedPrerequisites: keyedPrerequisites)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Adds a task, or says why it cannot be added; nothing has changed then.
    ///
    /// Do not put two workflows into each other from two threads at once: each would be looked at before the other is in it.
    ///
    /// - Throws: ``TSKAdditionError``.
    public func tryAdd(
        _ task: TSKTask, prerequisites: Set<TSKTask>? = nil, keyedPrerequisites: [AnyHashable: TSKTask]? = nil
    ) throws {
        guard task.workflow == nil else { throw TSKAdditionError.alreadyAdded(task: task.name) }
        let keyed = keyedPrerequisites ?? [:]
        if let missing = (task.requiredPrerequisiteKeys ?? []).first(where: { keyed[$0] == nil }) {
            throw TSKAdditionError.missingPrerequisite(task: task.name, key: "\(missing)")
        }
        if let task = task as? TSKSubworkflowTask { try checkNesting(of: task) }
        let places = try (prerequisites ?? []).union(keyed.values).map { prerequisite in
            guard let place = place(of: prerequisite) else {
                throw TSKAdditionError.prerequisiteNotAdded(task: task.name, prerequisite: prerequisite.name)
            }
            return place
        }
        var names: [PrerequisiteName: Int32] = [:]
        for (key, prerequisite) in keyed { names[PrerequisiteName(key: key)] = place(of: prerequisite) }
        let (record, name) = (task.record, task.name ?? "")
        #if CAIRN_OBJC
            // Around the change: what is new is what was not there before it.
            willChangeValue(forKey: "allTasks", withSetMutation: .union, using: [task])
            defer { didChangeValue(forKey: "allTasks", withSetMutation: .union, using: [task]) }
        #endif
        // Carried out of the lock: the last reference to another workflow may be this one.
        let other = task.place.withLock { place -> TSKWorkflow? in
            // Asked again under the lock: another thread may have added it meanwhile.
            if let other = place.workflow { return other }
            place.index = graph.add(task, after: places.sorted(), keyed: names, as: record)
            place.graph = graph
            place.workflow = self
            return nil
        }
        guard other == nil else { throw TSKAdditionError.alreadyAdded(task: name) }
        task.tellObserversOfAddition()
    }
}
