/// An area, as tools take and give it.
public struct GeoprocessingArealUnit: Sendable, Hashable {
    /// A unit of such, an open set: what a newer server adds is kept as it is.
    public struct Unit: RawRepresentable, Sendable, Hashable, Codable {
        /// The server's name for it, such as `esriSquareMeters`.
        public let rawValue: String

        /// The unit of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Square inches.
        public static let squareInches = Unit(rawValue: "esriSquareInches")
        /// Square feet.
        public static let squareFeet = Unit(rawValue: "esriSquareFeet")
        /// Square yards.
        public static let squareYards = Unit(rawValue: "esriSquareYards")
        /// Acres.
        public static let acres = Unit(rawValue: "esriAcres")
        /// Square miles.
        public static let squareMiles = Unit(rawValue: "esriSquareMiles")
        /// Square millimetres.
        public static let squareMillimeters = Unit(rawValue: "esriSquareMillimeters")
        /// Square centimetres.
        public static let squareCentimeters = Unit(rawValue: "esriSquareCentimeters")
        /// Square decimetres.
        public static let squareDecimeters = Unit(rawValue: "esriSquareDecimeters")
        /// Square metres.
        public static let squareMeters = Unit(rawValue: "esriSquareMeters")
        /// Ares.
        public static let ares = Unit(rawValue: "esriAres")
        /// Hectares.
        public static let hectares = Unit(rawValue: "esriHectares")
        /// Square kilometres.
        public static let squareKilometers = Unit(rawValue: "esriSquareKilometers")
        /// Not known.
        public static let unknown = Unit(rawValue: "esriUnknownAreaUnits")
    }

    /// How much, in `units`.
    public var area: Double
    /// What it is counted in.
    public var units: Unit

    /// So much of a unit.
    public init(area: Double, units: Unit) {
        self.area = area
        self.units = units
    }
}
