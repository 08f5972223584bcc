import Foundation

/// A task whose work is a closure.
///
/// ```swift
/// let task = TSKBlockTask(name: "API Request") { task in
///     client.execute(request, success: { task.finish(with: $0) }, failure: { task.fail(with: $0) })
/// }
/// ```
open class TSKBlockTask: TSKTask, @unchecked Sendable {
    // Proof: set once, and called by one thread at a time: attempts of one task never overlap.

    /// The work.
    public let block: (TSKTask) -> Void
    private let requiredKeys: PrerequisiteNames

    /// A task that runs `block`, and wants prerequisites for `requiredPrerequisiteKeys`.
    public init(name: String?, requiredPrerequisiteKeys: Set<AnyHashable>?, block: @escaping (TSKTask) -> Void) {
        self.block = block
        requiredKeys = PrerequisiteNames(keys: requiredPrerequisiteKeys ?? [])
        super.init(name: name)
    }

    /// A task that runs `block`.
    public convenience init(name: String?, block: @escaping (TSKTask) -> Void) {
        self.init(name: name, requiredPrerequisiteKeys: nil, block: block)
    }

    /// A task that runs `block`.
    public convenience init(block: @escaping (TSKTask) -> Void) {
        self.init(name: nil, requiredPrerequisiteKeys: nil, block: block)
    }

    /// The keys that were given when the task was made.
    open override var requiredPrerequisiteKeys: Set<AnyHashable>? { requiredKeys.keys }

    /// Runs the block.
    open override func main() {
        block(self)
    }
}

/// A set of keys.
struct PrerequisiteNames: @unchecked Sendable {
    // Proof: keys are strings and the like; they are compared and never changed.
    let keys: Set<AnyHashable>
}
