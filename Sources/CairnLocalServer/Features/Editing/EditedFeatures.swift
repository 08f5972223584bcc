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
        let header = header
        var reader = FeatureSetReader(fields: layer.fields)
        reader.append(header.map { "\($0.key.debugDescription):\($0.value.text())," }.joined().utf8.prefixed("{"))
        reader.append("\"features\":".utf8)
        reader.append(text)
        reader.append("}".utf8)
        reader.finish()
        var features: [Feature] = []
        do { try reader.read(into: &features) } catch { throw .invalid(parameter, error) }
        guard reader.hasFeatures else { throw .invalid(parameter, "it is no JSON array of features") }
        // What is no list alone may close the list and go on.
        guard reader.members == header else { throw .invalid(parameter, "something follows the array of features") }
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

extension Collection<UInt8> {
    fileprivate func prefixed(_ text: String) -> [UInt8] { Array(text.utf8) + self }
}
