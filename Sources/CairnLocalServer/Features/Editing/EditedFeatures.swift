import CairnCore
import CairnGeo

/// Reads the features that clients send to be added or changed.
struct EditedFeatures {
    private let layer: FeatureLayer

    init(_ layer: FeatureLayer) {
        self.layer = layer
    }

    /// The features of a JSON array.
    ///
    /// - Parameter parameter: What it was sent as.
    func features(_ text: some Collection<UInt8>, _ parameter: String) throws(ServiceFailure) -> [Feature] {
        let list = FeatureList(header: header, fields: layer.fields)
        let features: [Feature]
        do { features = try list.features(text) } catch { throw .invalid(parameter, error) }
        return try projected(features, parameter)
    }

    /// With coordinates as the layer's are meant.
    private func projected(_ features: [Feature], _ parameter: String) throws(ServiceFailure) -> [Feature] {
        guard let target = layer.definition.spatialReference else { return features }
        var features = features
        for place in features.indices {
            guard let geometry = features[place].geometry, geometry.spatialReference != target else { continue }
            do { features[place].geometry = try geometry.projected(to: target) } catch { throw .invalid(parameter, error) }
        }
        return features
    }

    /// What holds for geometries that do not say otherwise.
    private var header: [String: JSONValue] {
        let definition = layer.definition
        var members: [String: JSONValue] = [:]
        if let reference = definition.spatialReference { members["spatialReference"] = reference.esriJSON }
        if definition.hasZ { members["hasZ"] = true }
        if definition.hasM { members["hasM"] = true }
        return members
    }
}
