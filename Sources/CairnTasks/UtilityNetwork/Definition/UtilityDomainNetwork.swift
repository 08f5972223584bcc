/// One of the networks that a utility network is made of, such as that of electricity, or that of structures.
public struct UtilityDomainNetwork: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its name for people.
    public var alias: String
    /// Whether it is that of poles, ducts and stations, which carry the others.
    public var isStructureNetwork: Bool
    /// Its levels; a network of structures has none.
    public var tiers: [UtilityTier]
    /// The layers and tables whose features it is made of.
    public var networkSources: [UtilityNetworkSource]

    /// A domain network.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - alias: Its name for people; nil for the same.
    ///   - isStructureNetwork: Whether it is that of structures.
    ///   - tiers: Its levels.
    ///   - networkSources: The layers and tables whose features it is made of.
    public init(
        name: String, alias: String? = nil, isStructureNetwork: Bool = false, tiers: [UtilityTier] = [],
        networkSources: [UtilityNetworkSource] = []
    ) {
        (self.name, self.alias) = (name, alias ?? name)
        self.isStructureNetwork = isStructureNetwork
        (self.tiers, self.networkSources) = (tiers, networkSources)
    }

    /// The tier of that name; nil if there is none.
    public func tier(named name: String) -> UtilityTier? { tiers.first { $0.name == name } }
}

extension UtilityDomainNetwork {
    init(_ part: AnswerPart, _ reading: UtilityDefinitionReading) throws {
        let name = try part.required("domainNetworkName").filledText()
        func sources(_ list: String, _ type: UtilityNetworkSource.SourceType) throws -> [UtilityNetworkSource] {
            try part.optional(list)?.list().map { try UtilityNetworkSource($0, type, reading) } ?? []
        }
        self.init(
            name: name, alias: try part.filledWords("domainNetworkAliasName"),
            isStructureNetwork: try part.optional("isStructureNetwork")?.flag() ?? false,
            tiers: try part.optional("tiers")?.list().map { try UtilityTier($0, of: name) } ?? [],
            networkSources: try sources("junctionSources", .junction) + sources("edgeSources", .edge))
    }
}
