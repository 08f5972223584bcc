import CairnTasks

/// How the line of a route is drawn.
public enum AGSRouteShapeType: Int, Sendable {
    /// Not at all.
    case none = 0
    /// Straight from stop to stop.
    case straightLine = 1
    /// Along the roads, with what it has cost so far as m, where that is asked for.
    case trueShapeWithMeasures = 2

    init(_ shape: RouteShape) {
        self =
            switch shape {
            case .none: .none
            case .straightLine: .straightLine
            case .trueShape, .trueShapeWithMeasures: .trueShapeWithMeasures
            }
    }

    var value: RouteShape {
        switch self {
        case .none: .none
        case .straightLine: .straightLine
        case .trueShapeWithMeasures: .trueShapeWithMeasures
        }
    }
}
