#if os(Linux) || os(macOS)
    import CGEOS

    /// A relation of two geometries.
    package enum GeometryRelation: CaseIterable, Sendable {
        case intersects
        case contains
        case isWithin
        case touches
        case crosses
        case overlaps
        case equals

        /// Whether two geometries are so.
        ///
        /// - Parameter mostParts: How many parts they have together for which GEOS is asked of both as they are. It looks for each part in all of the
        ///   other's; of more, groups are made that lie apart.
        package func holds(
            _ first: Geometry, _ second: Geometry, mostParts: Int = PartRelations.mostParts
        ) throws(GeometryError) -> Bool {
            _ = try first.commonSpatialReference(with: second)
            // Most geometries are told apart by their extents.
            let areUsable = first.unusablePosition == nil && second.unusablePosition == nil
            if areUsable, !first.extent.meets(second.extent) { return false }
            let context = try GEOSContext()
            let one = try GEOSShape(first, context)
            let other = try GEOSShape(second, context)
            return try holds(one, other, mostParts)
        }

        private func holds(
            _ first: borrowing GEOSShape, _ second: borrowing GEOSShape, _ mostParts: Int
        ) throws(GeometryError) -> Bool {
            if first.partCount + second.partCount <= mostParts { return try first.isRelated(to: second, by: inGEOS) }
            let groups = try PartRelations.groups(first, second)
            switch self {
            case .intersects: return try PartRelations.intersect(first, second, groups)
            case .contains: return try PartRelations.contain(first, second, groups)
            case .isWithin: return try PartRelations.contain(second, first, groups.map { ($0.second, $0.first) })
            case .touches, .crosses, .overlaps, .equals:
                if groups.count == 1 { return try first.isRelated(to: second, by: inGEOS) }
                let matrix = try PartRelations.matrix(first, second, groups)
                return patterns(first.dimension, second.dimension).contains(where: matrix.matches)
            }
        }

        private var inGEOS: GEOSShape.Relation {
            switch self {
            case .intersects: GEOSIntersects_r
            case .contains: GEOSContains_r
            case .isWithin: GEOSWithin_r
            case .touches: GEOSTouches_r
            case .crosses: GEOSCrosses_r
            case .overlaps: GEOSOverlaps_r
            case .equals: GEOSEquals_r
            }
        }

        /// One of which must match, for geometries of these dimensions (OGC 06-103r4 §6.1.15.3).
        private func patterns(_ first: Int, _ second: Int) -> [String] {
            switch self {
            case .intersects: ["T********", "*T*******", "***T*****", "****T****"]
            case .contains: ["T*****FF*"]
            case .isWithin: ["T*F**F***"]
            case .touches: ["FT*******", "F**T*****", "F***T****"]
            case .crosses where first != second: [first < second ? "T*T******" : "T*****T**"]
            case .crosses: first == 1 ? ["0********"] : []
            case .overlaps: first != second ? [] : [first == 1 ? "1*T***T**" : "T*T***T**"]
            case .equals: first == second ? ["T*F**FFF*"] : []
            }
        }
    }
#endif
