import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
public import Foundation

extension AGSUtilityNetwork {
    /// The element of a feature of which the asset type and the global id are known; nil until loaded, and if the network has no such type.
    public func createElement(with assetType: AGSUtilityAssetType, globalID: UUID) -> AGSUtilityElement? {
        createElement(with: assetType, globalID: globalID, terminal: nil)
    }

    /// The element of a feature of which the asset type and the global id are known; nil until loaded, and if the network has no such type.
    ///
    /// - Parameters:
    ///   - assetType: One of this network's definition.
    ///   - globalID: The global id of the feature.
    ///   - terminal: At which terminal; nil for the first, if the type has several.
    public func createElement(
        with assetType: AGSUtilityAssetType, globalID: UUID, terminal: AGSUtilityTerminal?
    ) -> AGSUtilityElement? {
        let element = try? network.elementNow(assetType: assetType.value, globalID: globalID, terminal: terminal?.value)
        return element.map { AGSUtilityElement($0, at: terminal) }
    }

    /// The element of a feature that has all of its attributes; nil until loaded, and if the feature is no part of the network.
    public func createElement(with feature: AGSArcGISFeature) -> AGSUtilityElement? {
        createElement(with: feature, terminal: nil)
    }

    /// The element of a feature that has all of its attributes; nil until loaded, and if the feature is no part of the network.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - terminal: At which terminal; nil for the first, if its asset type has several.
    public func createElement(with feature: AGSArcGISFeature, terminal: AGSUtilityTerminal?) -> AGSUtilityElement? {
        guard let layer = tables.layerID(of: feature.featureTable), let value = try? feature.snapshot().feature else {
            return nil
        }
        let element = try? network.elementNow(feature: value, layerID: layer, terminal: terminal?.value)
        return element.map { AGSUtilityElement($0, at: terminal) }
    }

    /// The features of elements, in the elements' order, with all of their attributes. What the service does not show to whoever asks is left out.
    @discardableResult
    public func features(
        for elements: [AGSUtilityElement], completion: @escaping ([AGSArcGISFeature]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (network, values) = (network, elements.map(\.value))
        let tables = tables.tables(Set(values.compactMap(\.networkSource.layerID)))
        let services = tables.values.map(\.service)
        return OperationCancelable({ () async throws -> [UtilityElementFeature] in
            let found = try await network.features(for: values)
            for service in services { try await service.retryLoad() }
            return found
        }) { found, error in
            let features = found?.compactMap { one in
                one.element.networkSource.layerID.flatMap { tables[$0] }.map {
                    AGSArcGISFeature(one.feature, of: $0, isWhole: true)
                }
            }
            completion(features, error)
        }
    }
}
