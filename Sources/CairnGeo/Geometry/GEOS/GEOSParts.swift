#if os(Linux) || os(macOS)
    import CGEOS

    /// Geometries of GEOS's that are to become parts of another, freed with their owner if it does not come to that.
    struct GEOSParts: ~Copyable {
        private let context: GEOSContext
        private var pointers: [OpaquePointer] = []

        init(_ context: GEOSContext) {
            self.context = context
        }

        deinit {
            for pointer in pointers { GEOSGeom_destroy_r(context.handle, pointer) }
        }

        var isEmpty: Bool { pointers.isEmpty }

        mutating func append(_ pointer: OpaquePointer) {
            pointers.append(pointer)
        }

        /// Gives all of them away.
        mutating func take() -> [OpaquePointer?] {
            defer { pointers = [] }
            return pointers
        }
    }
#endif
