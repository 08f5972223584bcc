import CairnCore
import Foundation

#if CAIRN_OBJC
    public import ObjectiveC
#endif

/// A task whose work is a method of another object, which is held weakly.
///
/// ```swift
/// let task = TSKSelectorTask(name: "Map API Result", target: mapper, action: Mapper.mapRequestResult)
/// ```
///
/// If the target is gone when the task is to run, the task fails with ``TSKTargetError``.
open class TSKSelectorTask: TSKTask, @unchecked Sendable {
    // Proof: set once; the weak reference is loaded atomically.

    /// The object whose method is called.
    public private(set) weak var target: AnyObject?
    private let call: (AnyObject, TSKTask) -> Void
    private let requiredKeys: PrerequisiteNames

    /// A task that calls a method of `target`, as in `Mapper.mapRequestResult`.
    public init<Target: AnyObject>(
        name: String? = nil, target: Target, action: @escaping (Target) -> (TSKTask) -> Void,
        requiredPrerequisiteKeys: Set<AnyHashable>? = nil
    ) {
        self.target = target
        call = { object, task in
            if let target = object as? Target { action(target)(task) }
        }
        requiredKeys = PrerequisiteNames(keys: requiredPrerequisiteKeys ?? [])
        #if CAIRN_OBJC
            selector = nil
        #endif
        super.init(name: name)
    }

    #if CAIRN_OBJC
        /// The method that is called, if the task was made with a selector.
        public let selector: Selector?

        /// A task that sends `selector`, which takes the task, to `target`.
        public init(name: String?, target: AnyObject, selector: Selector, requiredPrerequisiteKeys: Set<AnyHashable>?) {
            self.target = target
            call = { target, task in _ = target.perform(selector, with: task) }
            requiredKeys = PrerequisiteNames(keys: requiredPrerequisiteKeys ?? [])
            self.selector = selector
            super.init(name: name)
        }

        /// A task that sends `selector` to `target`.
        public convenience init(name: String?, target: AnyObject, selector: Selector) {
            self.init(name: name, target: target, selector: selector, requiredPrerequisiteKeys: nil)
        }

        /// A task that sends `selector` to `target`.
        public convenience init(target: AnyObject, selector: Selector) {
            self.init(name: nil, target: target, selector: selector, requiredPrerequisiteKeys: nil)
        }
    #endif

    /// The keys that were given when the task was made.
    open override var requiredPrerequisiteKeys: Set<AnyHashable>? { requiredKeys.keys }

    /// Calls the method.
    open override func main() {
        guard let target else { return fail(with: TSKTargetError(task: name)) }
        call(target, self)
    }
}

/// The object whose method a selector task was to call is gone.
public struct TSKTargetError: Error, CustomStringConvertible {
    /// The task's name.
    public let task: String

    /// What happened.
    public var description: String { "The target of \"\(task.printable())\" no longer exists. Keep it as long as the workflow." }
}
