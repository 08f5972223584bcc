/// What leads from one vertex to the next on the ground.
public enum AGSGeodeticCurveType: Int, Sendable {
    /// The shortest line.
    case geodesic = 0
    /// A line of one azimuth.
    case loxodrome = 1
    /// The curve in a plane through the middle of the Earth; taken for the shortest line.
    case greatElliptic = 2
    /// The curve in a plane at right angles to the ground; taken for the shortest line.
    case normalSection = 3
    /// What is straight in the coordinates.
    case shapePreserving = 4
}
