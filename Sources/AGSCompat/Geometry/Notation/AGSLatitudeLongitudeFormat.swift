import CairnGeo

/// What degrees are divided into.
public enum AGSLatitudeLongitudeFormat: Int, Sendable {
    /// Decimal fractions.
    case decimalDegrees = 0
    /// Minutes and their decimal fractions.
    case degreesDecimalMinutes = 1
    /// Minutes, seconds and their decimal fractions.
    case degreesMinutesSeconds = 2

    var value: LatitudeLongitudeNotation.Format {
        switch self {
        case .decimalDegrees: .decimalDegrees
        case .degreesDecimalMinutes: .degreesDecimalMinutes
        case .degreesMinutesSeconds: .degreesMinutesSeconds
        }
    }
}
