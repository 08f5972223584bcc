import CairnCore
import CairnGeo

/// One feature by its object id.
struct SingleFeature {
    private let layer: FeatureLayer
    private let objectID: Int

    init(_ layer: FeatureLayer, _ objectID: Int) {
        (self.layer, self.objectID) = (layer, objectID)
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        var parameters = QueryParameters(objectIDs: [objectID])
        parameters.outSpatialReference = try request.spatialReference("outSR", for: layer)
        let found = try await layer.table.queryFeatures(using: parameters).featureSet()
        guard let feature = found.features.first else {
            throw ServiceFailure.notFound("Feature \(objectID) of layer \(layer.id)")
        }
        var members: [String: JSONValue] = ["attributes": feature.attributes.esriJSON]
        if let geometry = feature.geometry, geometry.extent != nil { members["geometry"] = geometry.esriJSON }
        let json: JSONValue = ["feature": .object(members)]
        let markup = FeaturePageTable(found.fields, [feature], nil).markup
        let links = [("Attachments", request.address(below: "attachments"))]
        return ServiceAnswer(
            json, page: ServicePage(title: "\(layer.definition.name) \(objectID)", links: links, json: json, markup: markup))
    }
}
