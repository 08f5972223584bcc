/// A layer, or a table, whose features are part of the network.
public struct UtilityNetworkSource: Sendable, Hashable, Codable {
    /// What features are to the network.
    public enum SourceType: String, Sendable, Codable, CaseIterable {
        /// Points of it: devices, joints, structures.
        case junction
        /// What leads from one to another.
        case edge
    }

    /// Its number in the network, which is not that of its layer.
    public var id: Int
    /// Its name: that of its layer, if the service tells it.
    public var name: String
    /// The number of its layer in the feature service; nil if the service does not show it.
    public var layerID: Int?
    /// What its features are to the network.
    public var sourceType: SourceType
    /// What they are used for.
    public var usageType: UtilityNetworkSourceUsageType
    /// The groups of kinds that its features are of.
    public var assetGroups: [UtilityAssetGroup]

    /// A network source.
    ///
    /// - Parameters:
    ///   - id: Its number in the network.
    ///   - name: Its name.
    ///   - layerID: The number of its layer.
    ///   - sourceType: What its features are to the network.
    ///   - usageType: What they are used for.
    ///   - assetGroups: The groups of kinds that they are of.
    public init(
        id: Int, name: String, layerID: Int? = nil, sourceType: SourceType = .junction,
        usageType: UtilityNetworkSourceUsageType = .device, assetGroups: [UtilityAssetGroup] = []
    ) {
        (self.id, self.name, self.layerID) = (id, name, layerID)
        (self.sourceType, self.usageType) = (sourceType, usageType)
        self.assetGroups = assetGroups
    }

    /// The asset group of that name; nil if there is none.
    public func assetGroup(named name: String) -> UtilityAssetGroup? { assetGroups.first { $0.name == name } }
}

extension UtilityNetworkSource {
    /// - Parameter reading: What else there is in the answer.
    init(_ part: AnswerPart, _ sourceType: SourceType, _ reading: UtilityDefinitionReading) throws {
        let id = try part.required("sourceId").wholeNumber()
        let layer = try part.optional("layerId")?.wholeNumber()
        let own = try part.words("networkSourceName") ?? part.words("sourceName") ?? part.words("name")
        self.init(
            id: id, name: layer.flatMap { reading.layerNames[$0] } ?? own ?? "\(id)", layerID: layer, sourceType: sourceType,
            usageType: UtilityNetworkSourceUsageType(rawValue: try part.words("utilityNetworkFeatureClassUsageType") ?? ""),
            assetGroups: try part.optional("assetGroups")?.list().map {
                try UtilityAssetGroup($0, of: id, reading.terminals)
            } ?? [])
    }
}
