#if !CAIRN_OBJC
    /// What an observer wants to be told, where Foundation has no key-value observation of its own.
    public struct NSKeyValueObservingOptions: OptionSet, Sendable {
        /// The bits, with the values they have in Foundation.
        public let rawValue: UInt

        /// The options of these bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The value after the change.
        public static let new = NSKeyValueObservingOptions(rawValue: 1)
        /// The value before the change.
        public static let old = NSKeyValueObservingOptions(rawValue: 2)
        /// One call before `observe` returns, for the value there is.
        public static let initial = NSKeyValueObservingOptions(rawValue: 4)
        /// One call more for each change, before the one that tells of it. Both come when the change has been made.
        public static let prior = NSKeyValueObservingOptions(rawValue: 8)
    }
#endif
