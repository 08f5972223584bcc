import CairnTasks
public import Foundation

/// One of the networks that a utility network is made of, such as that of electricity, or that of structures.
public final class AGSUtilityDomainNetwork: NSObject {
    private let value: UtilityDomainNetwork
    private let definition: UtilityNetworkDefinition

    init(_ value: UtilityDomainNetwork, _ definition: UtilityNetworkDefinition) {
        (self.value, self.definition) = (value, definition)
    }

    /// Its name.
    public var name: String { value.name }
    /// Its name for people.
    public var alias: String { value.alias }
    /// Whether it is that of poles, ducts and stations, which carry the others.
    public var isStructureNetwork: Bool { value.isStructureNetwork }
    /// Its levels; a network of structures has none.
    public var tiers: [AGSUtilityTier] { value.tiers.map(tier) }
    /// The layers and tables whose features it is made of.
    public var networkSources: [AGSUtilityNetworkSource] { value.networkSources.map(AGSUtilityNetworkSource.init) }

    /// The tier of that name; nil if there is none.
    public func tier(withName name: String) -> AGSUtilityTier? { value.tier(named: name).map(tier) }

    private func tier(_ tier: UtilityTier) -> AGSUtilityTier { AGSUtilityTier(tier, of: value.name, definition) }
}
