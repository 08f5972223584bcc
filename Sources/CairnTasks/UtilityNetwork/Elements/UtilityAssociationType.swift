/// How two parts of a network belong together though they do not touch, an open set.
public struct UtilityAssociationType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `containment`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One is attached to the other, a structure.
    public static let attachment = UtilityAssociationType(rawValue: "attachment")
    /// One is within the other.
    public static let containment = UtilityAssociationType(rawValue: "containment")
    /// Two junctions are connected.
    public static let connectivity = UtilityAssociationType(rawValue: "junctionJunctionConnectivity")
    /// A junction is connected with the beginning of an edge.
    public static let connectivityFromSide = UtilityAssociationType(rawValue: "junctionEdgeFromConnectivity")
    /// A junction is connected with an edge somewhere along it.
    public static let connectivityMidspan = UtilityAssociationType(rawValue: "junctionMidspanConnectivity")
    /// A junction is connected with the end of an edge.
    public static let connectivityToSide = UtilityAssociationType(rawValue: "junctionEdgeToConnectivity")

    /// Whether one is connected with the other.
    public var isConnectivity: Bool { rawValue.lowercased().hasSuffix("connectivity") }

    /// Some services write one word for connections of junctions.
    init(_ part: AnswerPart) throws {
        let name = try part.filledText()
        self = name.lowercased() == "connectivity" ? .connectivity : UtilityAssociationType(rawValue: name)
    }
}
