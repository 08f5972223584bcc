/// A level of a domain network, such as medium voltage: its subnetworks are alike.
public struct UtilityTier: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its place in the order of tiers; the first has 1.
    public var rank: Int
    /// The name of the group that it is of; nil if it is of none.
    public var groupName: String?
    /// The field that holds the names of its subnetworks; nil if the server does not say.
    public var subnetworkFieldName: String?
    /// How its subnetworks are traced when they are brought up to date, which is how traces of the tier begin; nil if the server does not say.
    public var defaultTraceConfiguration: UtilityTraceConfiguration?

    /// A tier.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - rank: Its place in the order of tiers.
    ///   - defaultTraceConfiguration: How traces of the tier begin.
    public init(name: String, rank: Int = 1, defaultTraceConfiguration: UtilityTraceConfiguration? = nil) {
        (self.name, self.rank) = (name, rank)
        self.defaultTraceConfiguration = defaultTraceConfiguration
        (groupName, subnetworkFieldName) = (nil, nil)
    }

    /// - Parameter domainNetwork: The name of the network that it is of.
    init(_ part: AnswerPart, of domainNetwork: String) throws {
        name = try part.required("name").filledText()
        rank = try part.optional("rank")?.wholeNumber() ?? 1
        groupName = try part.filledWords("tierGroupName")
        subnetworkFieldName = try part.filledWords("subnetworkFieldName")
        defaultTraceConfiguration = try part.optional("updateSubnetworkTraceConfiguration").map {
            var configuration = try UtilityTraceConfiguration($0)
            // Many services leave out what stands around it.
            if configuration.domainNetworkName.isEmpty { configuration.domainNetworkName = domainNetwork }
            if configuration.tierName.isEmpty { configuration.tierName = name }
            return configuration
        }
    }
}
