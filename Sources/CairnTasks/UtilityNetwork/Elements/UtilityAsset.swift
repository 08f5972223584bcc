/// Where an asset type stands in its network: what many elements share.
final class UtilityAsset: Sendable {
    let source: UtilityNetworkSource
    let group: UtilityAssetGroup
    let type: UtilityAssetType

    init(_ source: UtilityNetworkSource, _ group: UtilityAssetGroup, _ type: UtilityAssetType) {
        (self.source, self.group, self.type) = (source, group, type)
    }
}

/// The asset types of a network by their numbers; of several with the same numbers the first counts.
struct UtilityAssets: Sendable {
    private let assets: [UtilityAssetTypeKey: UtilityAsset]
    /// The network sources by their numbers.
    let sources: [Int: UtilityNetworkSource]

    init(_ definition: UtilityNetworkDefinition) {
        var assets: [UtilityAssetTypeKey: UtilityAsset] = [:]
        for source in definition.networkSources {
            for group in source.assetGroups {
                for type in group.assetTypes where assets[type.key] == nil {
                    assets[type.key] = UtilityAsset(source, group, type)
                }
            }
        }
        self.assets = assets
        sources = Dictionary(definition.networkSources.map { ($0.id, $0) }) { first, _ in first }
    }

    subscript(key: UtilityAssetTypeKey) -> UtilityAsset? { assets[key] }
}
