#if os(Linux) || os(macOS)
    /// How two geometries lie to one another, by GEOS: the relations of OGC's Simple Features (06-103r4 §6.1.15).
    ///
    /// They take the calling thread for as long as they last. Rings that cross are made areas first, and paths and rings without length or
    /// area are left out. Heights and measures do not count. What is empty is related to nothing but as disjoint.
    ///
    /// Of many parts those that lie close together are held against one another: that takes time near linear in their number, unless they form
    /// heaps in which each is near another, for each of which it is quadratic, but for ``intersects(_:)``, ``contains(_:)`` and ``isWithin(_:)``.
    ///
    /// A task that is cancelled meanwhile gets ``GeometryError/cancelled``; rings that cross more than 50,000 times are refused.
    extension Geometry {
        /// Whether the geometries have a place in common.
        ///
        /// - Throws: ``GeometryError/differentSpatialReferences(_:_:)``; ``GeometryError/malformed(_:)`` for coordinates that are NaN,
        ///   infinite or beyond 1e100; ``GeometryError/notComputed(_:)``.
        public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
            try GeometryRelation.intersects.holds(self, other)
        }

        /// Whether the geometries have no place in common.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func isDisjoint(with other: Geometry) throws(GeometryError) -> Bool { try !intersects(other) }

        /// Whether no place of another geometry lies outside this one, and one lies in it and not on its boundary alone.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func contains(_ other: Geometry) throws(GeometryError) -> Bool { try GeometryRelation.contains.holds(self, other) }

        /// Whether another geometry contains this one.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool { try GeometryRelation.isWithin.holds(self, other) }

        /// Whether the geometries have boundaries in common, and nothing within.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func touches(_ other: Geometry) throws(GeometryError) -> Bool { try GeometryRelation.touches.holds(self, other) }

        /// Whether a line or places lie partly in another geometry and partly outside, or two lines meet in single places.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func crosses(_ other: Geometry) throws(GeometryError) -> Bool { try GeometryRelation.crosses.holds(self, other) }

        /// Whether geometries of one dimension have some of it in common, and each has some to itself.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool { try GeometryRelation.overlaps.holds(self, other) }

        /// Whether the geometries have all places in common, whatever their vertices.
        ///
        /// - Throws: As ``intersects(_:)`` does.
        public func isTopologicallyEqual(to other: Geometry) throws(GeometryError) -> Bool {
            try GeometryRelation.equals.holds(self, other)
        }

        /// Whether the intersections of interior, boundary and exterior have the dimensions of a pattern (DE-9IM).
        ///
        /// - Parameters:
        ///   - other: The geometry that the columns of the pattern are for; its rows are for this one.
        ///   - pattern: Nine characters, row by row: `0`, `1`, `2`, `T` (any of them), `F` (none) or `*`, such as `T*F**F***` for "within".
        /// - Throws: As ``intersects(_:)`` does, and ``GeometryError/malformed(_:)`` for another pattern.
        public func relates(to other: Geometry, pattern: String) throws(GeometryError) -> Bool {
            guard pattern.utf8.count == 9, pattern.utf8.allSatisfy("012TtFf*".utf8.contains) else {
                throw .malformed("\"\(pattern.prefix(30))\" is no pattern: it must be nine of 0, 1, 2, T, F and *")
            }
            _ = try commonSpatialReference(with: other)
            let context = try GEOSContext()
            let first = try GEOSShape(self, context)
            let second = try GEOSShape(other, context)
            let hasFewParts = first.partCount + second.partCount <= PartRelations.mostParts
            if hasFewParts { return try IntersectionMatrix(first, second).matches(pattern) }
            return try PartRelations.matrix(first, second, PartRelations.groups(first, second)).matches(pattern)
        }
    }

    extension Envelope? {
        /// Whether two rectangles have a place in common; none has none.
        func meets(_ other: Envelope?) -> Bool {
            guard let own = self, let other else { return false }
            return own.xMin <= other.xMax && other.xMin <= own.xMax && own.yMin <= other.yMax && other.yMin <= own.yMax
        }
    }
#endif
