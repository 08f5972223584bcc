/// A length, as tools take and give it.
public struct GeoprocessingLinearUnit: Sendable, Hashable {
    /// A unit of such, an open set: what a newer server adds is kept as it is.
    public struct Unit: RawRepresentable, Sendable, Hashable, Codable {
        /// The server's name for it, such as `esriMeters`.
        public let rawValue: String

        /// The unit of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Inches.
        public static let inches = Unit(rawValue: "esriInches")
        /// Points.
        public static let points = Unit(rawValue: "esriPoints")
        /// Feet.
        public static let feet = Unit(rawValue: "esriFeet")
        /// Yards.
        public static let yards = Unit(rawValue: "esriYards")
        /// Miles.
        public static let miles = Unit(rawValue: "esriMiles")
        /// Nautical miles.
        public static let nauticalMiles = Unit(rawValue: "esriNauticalMiles")
        /// Millimetres.
        public static let millimeters = Unit(rawValue: "esriMillimeters")
        /// Centimetres.
        public static let centimeters = Unit(rawValue: "esriCentimeters")
        /// Decimetres.
        public static let decimeters = Unit(rawValue: "esriDecimeters")
        /// Metres.
        public static let meters = Unit(rawValue: "esriMeters")
        /// Kilometres.
        public static let kilometers = Unit(rawValue: "esriKilometers")
        /// Degrees.
        public static let decimalDegrees = Unit(rawValue: "esriDecimalDegrees")
        /// Not known.
        public static let unknown = Unit(rawValue: "esriUnknownUnits")
    }

    /// How much, in `units`.
    public var distance: Double
    /// What it is counted in.
    public var units: Unit

    /// So much of a unit.
    public init(distance: Double, units: Unit) {
        self.distance = distance
        self.units = units
    }
}
