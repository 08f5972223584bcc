import CairnCore
import CairnGeo

/// Reads the features that clients send to be added or changed.
struct EditedFeatures {
    /// A feature, and why it is refused; nil if it is not, as far as can be told from here.
    struct Row {
        var feature: Feature
        var error: FeatureEditError?
    }

    private let layer: FeatureLayer
    private let reference: SpatialReference?

    /// - Parameter reference: What coordinates mean that do not say it; nil if it is the layer's own.
    init(_ layer: FeatureLayer, reference: SpatialReference? = nil) {
        self.layer = layer
        self.reference = reference ?? layer.definition.spatialReference
    }

    /// The features of a JSON array.
    ///
    /// - Parameter parameter: What it was sent as.
    func rows(_ text: some Collection<UInt8>, _ parameter: String) throws(ServiceFailure) -> [Row] {
        let list = FeatureList(header: header, fields: layer.fields)
        do {
            let (features, troubles) = try list.read(text, isStrict: true)
            return features.enumerated().map { place, feature in row(feature, troubles[place]) }
        } catch { throw .invalid(parameter, error) }
    }

    private func row(_ feature: Feature, _ trouble: String?) -> Row {
        if let trouble {
            return Row(
                feature: feature, error: FeatureEditError(code: 1000, description: "The feature is refused: \(trouble)."))
        }
        do {
            return Row(feature: try projected(feature))
        } catch {
            return Row(feature: feature, error: FeatureEditError(code: 1000, description: error.words))
        }
    }

    /// With coordinates as the layer's are meant.
    private func projected(_ feature: Feature) throws -> Feature {
        guard let target = layer.definition.spatialReference, let geometry = feature.geometry,
            geometry.spatialReference != target
        else { return feature }
        return Feature(attributes: feature.attributes, geometry: try geometry.projected(to: target))
    }

    /// What holds for geometries that do not say otherwise.
    private var header: [String: JSONValue] {
        let definition = layer.definition
        var members: [String: JSONValue] = [:]
        if let reference { members["spatialReference"] = reference.esriJSON }
        if definition.hasZ { members["hasZ"] = true }
        if definition.hasM { members["hasM"] = true }
        return members
    }
}
