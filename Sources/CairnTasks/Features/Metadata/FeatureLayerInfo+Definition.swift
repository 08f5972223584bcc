package import CairnCore
package import CairnGeo
import Foundation

extension FeatureLayerInfo {
    /// The same as of a table anywhere, with all that the service says beside it.
    package var definition: FeatureTableDefinition {
        let others = fields.filter { $0.type != .geometry && $0.type != .objectID && $0.name != objectIDField }
        var definition = FeatureTableDefinition(
            name, fields: others, objectIDField: objectIDField ?? "", globalIDField: globalIDField,
            geometryType: geometryType, spatialReference: spatialReference, hasZ: hasZ, hasM: hasM)
        let times = json["timeInfo"]
        definition.startTimeField = times?["startTimeField"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        definition.endTimeField = times?["endTimeField"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        (definition.hasAttachments, definition.layerJSON) = (hasAttachments, json)
        return definition
    }
}

extension FeatureLayerInfo {
    /// What a file has kept of what a service said; nil if that cannot be read.
    package init?(kept json: JSONValue) {
        guard let info = try? FeatureLayerInfo(AnswerPart(json, of: URL(filePath: "/"))) else { return nil }
        self = info
    }
}
