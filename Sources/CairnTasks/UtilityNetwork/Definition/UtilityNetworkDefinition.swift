/// What a utility network is made of.
///
/// ```swift
/// let network = UtilityNetwork(url: serviceURL)
/// let tier = network.definition?.domainNetwork(named: "ElectricDistribution")?.tier(named: "Medium Voltage Radial")
/// let source = network.definition?.networkSource(named: "Electric Distribution Device")
/// let type = source?.assetGroup(named: "Circuit Breaker")?.assetType(named: "Three Phase")
/// print(tier?.rank ?? 0, type?.code ?? 0)
/// ```
public struct UtilityNetworkDefinition: Sendable, Hashable, Codable {
    /// The version of the network's form; nil if the server does not say.
    public var schemaVersion: Int?
    /// The networks of the several utilities, and that of structures.
    public var domainNetworks: [UtilityDomainNetwork]
    /// What the network knows of its parts.
    public var networkAttributes: [UtilityNetworkAttribute]
    /// The marks that asset types may bear.
    public var categories: [UtilityCategory]
    /// The terminals that devices may have.
    public var terminalConfigurations: [UtilityTerminalConfiguration]
    /// What the service can do.
    public var capabilities: Set<UtilityNetworkCapability>

    /// A definition.
    ///
    /// - Parameters:
    ///   - domainNetworks: The networks of the several utilities.
    ///   - networkAttributes: What the network knows of its parts.
    ///   - categories: The marks that asset types may bear.
    ///   - terminalConfigurations: The terminals that devices may have.
    ///   - capabilities: What the service can do.
    public init(
        domainNetworks: [UtilityDomainNetwork] = [], networkAttributes: [UtilityNetworkAttribute] = [],
        categories: [UtilityCategory] = [], terminalConfigurations: [UtilityTerminalConfiguration] = [],
        capabilities: Set<UtilityNetworkCapability> = []
    ) {
        schemaVersion = nil
        (self.domainNetworks, self.networkAttributes) = (domainNetworks, networkAttributes)
        (self.categories, self.terminalConfigurations) = (categories, terminalConfigurations)
        self.capabilities = capabilities
    }

    /// The layers and tables of all domain networks.
    public var networkSources: [UtilityNetworkSource] { domainNetworks.flatMap(\.networkSources) }

    /// The domain network of that name; nil if there is none.
    public func domainNetwork(named name: String) -> UtilityDomainNetwork? { domainNetworks.first { $0.name == name } }

    /// The network source of that name; nil if there is none.
    public func networkSource(named name: String) -> UtilityNetworkSource? { networkSources.first { $0.name == name } }

    /// The network source of that number; nil if there is none.
    public func networkSource(withID id: Int) -> UtilityNetworkSource? { networkSources.first { $0.id == id } }

    /// The network attribute of that name; nil if there is none.
    public func networkAttribute(named name: String) -> UtilityNetworkAttribute? { networkAttributes.first { $0.name == name } }

    /// The category of that name; nil if there is none.
    public func category(named name: String) -> UtilityCategory? { categories.first { $0.name == name } }
}

extension UtilityNetworkDefinition {
    /// Reads the data element of a network.
    ///
    /// - Parameter layerNames: Those of the feature service, by their numbers.
    init(_ part: AnswerPart, layerNames: [Int: String]) throws {
        self.init()
        schemaVersion = try part.optional("schemaGeneration")?.wholeNumber()
        terminalConfigurations =
            try part.optional("terminalConfigurations")?.list().map(UtilityTerminalConfiguration.init) ?? []
        let terminals = Dictionary(terminalConfigurations.map { ($0.id, $0) }) { first, _ in first }
        let reading = UtilityDefinitionReading(layerNames: layerNames, terminals: terminals)
        domainNetworks = try part.required("domainNetworks").list().map { try UtilityDomainNetwork($0, reading) }
        networkAttributes = try part.optional("networkAttributes")?.list().map(UtilityNetworkAttribute.init) ?? []
        categories = try part.optional("categories")?.list().map(UtilityCategory.init) ?? []
    }

    /// Gives network attributes the domains that they name.
    mutating func add(_ domains: [AttributeDomain]) {
        let known = Dictionary(domains.map { ($0.name, $0) }) { first, _ in first }
        for index in networkAttributes.indices {
            networkAttributes[index].domain = networkAttributes[index].domainName.flatMap { known[$0] }
        }
    }
}
