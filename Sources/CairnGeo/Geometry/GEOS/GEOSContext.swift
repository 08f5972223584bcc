#if os(Linux) || os(macOS)
    import CGEOS

    /// What GEOS keeps for one thread, with the words of its last complaint.
    ///
    /// One is made for each computation, and goes with the last of its shapes: nothing of it is shared.
    final class GEOSContext {
        let handle: GEOSContextHandle_t
        private var complaint: String?

        /// - Throws: ``GeometryError/notComputed(_:)`` if there is no memory.
        init() throws(GeometryError) {
            guard let handle = GEOS_init_r() else { throw .notComputed("there is no memory left") }
            self.handle = handle
            GEOSContext_setErrorMessageHandler_r(handle, Self.keep, Unmanaged.passUnretained(self).toOpaque())
        }

        deinit {
            GEOS_finish_r(handle)
        }

        private static let keep: GEOSMessageHandler_r = { message, context in
            guard let message, let context else { return }
            Unmanaged<GEOSContext>.fromOpaque(context).takeUnretainedValue().complaint = String(cString: message)
        }

        /// What a computation that has failed throws.
        var failure: GeometryError { .notComputed(complaint ?? "it does not say why") }
    }
#endif
