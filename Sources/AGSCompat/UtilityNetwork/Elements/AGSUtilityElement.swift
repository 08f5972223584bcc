public import CairnTasks
public import Foundation

/// A part of a utility network: a feature, or one terminal of it.
public final class AGSUtilityElement: NSObject {
    /// The new value, for code of Cairn.
    public private(set) var value: UtilityElement

    /// One of Cairn, for old callers.
    public init(_ value: UtilityElement) {
        self.value = value
    }

    /// One that is to be traced from: at its first terminal, unless its owner says at which.
    convenience init(_ value: UtilityElement, at terminal: AGSUtilityTerminal?) {
        var value = value
        value.terminal = terminal?.value ?? value.terminal ?? value.assetType.terminalConfiguration?.terminals.first
        self.init(value)
    }

    /// The layer, or the table, of its feature.
    public var networkSource: AGSUtilityNetworkSource { AGSUtilityNetworkSource(value.networkSource) }
    /// The group of its asset type.
    public var assetGroup: AGSUtilityAssetGroup { AGSUtilityAssetGroup(value.assetGroup) }
    /// The kind of thing that it is.
    public var assetType: AGSUtilityAssetType { AGSUtilityAssetType(value.assetType) }
    /// The global id of its feature.
    public var globalID: UUID { value.globalID }
    /// The object id of its feature; 0 if it is not known.
    public var objectID: Int { value.objectID ?? 0 }

    /// At which terminal it is; nil for a feature that has but one, and for an edge.
    public var terminal: AGSUtilityTerminal? {
        get { value.terminal.map(AGSUtilityTerminal.init) }
        set { value.terminal = newValue?.value }
    }
    /// How far along an edge it is, 0…1.
    public var fractionAlongEdge: Double {
        get { value.fractionAlongEdge }
        set { value.fractionAlongEdge = newValue }
    }
}
