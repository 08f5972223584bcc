import CairnGeo

/// Kinds of geometry.
public enum AGSGeometryType: Int, Sendable {
    /// None, or one that is not known.
    case unknown = -1
    /// A place.
    case point = 1
    /// A rectangle.
    case envelope = 2
    /// Lines.
    case polyline = 3
    /// Areas.
    case polygon = 4
    /// Several places.
    case multipoint = 5

    init(_ type: GeometryType?) {
        self =
            switch type {
            case .point: .point
            case .polyline: .polyline
            case .polygon: .polygon
            case .multipoint: .multipoint
            case nil: .unknown
            }
    }

    /// Nil for what no table holds.
    var value: GeometryType? {
        switch self {
        case .point: .point
        case .polyline: .polyline
        case .polygon: .polygon
        case .multipoint: .multipoint
        case .unknown, .envelope: nil
        }
    }
}
