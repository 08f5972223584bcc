/// How many dimensions what a geometry covers has.
public enum AGSGeometryDimension: Int, Sendable {
    /// None: places.
    case point = 0
    /// One: lines.
    case curve = 1
    /// Two: areas.
    case area = 2
    /// Three.
    case volume = 3
    /// Not known.
    case unknown = -1
}
