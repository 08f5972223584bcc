#if !CAIRN_OBJC
    /// What has happened to a value, where Foundation has no key-value observation of its own.
    public enum NSKeyValueChange: UInt, Sendable {
        /// It was set: the only kind that is told here.
        case setting = 1
        /// Something was put into a collection.
        case insertion = 2
        /// Something was taken out of a collection.
        case removal = 3
        /// Something in a collection was replaced.
        case replacement = 4
    }
#endif
