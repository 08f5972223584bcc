#if !CAIRN_OBJC
    public import Foundation

    /// One change of an observed value, where Foundation has no key-value observation of its own.
    public struct NSKeyValueObservedChange<Value> {
        /// What kinds of changes there are.
        public typealias Kind = NSKeyValueChange

        /// What has happened: the value was set.
        public let kind: Kind
        /// The value that this change has brought, whatever it is by now; nil if it was not asked for.
        public let newValue: Value?
        /// The value that this change has replaced; nil if it was not asked for, and in the initial call.
        public let oldValue: Value?
        /// Where a collection has changed: never told here.
        public let indexes: IndexSet? = nil
        /// Whether this is the call before the one that tells of the change.
        public let isPrior: Bool

        init(from oldValue: Value?, to newValue: Value?, isPrior: Bool = false) {
            kind = .setting
            (self.oldValue, self.newValue, self.isPrior) = (oldValue, newValue, isPrior)
        }
    }
#endif
