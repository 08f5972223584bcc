#if os(Linux) || os(macOS)
    import CGEOS

    /// A geometry of GEOS's, freed with its owner. Pointers leave it for the time of one call only.
    struct GEOSShape: ~Copyable {
        typealias Combination = (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
        typealias Relation = (GEOSContextHandle_t?, OpaquePointer?, OpaquePointer?) -> CChar
        typealias Change = (GEOSContextHandle_t?, OpaquePointer?) -> OpaquePointer?
        typealias Test = (GEOSContextHandle_t?, OpaquePointer?) -> CChar

        private let pointer: OpaquePointer
        let context: GEOSContext

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
            let (first, second) = (pointer, other.pointer)
            return try GEOSShape(context.result(of: { combine($0, first, second) }, unless: { $0 == nil }), context)
        }

        borrowing func changed(by change: Change) throws(GeometryError) -> GEOSShape {
            let pointer = pointer
            return try GEOSShape(context.result(of: { change($0, pointer) }, unless: { $0 == nil }), context)
        }

        borrowing func isRelated(to other: borrowing GEOSShape, by relate: Relation) throws(GeometryError) -> Bool {
            let (first, second) = (pointer, other.pointer)
            return try answer { relate($0, first, second) }
        }

        borrowing func passes(_ test: Test) throws(GeometryError) -> Bool {
            let pointer = pointer
            return try answer { test($0, pointer) }
        }

        /// As ``isRelated(to:by:)`` from the other end, for a shape that GEOS has prepared.
        borrowing func isRelated(to prepared: OpaquePointer, by relate: Relation) throws(GeometryError) -> Bool {
            let pointer = pointer
            return try answer { relate($0, prepared, pointer) }
        }

        /// Has GEOS index the shape. What it returns must be given back to ``GEOSContext``'s GEOS before the shape goes.
        borrowing func prepared() throws(GeometryError) -> OpaquePointer {
            let pointer = pointer
            guard let prepared = try context.result(of: { GEOSPrepare_r($0, pointer) }, unless: { $0 == nil }) else {
                throw context.failure
            }
            return prepared
        }

        /// Has GEOS index the shape for as long as `body` takes.
        borrowing func whilePrepared(_ body: (OpaquePointer) throws(GeometryError) -> Bool) throws(GeometryError) -> Bool {
            let prepared = try prepared()
            defer { GEOSPreparedGeom_destroy_r(context.handle, prepared) }
            return try body(prepared)
        }

        /// How the shape lies to another, in the nine characters of DE-9IM.
        borrowing func relation(to other: borrowing GEOSShape) throws(GeometryError) -> String {
            let (first, second) = (pointer, other.pointer)
            let matrix = try context.result(of: { GEOSRelate_r($0, first, second) }, unless: { $0 == nil })
            guard let matrix else { throw context.failure }
            defer { GEOSFree_r(context.handle, matrix) }
            return String(cString: matrix)
        }

        /// What GEOS says of the shape without computing anything.
        borrowing func ask<Answer>(_ question: (GEOSContextHandle_t, OpaquePointer) -> Answer) -> Answer {
            question(context.handle, pointer)
        }

        /// Two, where it should be 0 or 1, is GEOS's word for an exception.
        private borrowing func answer(_ ask: (GEOSContextHandle_t) -> CChar) throws(GeometryError) -> Bool {
            try context.result(of: ask, unless: { $0 != 0 && $0 != 1 }) == 1
        }

        /// What the shape has of the highest dimension, points, lines or areas; nil for a collection of nothing.
        borrowing func geometry(_ spatialReference: SpatialReference?) throws(GeometryError) -> Geometry? {
            var reader = GEOSReader(context)
            try reader.read(pointer)
            return reader.geometry(spatialReference)
        }

        /// What the shape has, each dimension by itself, the lowest first.
        borrowing func geometries(_ spatialReference: SpatialReference?) throws(GeometryError) -> [Geometry] {
            var reader = GEOSReader(context)
            try reader.read(pointer)
            return reader.geometries(spatialReference)
        }

        /// How far the shape is from another, measured between boundaries.
        borrowing func distance(to other: borrowing GEOSShape) throws(GeometryError) -> Double {
            let (first, second) = (pointer, other.pointer)
            var distance = Double.nan
            _ = try context.result(of: { GEOSDistanceIndexed_r($0, first, second, &distance) }, unless: { $0 == 0 })
            return distance
        }

        /// Calls `body` with each part of a collection.
        borrowing func forEachPart(_ body: (OpaquePointer) throws(GeometryError) -> Void) throws(GeometryError) {
            for index in 0..<max(0, GEOSGetNumGeometries_r(context.handle, pointer)) {
                guard let part = GEOSGetGeometryN_r(context.handle, pointer, index) else { throw context.failure }
                try body(part)
            }
        }

        /// The same once more, which belongs to the caller.
        borrowing func copied() throws(GeometryError) -> OpaquePointer { try context.copy(of: pointer) }

        /// What is wrong with the shape, and where.
        borrowing func invalidity() throws(GeometryError) -> String {
            guard let reason = GEOSisValidReason_r(context.handle, pointer) else { throw context.failure }
            defer { GEOSFree_r(context.handle, reason) }
            return String(cString: reason)
        }
    }
#endif
