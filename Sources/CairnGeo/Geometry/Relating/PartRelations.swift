#if os(Linux) || os(macOS)
    import CGEOS

    /// How two shapes lie to one another, group by group of their parts.
    package enum PartRelations {
        typealias Groups = [(first: [Int], second: [Int])]

        /// How many parts two shapes have together for which it is not worth while.
        package static let mostParts = 16
        /// How many vertices two shapes have together that are not worth while to index.
        private static let fewVertices = 100

        static func groups(_ first: borrowing GEOSShape, _ second: borrowing GEOSShape) throws(GeometryError) -> Groups {
            let boxes = (try first.boxes(), try second.boxes())
            return PartGroups(boxes.0, areLines: first.dimension == 1, boxes.1, areLines: second.dimension == 1).groups
        }

        /// Whether they have a place in common.
        static func intersect(
            _ first: borrowing GEOSShape, _ second: borrowing GEOSShape, _ groups: Groups
        ) throws(GeometryError) -> Bool {
            let isSecondWider = second.dimension > first.dimension
            for group in groups where !group.first.isEmpty && !group.second.isEmpty {
                let one = try first.parts(group.first)
                let other = try second.parts(group.second)
                let areRelated =
                    isSecondWider
                    ? try isRelated(other, one, GEOSIntersects_r, GEOSPreparedIntersects_r)
                    : try isRelated(one, other, GEOSIntersects_r, GEOSPreparedIntersects_r)
                if areRelated { return true }
            }
            return false
        }

        /// Whether the first covers the second, and not with its boundary alone.
        static func contain(
            _ first: borrowing GEOSShape, _ second: borrowing GEOSShape, _ groups: Groups
        ) throws(GeometryError) -> Bool {
            var isContained = false
            for group in groups where !group.second.isEmpty {
                if group.first.isEmpty { return false }
                let one = try first.parts(group.first)
                let other = try second.parts(group.second)
                if try isRelated(one, other, GEOSContains_r, GEOSPreparedContains_r) {
                    isContained = true
                } else if try !isRelated(one, other, GEOSCovers_r, GEOSPreparedCovers_r) {
                    return false
                }
            }
            return isContained
        }

        static func matrix(
            _ first: borrowing GEOSShape, _ second: borrowing GEOSShape, _ groups: Groups
        ) throws(GeometryError) -> IntersectionMatrix {
            var matrix = IntersectionMatrix()
            for group in groups {
                let one = try first.parts(group.first)
                let other = try second.parts(group.second)
                matrix.add(try IntersectionMatrix(one, other))
            }
            return matrix
        }

        private static func isRelated(
            _ first: borrowing GEOSShape, _ second: borrowing GEOSShape, _ relation: GEOSShape.Relation,
            _ preparedRelation: GEOSShape.Relation
        ) throws(GeometryError) -> Bool {
            if first.vertexCount + second.vertexCount <= fewVertices { return try first.isRelated(to: second, by: relation) }
            return try first.whilePrepared { (prepared) throws(GeometryError) in
                try second.isRelated(to: prepared, by: preparedRelation)
            }
        }
    }
#endif
