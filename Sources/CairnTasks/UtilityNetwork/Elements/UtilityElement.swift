import CairnGeo
public import Foundation

/// A part of a utility network: a feature, or one terminal of it.
///
/// ```swift
/// let network = UtilityNetwork(url: serviceURL)
/// var element = try await network.makeElement(feature: features[0], layerID: 1)
/// element.terminal = element.assetType.terminalConfiguration?.terminal(named: "Load")
/// ```
///
/// Two are equal if they are the same place of the same feature.
public struct UtilityElement: Sendable {
    private let asset: UtilityAsset
    /// The global id of its feature.
    public let globalID: UUID
    /// The object id of its feature; nil if it is not known.
    public let objectID: Int?
    /// At which terminal it is; nil for a feature that has but one, and for an edge.
    public var terminal: UtilityTerminal?
    /// How far along an edge it is, 0…1.
    public var fractionAlongEdge: Double

    init(_ asset: UtilityAsset, globalID: UUID, objectID: Int? = nil, terminal: UtilityTerminal? = nil, fraction: Double = 0) {
        self.asset = asset
        (self.globalID, self.objectID, self.terminal) = (globalID, objectID, terminal)
        fractionAlongEdge = fraction
    }

    /// The layer, or the table, of its feature.
    public var networkSource: UtilityNetworkSource { asset.source }
    /// The group of its asset type.
    public var assetGroup: UtilityAssetGroup { asset.group }
    /// The kind of thing that it is.
    public var assetType: UtilityAssetType { asset.type }

    /// The global id as services write it.
    var globalIDText: String { globalID.globalIDText }
}

extension UtilityElement: Hashable {
    private struct Identity: Hashable {
        let type: UtilityAssetTypeKey
        let globalID: UUID
        let objectID: Int?
        let terminal: Int?
        let fraction: Double
    }

    private var identity: Identity {
        Identity(
            type: assetType.key, globalID: globalID, objectID: objectID, terminal: terminal?.id, fraction: fractionAlongEdge)
    }

    /// Whether both are the same place of the same feature.
    public static func == (left: UtilityElement, right: UtilityElement) -> Bool { left.identity == right.identity }

    /// Equal ones have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension UtilityElement: Codable {
    private enum Key: String, CodingKey { case networkSource, globalID, objectID, terminal, fractionAlongEdge }

    /// Reads an element.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let source = try container.decode(UtilityNetworkSource.self, forKey: .networkSource)
        guard let group = source.assetGroups.first, let type = group.assetTypes.first else {
            throw DecodingError.dataCorruptedError(
                forKey: .networkSource, in: container, debugDescription: "It has no asset type.")
        }
        self.init(
            UtilityAsset(source, group, type), globalID: try container.decode(UUID.self, forKey: .globalID),
            objectID: try container.decodeIfPresent(Int.self, forKey: .objectID),
            terminal: try container.decodeIfPresent(UtilityTerminal.self, forKey: .terminal),
            fraction: try container.decodeIfPresent(Double.self, forKey: .fractionAlongEdge) ?? 0)
    }

    /// Writes the element, and of its network source no other asset type than its own.
    public func encode(to encoder: any Encoder) throws {
        var (source, group) = (networkSource, assetGroup)
        group.assetTypes = [assetType]
        source.assetGroups = [group]
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(source, forKey: .networkSource)
        try container.encode(globalID, forKey: .globalID)
        try container.encodeIfPresent(objectID, forKey: .objectID)
        try container.encodeIfPresent(terminal, forKey: .terminal)
        if fractionAlongEdge != 0 { try container.encode(fractionAlongEdge, forKey: .fractionAlongEdge) }
    }
}

extension UUID {
    /// As services write global ids.
    var globalIDText: String { "{\(uuidString)}" }
}
