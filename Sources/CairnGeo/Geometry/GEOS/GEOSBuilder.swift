#if os(Linux) || os(macOS)
    import CGEOS

    /// Makes geometries of GEOS's from ours, by its sequences of coordinates: 1 ns for each vertex, where WKB would take 20.
    ///
    /// What it makes belongs to the caller. The coordinates must be numbers, paths have two vertices and rings, once closed, four.
    struct GEOSBuilder {
        let context: GEOSContext
        let hasZ: Bool

        func make(_ geometry: Geometry) throws(GeometryError) -> OpaquePointer {
            switch geometry {
            case .point(let point):
                try point.isEmpty ? checked(GEOSGeom_createEmptyPoint_r(context.handle)) : makePoint(point.position)
            case .multipoint(let multipoint): try collect(GEOS_MULTIPOINT, multipoint.points, makePoint)
            case .polyline(let polyline): try collect(GEOS_MULTILINESTRING, polyline.paths, makeLine)
            case .polygon(let polygon): try collect(GEOS_MULTIPOLYGON, polygon.areas, makeArea)
            case .envelope(let box): try collect(GEOS_MULTIPOLYGON, Geometry.Polygon(box).areas, makeArea)
            }
        }

        /// One part stands on its own.
        private func collect<Part>(
            _ kind: GEOSGeomTypes, _ parts: [Part], _ make: (Part) throws(GeometryError) -> OpaquePointer
        ) throws(GeometryError) -> OpaquePointer {
            if parts.count == 1 { return try make(parts[0]) }
            var made = GEOSParts(context)
            for part in parts { made.append(try make(part)) }
            return try collect(kind, &made)
        }

        /// GEOS takes the parts over, also where it fails.
        func collect(_ kind: GEOSGeomTypes, _ parts: inout GEOSParts) throws(GeometryError) -> OpaquePointer {
            let code = Int32(bitPattern: kind.rawValue)
            var pointers = parts.take()
            if pointers.isEmpty { return try checked(GEOSGeom_createEmptyCollection_r(context.handle, code)) }
            return try checked(GEOSGeom_createCollection_r(context.handle, code, &pointers, UInt32(clamping: pointers.count)))
        }

        private func makePoint(_ position: Position) throws(GeometryError) -> OpaquePointer {
            try checked(GEOSGeom_createPoint_r(context.handle, makeSequence([position])))
        }

        private func makeLine(_ path: [Position]) throws(GeometryError) -> OpaquePointer {
            try checked(GEOSGeom_createLineString_r(context.handle, makeSequence(path)))
        }

        private func makeRing(_ ring: [Position]) throws(GeometryError) -> OpaquePointer {
            try checked(GEOSGeom_createLinearRing_r(context.handle, makeSequence(Geometry.Polygon.closed(ring))))
        }

        func makeArea(_ outer: [Position], _ holes: [[Position]]) throws(GeometryError) -> OpaquePointer {
            var rings = GEOSParts(context)
            for ring in [outer] + holes { rings.append(try makeRing(ring)) }
            let made = rings.take()
            var inner = Array(made.dropFirst())
            return try checked(GEOSGeom_createPolygon_r(context.handle, made[0], &inner, UInt32(clamping: inner.count)))
        }

        private func makeSequence(_ positions: [Position]) throws(GeometryError) -> OpaquePointer {
            guard let count = UInt32(exactly: positions.count) else { throw .notComputed("it takes no more than 2^32 vertices") }
            let size = hasZ ? 3 : 2
            let sequence = withUnsafeTemporaryAllocation(of: Double.self, capacity: positions.count * size) { numbers in
                for (index, position) in positions.enumerated() {
                    numbers[index * size] = position.x
                    numbers[index * size + 1] = position.y
                    if hasZ { numbers[index * size + 2] = position.z ?? .nan }
                }
                return GEOSCoordSeq_copyFromBuffer_r(context.handle, numbers.baseAddress, count, hasZ ? 1 : 0, 0)
            }
            return try checked(sequence)
        }

        private func checked(_ pointer: OpaquePointer?) throws(GeometryError) -> OpaquePointer {
            guard let pointer else { throw context.failure }
            return pointer
        }
    }
#endif
