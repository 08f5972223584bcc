import CairnCallbacks
import Foundation
import Synchronization

/// Has states show what they were, or became, by a change, while the value of a key path is found on this thread.
///
/// Whatever the key path leads through, and whichever class has overridden what, is asked as it always is.
final class ShownState: Sendable {
    @TaskLocal private static var current: ShownState?

    private let values: [ObjectIdentifier: any Sendable]
    private let thread = Carried(pthread_self())
    private let isOver = Atomic(false)

    private init(_ values: [ObjectIdentifier: any Sendable]) {
        self.values = values
    }

    /// What a state is to show instead of what it is; nil if that.
    static func value<Value>(of state: AnyObject) -> Value? {
        guard let current, current.isValid else { return nil }
        return current.values[ObjectIdentifier(state)] as? Value
    }

    /// A Swift task that is begun meanwhile inherits it, and is not meant.
    private var isValid: Bool { !isOver.load(ordering: .relaxed) && pthread_equal(thread.value, pthread_self()) != 0 }

    static func showing<Result>(_ values: [ObjectIdentifier: any Sendable], _ body: () -> Result) -> Result {
        let shown = ShownState(values)
        defer { shown.isOver.store(true, ordering: .relaxed) }
        return $current.withValue(shown, operation: body)
    }
}
