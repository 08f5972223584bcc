import CairnCore

/// Something that a utility network's service can do, an open set.
public struct UtilityNetworkCapability: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `supportsAsyncTrace`.
    public let rawValue: String

    /// The capability of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Traces are made while their caller waits for other things.
    public static let asyncTrace = UtilityNetworkCapability(rawValue: "supportsAsyncTrace")
    /// The topology is switched on while its caller waits for other things.
    public static let asyncEnableTopology = UtilityNetworkCapability(rawValue: "supportsAsyncEnableTopology")
}

extension Set<UtilityNetworkCapability> {
    /// Those that a service says, which some do in an object of their own, and some beside the rest.
    init(_ part: AnswerPart) throws {
        let own = try part.optional("capabilities").flatMap(\.json.object) ?? [:]
        let all = try part.members().merging(own) { $1 }
        self = Set(
            all.filter { $0.key.hasPrefix("supports") && $0.value.bool == true }.map {
                UtilityNetworkCapability(rawValue: $0.key)
            })
    }
}
