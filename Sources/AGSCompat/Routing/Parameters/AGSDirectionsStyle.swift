import CairnTasks

/// What directions are for.
public enum AGSDirectionsStyle: Int, Sendable {
    /// To be printed.
    case desktop = 0
    /// To be heard on the way.
    case navigation = 1
    /// To be walked, indoors too.
    case campus = 2

    init(_ style: DirectionsStyle) {
        self =
            switch style {
            case .desktop: .desktop
            case .navigation: .navigation
            case .campus: .campus
            }
    }

    var value: DirectionsStyle {
        switch self {
        case .desktop: .desktop
        case .navigation: .navigation
        case .campus: .campus
        }
    }
}
