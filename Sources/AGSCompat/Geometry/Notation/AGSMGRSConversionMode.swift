import CairnGeo

/// How squares of the Military Grid Reference System are lettered, and in which zone the meridian of 180 degrees is written.
public enum AGSMGRSConversionMode: Int, Sendable {
    /// As `new180InZone60`, which is for WGS 84.
    case automatic = 0
    /// New letters, and zone 1.
    case new180InZone01 = 1
    /// New letters, and zone 60.
    case new180InZone60 = 2
    /// The letters of older ellipsoids, and zone 1.
    case old180InZone01 = 3
    /// The letters of older ellipsoids, and zone 60.
    case old180InZone60 = 4

    var value: MGRSNotation {
        switch self {
        case .automatic, .new180InZone60: MGRSNotation()
        case .new180InZone01: MGRSNotation(antimeridianZone: .zone1)
        case .old180InZone01: MGRSNotation(lettering: .old, antimeridianZone: .zone1)
        case .old180InZone60: MGRSNotation(lettering: .old)
        }
    }
}
