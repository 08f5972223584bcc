#if os(Linux) || os(macOS)
    import CGEOS

    /// Ends what GEOS computes for a task that has been cancelled.
    ///
    /// GEOS calls one function of the process's, again and again and on whichever thread it computes, and has one flag, which all threads
    /// look at: a computation that finds it raised for another's is begun anew.
    enum GEOSInterruption {
        typealias Callback = @convention(c) () -> Void

        /// Has GEOS ask from now on. What the process had it ask before, is asked still.
        static func install() { _ = previous }

        /// By its bits, for a function of C counts as one that cannot be shared.
        private static let previous = unsafeBitCast(GEOS_interruptRegisterCallback(ask) as Callback?, to: UInt.self)

        private static let ask: Callback = {
            unsafeBitCast(previous, to: Callback?.self)?()
            if Task.isCancelled { GEOS_interruptRequest() }
        }

        /// Whether that is what GEOS complains of.
        static func isMeant(by complaint: String?) -> Bool { complaint?.hasPrefix("InterruptedException") ?? false }
    }
#endif
