/// What of a utility network comes with a geodatabase. Nothing but ``none`` is offered.
public enum AGSUtilityNetworkSyncMode: Int, Sendable {
    /// Nothing beside its features.
    case none = 0
    /// The tables of the system.
    case syncSystemTables = 1
    /// The tables of the system and of the topology.
    case syncSystemAndTopologyTables = 2
}
