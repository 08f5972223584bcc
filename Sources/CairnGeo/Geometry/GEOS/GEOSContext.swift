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
            GEOSInterruption.install()
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
        var failure: GeometryError { Task.isCancelled ? .cancelled : .notComputed(complaint ?? "it does not say why") }

        /// A geometry once more, which belongs to the caller.
        func copy(of geometry: OpaquePointer) throws(GeometryError) -> OpaquePointer {
            guard let copy = GEOSGeom_clone_r(handle, geometry) else { throw failure }
            return copy
        }

        /// What a computation gives.
        ///
        /// - Parameter isFailure: Whether it is GEOS's word for an exception.
        /// - Throws: What the context says then.
        func result<Result>(
            of compute: (GEOSContextHandle_t) -> Result, unless isFailure: (Result) -> Bool
        ) throws(GeometryError) -> Result {
            while true {
                complaint = nil
                let result = compute(handle)
                if !isFailure(result) { return result }
                // Another task's interruption may have come here.
                guard GEOSInterruption.isMeant(by: complaint), !Task.isCancelled else { throw failure }
            }
        }
    }
#endif
