import CairnTasks

/// What a cost is counted in.
public enum AGSAttributeUnit: Int, Sendable {
    /// Neither time nor distance.
    case unknown = 0
    /// Inches.
    case inches = 1
    /// Feet.
    case feet = 2
    /// Yards.
    case yards = 3
    /// Statute miles.
    case miles = 4
    /// Millimetres.
    case millimeters = 5
    /// Centimetres.
    case centimeters = 6
    /// Decimetres.
    case decimeters = 7
    /// Metres.
    case meters = 8
    /// Kilometres.
    case kilometers = 9
    /// Nautical miles.
    case nauticalMiles = 10
    /// Degrees.
    case decimalDegrees = 11
    /// Seconds.
    case seconds = 12
    /// Minutes.
    case minutes = 13
    /// Hours.
    case hours = 14
    /// Days.
    case days = 15

    init(_ unit: CostAttribute.Unit) {
        self =
            switch unit {
            case .unknown: .unknown
            case .inches: .inches
            case .feet: .feet
            case .yards: .yards
            case .miles: .miles
            case .nauticalMiles: .nauticalMiles
            case .millimeters: .millimeters
            case .centimeters: .centimeters
            case .decimeters: .decimeters
            case .meters: .meters
            case .kilometers: .kilometers
            case .seconds: .seconds
            case .minutes: .minutes
            case .hours: .hours
            case .days: .days
            }
    }
}
