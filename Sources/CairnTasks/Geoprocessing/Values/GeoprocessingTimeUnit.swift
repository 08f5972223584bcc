/// A time, as tools take and give it.
public struct GeoprocessingTimeUnit: Sendable, Hashable {
    /// A unit of such, an open set: what a newer server adds is kept as it is.
    public struct Unit: RawRepresentable, Sendable, Hashable, Codable {
        /// The server's name for it, such as `esriTimeUnitsHours`.
        public let rawValue: String

        /// The unit of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Milliseconds.
        public static let milliseconds = Unit(rawValue: "esriTimeUnitsMilliseconds")
        /// Seconds.
        public static let seconds = Unit(rawValue: "esriTimeUnitsSeconds")
        /// Minutes.
        public static let minutes = Unit(rawValue: "esriTimeUnitsMinutes")
        /// Hours.
        public static let hours = Unit(rawValue: "esriTimeUnitsHours")
        /// Days.
        public static let days = Unit(rawValue: "esriTimeUnitsDays")
        /// Weeks.
        public static let weeks = Unit(rawValue: "esriTimeUnitsWeeks")
        /// Months.
        public static let months = Unit(rawValue: "esriTimeUnitsMonths")
        /// Years.
        public static let years = Unit(rawValue: "esriTimeUnitsYears")
        /// Decades.
        public static let decades = Unit(rawValue: "esriTimeUnitsDecades")
        /// Centuries.
        public static let centuries = Unit(rawValue: "esriTimeUnitsCenturies")
        /// Not known.
        public static let unknown = Unit(rawValue: "esriTimeUnitsUnknown")
    }

    /// How much, in `units`.
    public var time: Double
    /// What it is counted in.
    public var units: Unit

    /// So much of a unit.
    public init(time: Double, units: Unit) {
        self.time = time
        self.units = units
    }
}
