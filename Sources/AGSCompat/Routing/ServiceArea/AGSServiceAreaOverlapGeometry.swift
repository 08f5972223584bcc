import CairnTasks

/// What becomes of what can be reached from several facilities.
public enum AGSServiceAreaOverlapGeometry: Int, Sendable {
    /// It belongs to the areas of them all.
    case overlap = 0
    /// The areas of all facilities that reach equally far are one.
    case dissolve = 1
    /// It belongs to the area of the closest one.
    case split = 2

    init(_ geometry: ServiceAreaOverlapGeometry) {
        self =
            switch geometry {
            case .overlap: .overlap
            case .dissolve: .dissolve
            case .split: .split
            }
    }

    var value: ServiceAreaOverlapGeometry {
        switch self {
        case .overlap: .overlap
        case .dissolve: .dissolve
        case .split: .split
        }
    }
}
