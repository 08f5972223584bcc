import CairnGeo

/// How features lie to the geometry of a query.
public enum AGSSpatialRelationship: Int, Sendable {
    /// Not said.
    case unknown = -1
    /// As a matrix says; not offered.
    case relate = 0
    /// They are the same; not offered.
    case equals = 1
    /// They have no place in common; not offered.
    case disjoint = 2
    /// They have a place in common.
    case intersects = 3
    /// They have boundaries in common, and nothing within.
    case touches = 4
    /// They cross.
    case crosses = 5
    /// They contain the geometry.
    case within = 6
    /// The geometry contains them.
    case contains = 7
    /// Each has some in common with the other and some to itself.
    case overlaps = 8
    /// The rectangles around both have a place in common.
    case envelopeIntersects = 9
    /// What the spatial index finds.
    case indexIntersects = 10

    /// - Throws: For a relationship that is not offered.
    func value() throws -> SpatialRelationship {
        switch self {
        case .unknown, .intersects: .intersects
        case .touches: .touches
        case .crosses: .crosses
        case .within: .within
        case .contains: .contains
        case .overlaps: .overlaps
        case .envelopeIntersects: .envelopeIntersects
        case .indexIntersects: .indexIntersects
        case .relate, .equals, .disjoint:
            throw AGSError.runtime(
                .commonInvalidArgument,
                "Features are not looked for by the relationship \(self). Look for those that intersect, and compare them yourself."
            )
        }
    }
}
