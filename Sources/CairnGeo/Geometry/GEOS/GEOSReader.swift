#if os(Linux) || os(macOS)
    import CGEOS
    import CairnCore

    /// Reads geometries of GEOS's, points, lines and areas apart, by its sequences of coordinates.
    struct GEOSReader {
        private let context: GEOSContext
        private var points: [Position] = []
        private var paths: [[Position]] = []
        private(set) var rings: [[Position]] = []
        /// What it was given.
        private var kind = GEOS_GEOMETRYCOLLECTION

        init(_ context: GEOSContext) {
            self.context = context
        }

        /// Reads a geometry with all its parts.
        mutating func read(_ geometry: OpaquePointer) throws(GeometryError) {
            kind = GEOSGeomTypes(rawValue: UInt32(bitPattern: GEOSGeomTypeId_r(context.handle, geometry)))
            var pending = [geometry]
            while let part = pending.popLast() {
                switch GEOSGeomTypes(rawValue: UInt32(bitPattern: GEOSGeomTypeId_r(context.handle, part))) {
                case _ where GEOSisEmpty_r(context.handle, part) != 0: continue
                case GEOS_POINT: points += try positions(of: part)
                case GEOS_LINESTRING, GEOS_LINEARRING: paths.append(try positions(of: part))
                case GEOS_POLYGON: try readArea(part)
                default:
                    let count = max(0, GEOSGetNumGeometries_r(context.handle, part))
                    pending += (0..<count).reversed().compactMap { GEOSGetGeometryN_r(context.handle, part, $0) }
                }
            }
        }

        /// What was read of the highest dimension. Of nothing, what kind of nothing it was; nil for a collection.
        func geometry(_ reference: SpatialReference?) -> Geometry? {
            let hasParts = !(points.isEmpty && paths.isEmpty && rings.isEmpty)
            if !rings.isEmpty || !hasParts && [GEOS_POLYGON, GEOS_MULTIPOLYGON].contains(kind) {
                return .polygon(Geometry.Polygon(rings: rings, spatialReference: reference))
            }
            if !paths.isEmpty || !hasParts && [GEOS_LINESTRING, GEOS_MULTILINESTRING].contains(kind) {
                return .polyline(Polyline(paths: paths, spatialReference: reference))
            }
            if points.count > 1 || kind == GEOS_MULTIPOINT {
                return .multipoint(Multipoint(points: points, spatialReference: reference))
            }
            if points.isEmpty, kind != GEOS_POINT { return nil }
            return .point(MapPoint(points.first ?? Position(x: .nan, y: .nan), spatialReference: reference))
        }

        /// What was read, each dimension by itself, the lowest first; without those of which there is nothing.
        func geometries(_ reference: SpatialReference?) -> [Geometry] {
            [
                points.isEmpty ? nil : .multipoint(Multipoint(points: points, spatialReference: reference)),
                paths.isEmpty ? nil : .polyline(Polyline(paths: paths, spatialReference: reference)),
                rings.isEmpty ? nil : .polygon(Geometry.Polygon(rings: rings, spatialReference: reference)),
            ].compactMap(\.self)
        }

        private mutating func readArea(_ polygon: OpaquePointer) throws(GeometryError) {
            guard let outer = GEOSGetExteriorRing_r(context.handle, polygon) else { throw context.failure }
            var area = [try positions(of: outer)]
            for index in 0..<max(0, GEOSGetNumInteriorRings_r(context.handle, polygon)) {
                guard let hole = GEOSGetInteriorRingN_r(context.handle, polygon, index) else { throw context.failure }
                area.append(try positions(of: hole))
            }
            rings += Geometry.Polygon.oriented(area)
        }

        private func positions(of line: OpaquePointer) throws(GeometryError) -> [Position] {
            var (count, size): (UInt32, UInt32) = (0, 2)
            guard let sequence = GEOSGeom_getCoordSeq_r(context.handle, line),
                GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1,
                GEOSCoordSeq_getDimensions_r(context.handle, sequence, &size) == 1
            else { throw context.failure }
            let (hasZ, stride) = size > 2 ? (true, 3) : (false, 2)
            let positions: [Position]? = withUnsafeTemporaryAllocation(of: Double.self, capacity: Int(count) * stride) {
                numbers in
                let isCopied = GEOSCoordSeq_copyToBuffer_r(context.handle, sequence, numbers.baseAddress, hasZ ? 1 : 0, 0)
                if isCopied != 1 { return nil }
                return (0..<Int(count)).map { Self.position(numbers, $0 * stride, hasZ) }
            }
            guard let positions else { throw context.failure }
            return positions
        }

        /// A height that is NaN is none.
        private static func position(_ numbers: UnsafeMutableBufferPointer<Double>, _ start: Int, _ hasZ: Bool) -> Position {
            let position = Position(x: numbers[start], y: numbers[start + 1])
            guard hasZ, !numbers[start + 2].isNaN else { return position }
            return Position(x: position.x, y: position.y, z: numbers[start + 2])
        }
    }
#endif
