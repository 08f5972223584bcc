import CairnTasks
public import Foundation

/// A group of kinds of things within a network source, such as transformers.
public final class AGSUtilityAssetGroup: NSObject {
    private let value: UtilityAssetGroup

    init(_ value: UtilityAssetGroup) {
        self.value = value
    }

    /// Its number in its source.
    public var code: Int { value.code }
    /// Its name.
    public var name: String { value.name }
    /// The kinds.
    public var assetTypes: [AGSUtilityAssetType] { value.assetTypes.map(AGSUtilityAssetType.init) }

    /// The asset type of that name; nil if there is none.
    public func assetType(withName name: String) -> AGSUtilityAssetType? {
        value.assetType(named: name).map(AGSUtilityAssetType.init)
    }
}
