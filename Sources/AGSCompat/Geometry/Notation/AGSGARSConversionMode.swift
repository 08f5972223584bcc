import CairnGeo

/// Where in a cell of the Global Area Reference System a place is.
public enum AGSGARSConversionMode: Int, Sendable {
    /// At its south-west corner.
    case lowerLeft = 0
    /// In its middle.
    case center = 1

    var value: GARSNotation.Anchor {
        switch self {
        case .lowerLeft: .lowerLeft
        case .center: .center
        }
    }
}
