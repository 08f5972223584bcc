public import CairnGeo
public import Foundation

extension UtilityNetwork {
    /// The element of a feature of which the asset type and the global id are known.
    ///
    /// - Parameters:
    ///   - assetType: One of this network's definition.
    ///   - globalID: The global id of the feature.
    ///   - terminal: At which terminal; nil for the only one, or to be set later.
    /// - Throws: ``UtilityNetworkError/noAssetType(name:)``, ``UtilityNetworkError/noTerminal(name:assetType:known:)``, and what loading throws.
    @concurrent
    public func makeElement(
        assetType: UtilityAssetType, globalID: UUID, terminal: UtilityTerminal? = nil
    ) async throws -> UtilityElement {
        try await whenLoaded().element(assetType, globalID, terminal)
    }

    /// The element of a feature that has come with all of its fields.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - layerID: The number of its layer, or of its table, in the feature service.
    ///   - terminal: At which terminal; nil for the only one, or to be set later.
    /// - Throws: ``UtilityNetworkError/noSource(layerID:)``, ``UtilityNetworkError/notAnElement(source:reason:)``,
    ///   ``UtilityNetworkError/noTerminal(name:assetType:known:)``, and what loading throws.
    @concurrent
    public func makeElement(
        feature: Feature, layerID: Int, terminal: UtilityTerminal? = nil
    ) async throws -> UtilityElement {
        try await whenLoaded().element(feature, layerID, terminal)
    }

    /// The same as ``makeElement(assetType:globalID:terminal:)`` for those who cannot wait; nil until loaded.
    package func elementNow(
        assetType: UtilityAssetType, globalID: UUID, terminal: UtilityTerminal?
    ) throws -> UtilityElement? {
        try known?.element(assetType, globalID, terminal)
    }

    /// The same as ``makeElement(feature:layerID:terminal:)`` for those who cannot wait; nil until loaded.
    package func elementNow(feature: Feature, layerID: Int, terminal: UtilityTerminal?) throws -> UtilityElement? {
        try known?.element(feature, layerID, terminal)
    }

    /// The features of elements, in the elements' order, each with all of its fields. What the service does not show to whoever asks is left out.
    ///
    /// - Parameter elements: Of several sources, as a trace gives them.
    /// - Throws: ``UtilityNetworkError/noLayer(source:)``, ``UtilityNetworkError/noGlobalIDs(source:)``, and what loading throws.
    @concurrent
    public func features(for elements: [UtilityElement]) async throws -> [UtilityElementFeature] {
        let lookup = try await whenLoaded().lookup
        var found: [Int: [UUID: Feature]] = [:]
        for (id, group) in Dictionary(grouping: elements, by: \.networkSource.id).sorted(by: { $0.key < $1.key }) {
            found[id] = try await lookup.features(of: group[0].networkSource, Set(group.map(\.globalID)))
        }
        return elements.compactMap { element in
            found[element.networkSource.id]?[element.globalID].map { UtilityElementFeature(element: element, feature: $0) }
        }
    }
}

extension UtilityNetwork.Loaded {
    fileprivate func element(
        _ type: UtilityAssetType, _ globalID: UUID, _ terminal: UtilityTerminal?
    ) throws(UtilityNetworkError) -> UtilityElement {
        guard let asset = assets[type.key] else { throw .noAssetType(name: type.name) }
        try Self.expect(terminal, of: asset.type)
        return UtilityElement(asset, globalID: globalID, terminal: terminal)
    }

    fileprivate func element(
        _ feature: Feature, _ layerID: Int, _ terminal: UtilityTerminal?
    ) throws(UtilityNetworkError) -> UtilityElement {
        guard let source = definition.networkSources.first(where: { $0.layerID == layerID }) else {
            throw .noSource(layerID: layerID)
        }
        let element = try lookup.element(of: feature, in: source, terminal: terminal)
        try Self.expect(terminal, of: element.assetType)
        return element
    }

    private static func expect(_ terminal: UtilityTerminal?, of type: UtilityAssetType) throws(UtilityNetworkError) {
        guard let terminal else { return }
        let known = type.terminalConfiguration?.terminals ?? []
        guard known.contains(where: { $0.id == terminal.id }) else {
            throw .noTerminal(name: terminal.name, assetType: type.name, known: known.map(\.name))
        }
    }
}
