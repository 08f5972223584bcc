public import CairnCore

/// A way of moving through a network: what is kept short, what may be used, and how.
///
/// - Source: ArcGIS REST API, *Network service*, `supportedTravelModes`.
public struct TravelMode: Sendable, Hashable, Codable {
    /// What moves.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// As services write it.
        public let rawValue: String

        /// A kind by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Cars.
        public static let automobile = Kind(rawValue: "AUTOMOBILE")
        /// Trucks.
        public static let truck = Kind(rawValue: "TRUCK")
        /// People on foot.
        public static let walk = Kind(rawValue: "WALK")
        /// Anything else.
        public static let other = Kind(rawValue: "OTHER")
    }

    /// Its number, by which services know it.
    public var id = ""
    /// What people call it, such as "Driving Time".
    public var name = ""
    /// What it is for.
    public var modeDescription = ""
    /// What moves.
    public var kind = Kind.automobile
    /// The cost that is kept low, by its name.
    public var impedanceAttributeName = ""
    /// The cost that is reported as time.
    public var timeAttributeName = ""
    /// The cost that is reported as distance.
    public var distanceAttributeName = ""
    /// What may not be used, by name.
    public var restrictionAttributeNames: [String] = []
    /// What attributes depend on.
    public var attributeParameterValues: [AttributeParameterValue] = []
    /// Whether far from its ends only larger roads are looked at.
    public var usesHierarchy = true
    /// Where one may turn round.
    public var uTurnPolicy = UTurnPolicy.allowedAtDeadEndsAndIntersections
    /// By how many metres lines may be simplified; nil leaves them as they are.
    public var outputGeometryPrecision: Double?

    /// A mode to be filled in.
    public init() {}
}

/// Where one may turn round and go back by the road by which one has come.
public enum UTurnPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Everywhere.
    case allowedEverywhere = "esriNFSBAllowBacktrack"
    /// Where a road ends.
    case allowedAtDeadEnds = "esriNFSBAtDeadEndsOnly"
    /// Where a road ends, and where roads meet.
    case allowedAtDeadEndsAndIntersections = "esriNFSBAtDeadEndsAndIntersections"
    /// Nowhere.
    case notAllowed = "esriNFSBNoBacktrack"
}

/// A value that an attribute of a network depends on, such as a vehicle's height.
public struct AttributeParameterValue: Sendable, Hashable, Codable {
    /// The attribute.
    public var attributeName: String
    /// Its parameter.
    public var parameterName: String
    /// A number or a text.
    public var value: JSONValue

    /// A value.
    public init(attributeName: String, parameterName: String, value: JSONValue) {
        (self.attributeName, self.parameterName, self.value) = (attributeName, parameterName, value)
    }
}
