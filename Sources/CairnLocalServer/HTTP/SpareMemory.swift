#if os(Linux) || os(macOS)
    import CMicrohttpd

    /// Gives back to the system what answers have taken, once the last of them has gone: the C library of Linux keeps hundreds of megabytes.
    struct SpareMemory {
        private var wasBusy = false

        mutating func look(isBusy: Bool) {
            if wasBusy, !isBusy { cairn_give_memory_back() }
            wasBusy = isBusy
        }
    }
#endif
