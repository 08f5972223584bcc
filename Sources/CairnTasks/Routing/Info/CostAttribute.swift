/// Something that is added up on a way.
public struct CostAttribute: Sendable, Hashable {
    /// What a cost is counted in.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Neither time nor distance.
        case unknown = "esriNAUUnknown"
        /// Seconds.
        case seconds = "esriNAUSeconds"
        /// Minutes.
        case minutes = "esriNAUMinutes"
        /// Hours.
        case hours = "esriNAUHours"
        /// Days.
        case days = "esriNAUDays"
        /// Inches.
        case inches = "esriNAUInches"
        /// Feet.
        case feet = "esriNAUFeet"
        /// Yards.
        case yards = "esriNAUYards"
        /// Statute miles.
        case miles = "esriNAUMiles"
        /// Nautical miles.
        case nauticalMiles = "esriNAUNauticalMiles"
        /// Millimetres.
        case millimeters = "esriNAUMillimeters"
        /// Centimetres.
        case centimeters = "esriNAUCentimeters"
        /// Decimetres.
        case decimeters = "esriNAUDecimeters"
        /// Metres.
        case meters = "esriNAUMeters"
        /// Kilometres.
        case kilometers = "esriNAUKilometers"
    }

    /// Its name.
    public var name: String
    /// What it is counted in.
    public var unit: Unit

    /// An attribute.
    public init(name: String, unit: Unit) { (self.name, self.unit) = (name, unit) }
}

extension CostAttribute.Unit {
    /// Seconds in one; nil if it is no time.
    public var seconds: Double? {
        switch self {
        case .seconds: 1
        case .minutes: 60
        case .hours: 3600
        case .days: 86400
        default: nil
        }
    }

    /// Metres in one; nil if it is no distance. Feet are international ones, of 0.3048 m.
    public var meters: Double? {
        switch self {
        case .inches: 0.0254
        case .feet: 0.3048
        case .yards: 0.9144
        case .miles: 1609.344
        case .nauticalMiles: 1852
        case .millimeters: 0.001
        case .centimeters: 0.01
        case .decimeters: 0.1
        case .meters: 1
        case .kilometers: 1000
        default: nil
        }
    }
}
