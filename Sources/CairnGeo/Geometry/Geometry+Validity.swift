#if os(Linux) || os(macOS)
    import CGEOS

    /// Whether geometries are as others expect them, by GEOS. It takes the calling thread for as long as it lasts.
    extension Geometry {
        /// What is wrong with the geometry by the rules of Simple Features, in GEOS's words and with the place; nil if nothing is.
        ///
        /// Rings must be closed and not cross themselves or others, holes lie in outer rings, and outer rings outside one another; paths
        /// have two vertices at different places; every vertex has a place. Outer rings run clockwise here, and holes do not.
        ///
        /// - Throws: ``GeometryError/notComputed(_:)``.
        public var invalidity: String? {
            get throws(GeometryError) {
                if let place = unusablePosition { return "A vertex lies at \(place.x), \(place.y)" }
                if let reason = degeneracy { return reason }
                let shape = try GEOSShape(unchecked: self, GEOSContext())
                return try shape.passes(GEOSisValid_r) ? nil : try shape.invalidity()
            }
        }

        /// Whether nothing is wrong with the geometry; see ``invalidity``.
        ///
        /// - Throws: ``GeometryError/notComputed(_:)``.
        public var isValid: Bool {
            get throws(GeometryError) { try invalidity == nil }
        }

        /// Whether lines do not cross or touch themselves but at their ends, and no place is there twice. Areas are simple.
        ///
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        public var isSimple: Bool {
            get throws(GeometryError) { try GEOSShape(self, GEOSContext()).passes(GEOSisSimple_r) }
        }

        /// This geometry with what is wrong put right: the areas that the rings enclose, of rings that do not cross, without paths and
        /// rings that have no length or area. What is valid stays as it is, measures included.
        ///
        /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100;
        ///   ``GeometryError/notComputed(_:)``.
        public func madeValid() throws(GeometryError) -> Geometry {
            if try isValid { return self }
            switch self {
            case .polygon: return try GEOSShape(self, GEOSContext()).geometry(spatialReference) ?? emptied
            case .point, .multipoint, .polyline, .envelope:
                _ = try GEOSShape(self, GEOSContext())
                return withoutDegenerateParts
            }
        }

        /// What GEOS is not asked about, for it cannot be told.
        private var degeneracy: String? {
            switch self {
            case .point, .multipoint: nil
            case .polyline(let polyline): polyline.paths.allSatisfy(\.hasLength) ? nil : "A path has no length"
            case .polygon(let polygon): Self.degeneracy(of: polygon)
            case .envelope(let box): box.isEmpty || box.xMin < box.xMax && box.yMin < box.yMax ? nil : "A box has no area"
            }
        }

        private static func degeneracy(of polygon: Polygon) -> String? {
            if !polygon.rings.allSatisfy(\.mayHaveArea) { return "A ring has no area" }
            if !polygon.rings.allSatisfy({ Polygon.closed($0).count == $0.count }) { return "A ring is not closed" }
            // GEOS is given such a hole as an area.
            let holes = polygon.rings.count { Polygon.signedArea(of: $0) > 0 }
            return polygon.areas.reduce(0) { $0 + $1.holes.count } == holes ? nil : "A hole lies in no outer ring"
        }
    }
#endif
