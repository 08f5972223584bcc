import CairnTasks
public import Foundation

/// A level of a domain network, such as medium voltage: its subnetworks are alike.
public final class AGSUtilityTier: NSObject {
    private let value: UtilityTier
    private let domainNetwork: String
    private let definition: UtilityNetworkDefinition
    private let shownConfiguration = ShownObject()

    /// - Parameter domainNetwork: The name of the network that it is of.
    init(_ value: UtilityTier, of domainNetwork: String, _ definition: UtilityNetworkDefinition) {
        (self.value, self.domainNetwork, self.definition) = (value, domainNetwork, definition)
    }

    /// Its name.
    public var name: String { value.name }
    /// Its place in the order of tiers; the first has 1.
    public var rank: Int { value.rank }

    /// What ``makeDefaultTraceConfiguration()`` gives, one object for this tier, as it was before 100.8; never nil.
    public var traceConfiguration: AGSUtilityTraceConfiguration? {
        shownConfiguration.value { makeDefaultTraceConfiguration() } as? AGSUtilityTraceConfiguration
    }

    /// How traces of the tier begin: as its subnetworks are traced when they are brought up to date, or as is usual if the service does not say. A new
    /// object each time.
    public func makeDefaultTraceConfiguration() -> AGSUtilityTraceConfiguration {
        var usual = UtilityTraceConfiguration()
        (usual.domainNetworkName, usual.tierName) = (domainNetwork, name)
        return AGSUtilityTraceConfiguration(value.defaultTraceConfiguration ?? usual, definition)
    }
}
