public import CairnGeo
public import Foundation

/// Something to do on the way, and the part of the way that follows.
public struct DirectionManeuver: Sendable, Hashable, Codable {
    /// What to do, in words.
    public var text = ""
    /// What kind of thing it is.
    public var kind = Kind.unknown
    /// How long the part of the way is, in metres.
    public var lengthInMeters = 0.0
    /// How long it takes, in seconds.
    public var duration = 0.0
    /// The part of the way: a line, or a point where one starts or stops; nil if none was told.
    public var geometry: Geometry?
    /// When one is there; nil if the route has no time.
    public var estimatedArrivalDate: Date?
    /// What else is to be said of it, such as the names of streets.
    public var messages: [DirectionMessage] = []
    /// What happens on the part of the way.
    public var events: [DirectionEvent] = []

    /// A maneuver to be filled in.
    public init() {}

    /// How long the part of the way is.
    public var length: Measurement<UnitLength> { Measurement(value: lengthInMeters, unit: .meters) }
}

/// Something that happens on a part of the way.
public struct DirectionEvent: Sendable, Hashable, Codable {
    /// What, in words.
    public var text = ""
    /// Where; nil if it is not told.
    public var geometry: Geometry?
    /// When; nil if the route has no time.
    public var estimatedArrivalDate: Date?
    /// What else is to be said of it.
    public var messages: [DirectionMessage] = []

    /// An event to be filled in.
    public init() {}
}

/// A piece of text that belongs to a maneuver.
public struct DirectionMessage: Sendable, Hashable, Codable {
    /// What a text is.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// As services write it, without `esriDST`.
        public let rawValue: String

        /// A kind by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of a street.
        public static let streetName = Kind(rawValue: "StreetName")
        /// Another name of a street.
        public static let alternativeName = Kind(rawValue: "AltName")
        /// The name of a street that is crossed.
        public static let crossStreet = Kind(rawValue: "CrossStreet")
        /// What a sign shows of a way that branches off.
        public static let branch = Kind(rawValue: "Branch")
        /// Where a sign says that a way leads.
        public static let toward = Kind(rawValue: "Toward")
        /// The number of an exit.
        public static let exit = Kind(rawValue: "Exit")
        /// Anything.
        public static let general = Kind(rawValue: "General")
        /// How one sets out.
        public static let depart = Kind(rawValue: "Depart")
        /// How one arrives.
        public static let arrive = Kind(rawValue: "Arrive")
        /// A distance.
        public static let length = Kind(rawValue: "Length")
        /// A time.
        public static let time = Kind(rawValue: "Time")
    }

    /// What it is.
    public var kind: Kind
    /// The text.
    public var text: String

    /// A text of a kind.
    public init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }
}
