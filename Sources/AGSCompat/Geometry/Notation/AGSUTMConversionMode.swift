import CairnGeo

/// What the letter behind the number of a zone of UTM means.
public enum AGSUTMConversionMode: Int, Sendable {
    /// A band of latitude, from C to X.
    case latitudeBandIndicators = 0
    /// N for the north, or S for the south.
    case northSouthIndicators = 1

    var value: UTMNotation.Designator {
        switch self {
        case .latitudeBandIndicators: .latitudeBand
        case .northSouthIndicators: .hemisphere
        }
    }
}
