#if !(os(Linux) || os(macOS))
    /// What GEOS computes where there is GEOS: on Linux and macOS.
    @available(*, unavailable, message: "GEOS, which computes this, is there on Linux and macOS only.")
    extension Geometry {
        /// Needs GEOS.
        public func union(_ other: Geometry) throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public func intersection(_ other: Geometry) throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public func difference(_ other: Geometry) throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public func symmetricDifference(_ other: Geometry) throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public func buffered(by distance: Double, segmentsPerQuarter: Int = 8) throws(GeometryError) -> Geometry {
            throw withoutGEOS
        }
        /// Needs GEOS.
        public func geodesicallyBuffered(by distance: Double, maximumDeviation: Double = .nan) throws(GeometryError) -> Geometry {
            throw withoutGEOS
        }
        /// Needs GEOS.
        public static func union(of geometries: [Geometry]) throws(GeometryError) -> Geometry? {
            throw .notComputed("it is there on Linux and macOS only")
        }
        /// Needs GEOS.
        public func intersections(with other: Geometry) throws(GeometryError) -> [Geometry] { throw withoutGEOS }
        /// Needs GEOS.
        public func planarDistance(to other: Geometry) throws(GeometryError) -> Double? { throw withoutGEOS }
        /// Needs GEOS.
        public func cut(along cutter: Polyline) throws(GeometryError) -> [Geometry] { throw withoutGEOS }
        /// Needs GEOS.
        public func boundary() throws(GeometryError) -> Geometry? { throw withoutGEOS }
        /// Needs GEOS.
        public func labelPoint() throws(GeometryError) -> MapPoint? { throw withoutGEOS }
        /// Needs GEOS.
        public func convexHull() throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public var invalidity: String? { get throws(GeometryError) { throw withoutGEOS } }
        /// Needs GEOS.
        public var isValid: Bool { get throws(GeometryError) { throw withoutGEOS } }
        /// Needs GEOS.
        public var isSimple: Bool { get throws(GeometryError) { throw withoutGEOS } }
        /// Needs GEOS.
        public func madeValid() throws(GeometryError) -> Geometry { throw withoutGEOS }
        /// Needs GEOS.
        public func intersects(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func isDisjoint(with other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func contains(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func touches(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func crosses(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func isTopologicallyEqual(to other: Geometry) throws(GeometryError) -> Bool { throw withoutGEOS }
        /// Needs GEOS.
        public func relates(to other: Geometry, pattern: String) throws(GeometryError) -> Bool { throw withoutGEOS }

        private var withoutGEOS: GeometryError { .notComputed("it is there on Linux and macOS only") }
    }
#endif
