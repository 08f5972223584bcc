import CairnTasks

/// How closely an area follows the streets.
public enum AGSServiceAreaPolygonDetail: Int, Sendable {
    /// Roughly, along the larger roads: fast, for large areas.
    case generalized = 0
    /// So that small holes are filled.
    case standard = 1
    /// So that what cannot be reached is left out.
    case high = 2

    init(_ detail: ServiceAreaPolygonDetail) {
        self =
            switch detail {
            case .generalized: .generalized
            case .standard: .standard
            case .high: .high
            }
    }

    var value: ServiceAreaPolygonDetail {
        switch self {
        case .generalized: .generalized
        case .standard: .standard
        case .high: .high
        }
    }
}
