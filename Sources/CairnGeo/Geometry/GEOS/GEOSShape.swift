#if os(Linux) || os(macOS)
    import CGEOS
    import CairnCore

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

        /// What is wrong with the shape, and where.
        borrowing func invalidity() throws(GeometryError) -> String {
            guard let reason = GEOSisValidReason_r(context.handle, pointer) else { throw context.failure }
            defer { GEOSFree_r(context.handle, reason) }
            return String(cString: reason)
        }
    }

    extension GEOSShape {
        /// Reads WKB.
        init(wkb bytes: [UInt8], _ context: GEOSContext) throws(GeometryError) {
            guard let reader = GEOSWKBReader_create_r(context.handle) else { throw context.failure }
            defer { GEOSWKBReader_destroy_r(context.handle, reader) }
            try self.init(GEOSWKBReader_read_r(context.handle, reader, bytes, bytes.count), context)
        }

        /// What the shape has of the highest dimension, points, lines or areas; nil for a collection of nothing.
        borrowing func geometry(_ spatialReference: SpatialReference?) throws(GeometryError) -> Geometry? {
            var pending = [pointer]
            var parts: [[Geometry]] = [[], [], []]
            while let part = pending.popLast() {
                if GEOSGeomTypeId_r(context.handle, part) == GEOS_GEOMETRYCOLLECTION.rawValue {
                    let count = GEOSGetNumGeometries_r(context.handle, part)
                    pending += (0..<max(0, count)).compactMap { GEOSGetGeometryN_r(context.handle, part, $0) }
                } else {
                    let dimension = max(0, min(2, GEOSGeom_getDimensions_r(context.handle, part)))
                    parts[Int(dimension)].append(try Self.geometry(part, context, spatialReference))
                }
            }
            return parts.last { !$0.isEmpty }.map(Geometry.init(merging:))
        }

        /// Of one kind, by way of WKB.
        private static func geometry(
            _ pointer: OpaquePointer, _ context: GEOSContext, _ spatialReference: SpatialReference?
        ) throws(GeometryError) -> Geometry {
            guard let writer = GEOSWKBWriter_create_r(context.handle) else { throw context.failure }
            defer { GEOSWKBWriter_destroy_r(context.handle, writer) }
            GEOSWKBWriter_setOutputDimension_r(context.handle, writer, 3)
            var size = 0
            guard let bytes = GEOSWKBWriter_write_r(context.handle, writer, pointer, &size) else { throw context.failure }
            defer { GEOSFree_r(context.handle, bytes) }
            return try Geometry(wkb: UnsafeRawBufferPointer(start: bytes, count: size), spatialReference: spatialReference)
        }
    }

    extension Geometry {
        /// Points, lines or areas as one geometry.
        fileprivate init(merging parts: [Geometry]) {
            let reference = parts[0].spatialReference
            if parts.count == 1 {
                self = parts[0]
            } else {
                switch parts[0] {
                case .point, .multipoint:
                    self = .multipoint(Multipoint(points: parts.flatMap(\.positions), spatialReference: reference))
                case .polyline: self = .polyline(Polyline(paths: parts.flatMap(\.parts), spatialReference: reference))
                case .polygon, .envelope: self = .polygon(Polygon(rings: parts.flatMap(\.parts), spatialReference: reference))
                }
            }
        }

        /// Paths or rings.
        private var parts: [[Position]] {
            switch self {
            case .polyline(let polyline): polyline.paths
            case .polygon(let polygon): polygon.rings
            case .point, .multipoint, .envelope: []
            }
        }
    }
#endif
