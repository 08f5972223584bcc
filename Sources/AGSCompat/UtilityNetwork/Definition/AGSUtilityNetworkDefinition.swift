import CairnTasks
public import Foundation

/// What a utility network is made of.
public final class AGSUtilityNetworkDefinition: NSObject {
    private let value: UtilityNetworkDefinition

    init(_ value: UtilityNetworkDefinition) {
        self.value = value
    }

    /// The networks of the several utilities, and that of structures.
    public var domainNetworks: [AGSUtilityDomainNetwork] { value.domainNetworks.map { AGSUtilityDomainNetwork($0, value) } }
    /// The layers and tables of all domain networks.
    public var networkSources: [AGSUtilityNetworkSource] { value.networkSources.map(AGSUtilityNetworkSource.init) }
    /// What the network knows of its parts.
    public var networkAttributes: [AGSUtilityNetworkAttribute] { value.networkAttributes.map(AGSUtilityNetworkAttribute.init) }
    /// The marks that asset types may bear.
    public var categories: [AGSUtilityCategory] { value.categories.map(AGSUtilityCategory.init) }
    /// The terminals that devices may have.
    public var terminalConfigurations: [AGSUtilityTerminalConfiguration] {
        value.terminalConfigurations.map(AGSUtilityTerminalConfiguration.init)
    }
    /// The version of the network's form; 0 if the server does not say.
    public var schemaVersion: Int { value.schemaVersion ?? 0 }

    /// The domain network of that name; nil if there is none.
    public func domainNetwork(withDomainNetworkName domainNetworkName: String) -> AGSUtilityDomainNetwork? {
        value.domainNetwork(named: domainNetworkName).map { AGSUtilityDomainNetwork($0, value) }
    }
    /// The network source of that name; nil if there is none.
    public func networkSource(withName name: String) -> AGSUtilityNetworkSource? {
        value.networkSource(named: name).map(AGSUtilityNetworkSource.init)
    }
    /// The network attribute of that name; nil if there is none.
    public func networkAttribute(withName name: String) -> AGSUtilityNetworkAttribute? {
        value.networkAttribute(named: name).map(AGSUtilityNetworkAttribute.init)
    }
}
