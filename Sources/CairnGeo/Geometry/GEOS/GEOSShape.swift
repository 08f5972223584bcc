#if os(Linux) || os(macOS)
    import CGEOS

    /// A geometry of GEOS's, freed with its owner. Pointers leave it for the time of one call only.
    struct GEOSShape: ~Copyable {
        typealias Combination = (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
        typealias Relation = (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> CChar
        typealias Change = (GEOSContextHandle_t?, OpaquePointer?) -> OpaquePointer?
        typealias Test = (GEOSContextHandle_t?, OpaquePointer?) -> CChar

        private let pointer: OpaquePointer
        private let context: GEOSContext

        /// - Throws: What the context says, if GEOS made nothing.
        init(_ pointer: OpaquePointer?, _ context: GEOSContext) throws(GeometryError) {
            guard let pointer else { throw context.failure }
            self.pointer = pointer
            self.context = context
        }

        deinit {
            GEOSGeom_destroy_r(context.handle, pointer)
        }

        borrowing func combined(with other: borrowing GEOSShape, by combine: Combination) throws(GeometryError) -> GEOSShape {
            try GEOSShape(combine(context.handle, pointer, other.pointer), context)
        }

        borrowing func changed(by change: Change) throws(GeometryError) -> GEOSShape {
            try GEOSShape(change(context.handle, pointer), context)
        }

        borrowing func isRelated(to other: borrowing GEOSShape, by relate: Relation) throws(GeometryError) -> Bool {
            try answer(relate(context.handle, pointer, other.pointer))
        }

        borrowing func passes(_ test: Test) throws(GeometryError) -> Bool { try answer(test(context.handle, pointer)) }

        /// As ``isRelated(to:by:)`` from the other end, for a shape that GEOS has prepared.
        borrowing func isRelated(to prepared: OpaquePointer, by relate: Relation) throws(GeometryError) -> Bool {
            try answer(relate(context.handle, prepared, pointer))
        }

        /// Has GEOS index the shape. What it returns must be given back to ``GEOSContext``'s GEOS before the shape goes.
        borrowing func prepared() throws(GeometryError) -> OpaquePointer {
            guard let prepared = GEOSPrepare_r(context.handle, pointer) else { throw context.failure }
            return prepared
        }

        /// Two, where it should be 0 or 1, is GEOS's word for an exception.
        private borrowing func answer(_ code: CChar) throws(GeometryError) -> Bool {
            guard code == 0 || code == 1 else { throw context.failure }
            return code == 1
        }

        /// What the shape has of the highest dimension, points, lines or areas; nil for a collection of nothing.
        borrowing func geometry(_ spatialReference: SpatialReference?) throws(GeometryError) -> Geometry? {
            var reader = GEOSReader(context)
            try reader.read(pointer)
            return reader.geometry(spatialReference)
        }

        /// What is wrong with the shape, and where.
        borrowing func invalidity() throws(GeometryError) -> String {
            guard let reason = GEOSisValidReason_r(context.handle, pointer) else { throw context.failure }
            defer { GEOSFree_r(context.handle, reason) }
            return String(cString: reason)
        }
    }
#endif
