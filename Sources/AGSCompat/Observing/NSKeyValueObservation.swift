#if !CAIRN_OBJC
    public import Foundation

    /// An observation under way, where Foundation has no key-value observation of its own. It ends when it is invalidated, or let go of.
    ///
    /// It does not keep the object, nor the object it.
    public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
        // Proof: all it holds is a Sendable constant.
        private let observer: Observer

        init(_ observer: Observer) {
            self.observer = observer
        }

        deinit { observer.end() }

        /// Ends it: no call begins any more on this thread, and at most the one that is just beginning on another. It may be called within the
        /// handler.
        public func invalidate() { observer.end() }
    }
#endif
