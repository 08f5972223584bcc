import CairnTasks
public import Foundation

/// A layer, or a table, whose features are part of the network.
public final class AGSUtilityNetworkSource: NSObject {
    private let value: UtilityNetworkSource

    init(_ value: UtilityNetworkSource) {
        self.value = value
    }

    /// Its number in the network, which is not that of its layer.
    public var sourceID: Int { value.id }
    /// Its name: that of its layer, if the service tells it.
    public var name: String { value.name }
    /// What its features are to the network.
    public var sourceType: AGSUtilityNetworkSourceType { value.sourceType == .edge ? .edge : .junction }
    /// What they are used for.
    public var sourceUsageType: AGSUtilityNetworkSourceUsageType { AGSUtilityNetworkSourceUsageType(value.usageType) }
    /// The groups of kinds that its features are of.
    public var assetGroups: [AGSUtilityAssetGroup] { value.assetGroups.map(AGSUtilityAssetGroup.init) }

    /// The asset group of that name; nil if there is none.
    public func assetGroup(withName name: String) -> AGSUtilityAssetGroup? {
        value.assetGroup(named: name).map(AGSUtilityAssetGroup.init)
    }

    /// Whether both are the same source of a network.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUtilityNetworkSource)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.id.hashValue }
}
