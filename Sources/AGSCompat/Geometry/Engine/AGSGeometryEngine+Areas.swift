#if os(Linux) || os(macOS)
    import CairnGeo
    public import Foundation

    /// What GEOS computes: on Linux and macOS.
    extension AGSGeometryEngine {
        /// The area within a distance, in the units of the coordinates; below 0, areas shrink.
        public static func bufferGeometry(_ geometry: AGSGeometry, byDistance distance: Double) -> AGSPolygon? {
            geometry.changed { try $0.buffered(by: distance, segmentsPerQuarter: 24) } as? AGSPolygon
        }

        /// The areas within distances, each of the geometry at the same place; of fewer distances, the last counts for the rest. With `unionResults`
        /// they are joined into one.
        public static func bufferGeometries(
            _ geometries: [AGSGeometry], distances: [NSNumber], unionResults: Bool
        ) -> [AGSGeometry]? {
            buffers(geometries, distances, unionResults) { bufferGeometry($0, byDistance: $1) }
        }

        /// The area within a distance on the ground. It is cut at 180 degrees. Its boundary may be `maxDeviation` from where it should be; NaN, or 0,
        /// is a thousandth of the distance.
        public static func geodeticBufferGeometry(
            _ geometry: AGSGeometry, distance: Double, distanceUnit: AGSLinearUnit, maxDeviation: Double,
            curveType: AGSGeodeticCurveType
        ) -> AGSPolygon? {
            let (metres, deviation) = (distanceUnit.convert(toMeters: distance), distanceUnit.convert(toMeters: maxDeviation))
            return geometry.changed { value in
                try curveType.shape(of: value).geodesicallyBuffered(by: metres, maximumDeviation: deviation)
            } as? AGSPolygon
        }

        /// The areas within distances on the ground; see ``bufferGeometries(_:distances:unionResults:)``.
        public static func geodeticBufferGeometries(
            _ geometries: [AGSGeometry], distances: [NSNumber], distanceUnit: AGSLinearUnit, maxDeviation: Double,
            curveType: AGSGeodeticCurveType, unionResults: Bool
        ) -> [AGSGeometry]? {
            buffers(geometries, distances, unionResults) {
                geodeticBufferGeometry(
                    $0, distance: $1, distanceUnit: distanceUnit, maxDeviation: maxDeviation, curveType: curveType)
            }
        }

        private static func buffers(
            _ geometries: [AGSGeometry], _ distances: [NSNumber], _ isUnited: Bool, _ buffer: (AGSGeometry, Double) -> AGSPolygon?
        ) -> [AGSGeometry]? {
            guard let last = distances.last else { return nil }
            var areas: [AGSGeometry] = []
            for (index, geometry) in geometries.enumerated() {
                let distance = distances.indices.contains(index) ? distances[index] : last
                guard let area = buffer(geometry, distance.doubleValue) else { return nil }
                areas.append(area)
            }
            return isUnited ? unionGeometries(areas).map { [$0] } : areas
        }

        /// What lies in both geometries.
        public static func intersection(ofGeometry1 geometry1: AGSGeometry, geometry2: AGSGeometry) -> AGSGeometry? {
            combined(geometry1, geometry2) { try $0.intersection($1) }
        }

        /// What lies in both geometries: places, lines and areas each by themselves, of which there are any.
        public static func intersections(ofGeometry1 geometry1: AGSGeometry, geometry2: AGSGeometry) -> [AGSGeometry]? {
            guard let second = geometry1.brought(geometry2) else { return nil }
            return (try? geometry1.value.intersections(with: second))?.map(AGSGeometry.make)
        }

        /// What lies in one of two geometries, or in both.
        public static func union(ofGeometry1 geometry1: AGSGeometry, geometry2: AGSGeometry) -> AGSGeometry? {
            combined(geometry1, geometry2) { try $0.union($1) }
        }

        /// What lies in one of several geometries; nil of none.
        public static func unionGeometries(_ geometries: [AGSGeometry]) -> AGSGeometry? {
            guard let first = geometries.first else { return nil }
            let values = geometries.compactMap(first.brought)
            return values.count < geometries.count ? nil : first.changed { _ in try Geometry.union(of: values) }
        }

        /// What lies in the first geometry and not in the second.
        public static func difference(ofGeometry1 geometry1: AGSGeometry, geometry2: AGSGeometry) -> AGSGeometry? {
            combined(geometry1, geometry2) { try $0.difference($1) }
        }

        /// What lies in one of two geometries and not in both.
        public static func symmetricDifference(ofGeometry1 geometry1: AGSGeometry, geometry2: AGSGeometry) -> AGSGeometry? {
            combined(geometry1, geometry2) { try $0.symmetricDifference($1) }
        }

        private static func combined(
            _ first: AGSGeometry, _ second: AGSGeometry, _ combine: (Geometry, Geometry) throws -> Geometry
        ) -> AGSGeometry? {
            guard let second = first.brought(second) else { return nil }
            return first.changed { try combine($0, second) }
        }

        /// What lies of a geometry in a rectangle, of the same kind: an area that only touches it leaves an empty one.
        public static func clipGeometry(_ geometry: AGSGeometry, with envelope: AGSEnvelope) -> AGSGeometry? {
            guard let box = geometry.brought(envelope) else { return nil }
            let clipped = geometry.changed { try $0.intersection(box) }
            guard let clipped, clipped.dimension != geometry.dimension else { return clipped }
            return geometry.changed { try $0.difference($0) }
        }

        /// What a geometry falls into along a line: what lies to the left of it, to the right, and the rest. Nothing if it is not cut.
        public static func cut(_ geometry: AGSGeometry, withCutter cutter: AGSPolyline) -> [AGSGeometry]? {
            guard case .polyline(let line)? = geometry.brought(cutter) else { return nil }
            return (try? geometry.value.cut(along: line))?.map(AGSGeometry.make)
        }

        /// The smallest convex geometry around another.
        public static func convexHull(for geometry: AGSGeometry) -> AGSGeometry? { geometry.changed { try $0.convexHull() } }

        /// The smallest convex geometries around others, or around all of them; of none, none.
        public static func convexHull(forGeometries geometries: [AGSGeometry], mergeInputs: Bool) -> [AGSGeometry]? {
            guard mergeInputs, let first = geometries.first else {
                let hulls = geometries.compactMap(convexHull(for:))
                return hulls.count < geometries.count ? nil : hulls
            }
            let values = geometries.compactMap(first.brought)
            let places = values.flatMap { (AGSGeometry.make($0) as? AGSEnvelope).map(\.corners) ?? $0.positions }
            let all = Geometry.multipoint(Multipoint(points: places, spatialReference: first.value.spatialReference))
            return values.count < geometries.count ? nil : convexHull(for: AGSGeometry.make(all)).map { [$0] }
        }

        /// A geometry with what is wrong put right: rings do not cross, and have their direction.
        public static func simplifyGeometry(_ geometry: AGSGeometry) -> AGSGeometry? {
            if let envelope = geometry as? AGSEnvelope { return envelope }
            return geometry.changed { try $0.madeValid() }
        }

        /// Whether nothing is wrong with a geometry, and lines do not cross themselves.
        public static func geometryIsSimple(_ geometry: AGSGeometry) -> Bool { isSimple(geometry) }
        /// The same.
        public static func isSimple(_ geometry: AGSGeometry) -> Bool {
            (try? geometry.value.isValid && geometry.value.isSimple) ?? false
        }

        /// What bounds a geometry; of places nil.
        public static func boundary(of geometry: AGSGeometry) -> AGSGeometry? { geometry.changed { try $0.boundary() } }

        /// A place within an area, where it is wide; nil if it is empty.
        public static func labelPoint(for polygon: AGSPolygon) -> AGSPoint? {
            (try? polygon.value.labelPoint())?.map(AGSPoint.init)
        }

        /// How far two geometries are from each other, in the units of the coordinates of the first; NaN if one is empty.
        public static func distanceBetweenGeometry1(_ geometry1: AGSGeometry, geometry2: AGSGeometry) -> Double {
            guard let second = geometry1.brought(geometry2) else { return .nan }
            return (try? geometry1.value.planarDistance(to: second)).flatMap { $0 } ?? .nan
        }
    }

    extension AGSEnvelope {
        fileprivate var corners: [Position] {
            [(xMin, yMin), (xMin, yMax), (xMax, yMax), (xMax, yMin)].map { Position(x: $0.0, y: $0.1) }
        }
    }
#endif
