import CairnCore
import CairnGeo
import CairnTasks

/// What a FeatureServer says of itself.
struct FeatureServiceMetadata {
    private let name: String
    private let source: PublishedFeatures
    private let layers: [FeatureLayer]

    init(_ name: String, _ source: PublishedFeatures, _ layers: [FeatureLayer]) {
        (self.name, self.source, self.layers) = (name, source, layers.filter { $0.refusal == nil })
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let json = try await json()
        let links = layers.map { layer in
            ("\(layer.definition.name) (\(layer.id))", request.address(below: "\(layer.id)"))
        }
        return ServiceAnswer(
            json,
            page: ServicePage(
                title: "\(name) (FeatureServer)", links: links + [("All layers", request.address(below: "layers"))], json: json))
    }

    /// What all layers say of themselves.
    func allLayers() async throws -> ServiceAnswer {
        var lists: [Bool: [JSONValue]] = [:]
        for layer in layers { lists[layer.isTable, default: []].append(try await FeatureLayerMetadata(layer).json()) }
        return ServiceAnswer(["layers": .array(lists[false] ?? []), "tables": .array(lists[true] ?? [])])
    }

    private func json() async throws -> JSONValue {
        let reference = layers.lazy.compactMap(\.definition.spatialReference).first ?? .wgs84
        let extent = try await extent(in: reference)
        // What is left out is told where people look.
        let troubles = try await source.unpublished() + layers.compactMap(\.placeTrouble)
        let description = ([source.description] + troubles).filter { !$0.isEmpty }.joined(separator: " ")
        var members: [String: JSONValue] = [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(description),
            "description": .string(description), "copyrightText": "", "hasVersionedData": false,
            "supportsDisconnectedEditing": false, "hasStaticData": .bool(!source.isEditable), "syncEnabled": false,
            "maxRecordCount": .integer(source.maxRecordCount), "supportedQueryFormats": .string(FeatureLayerMetadata.formats),
            "capabilities": .string(FeatureLayerMetadata.capabilities(source.isEditable)),
            "spatialReference": reference.esriJSON, "initialExtent": extent, "fullExtent": extent,
            "allowGeometryUpdates": .bool(source.isEditable),
            "units": reference.isWGS84 ? "esriDecimalDegrees" : "esriMeters",
            "supportsApplyEditsWithGlobalIds": .bool(layers.contains { $0.definition.globalIDField != nil }),
            "supportsReturnDeleteResults": true, "relationships": [], "enableZDefaults": false,
        ]
        members["layers"] = .array(layers.filter { !$0.isTable }.map(entry))
        members["tables"] = .array(layers.filter(\.isTable).map(entry))
        return .object(members)
    }

    private func entry(_ layer: FeatureLayer) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .integer(layer.id), "name": .string(layer.definition.name), "parentLayerId": -1, "defaultVisibility": true,
            "subLayerIds": .null, "minScale": 0, "maxScale": 0, "type": .string(layer.isTable ? "Table" : "Feature Layer"),
        ]
        members["geometryType"] = layer.definition.geometryType.map { .string($0.rawValue) }
        return .object(members)
    }

    /// Around all layers whose coordinates can be told in one reference.
    private func extent(in reference: SpatialReference) async throws -> JSONValue {
        var extent: Envelope?
        for layer in layers where !layer.isTable {
            guard let own = try await layer.table.queryExtent(using: QueryParameters()),
                let box = try? own.projected(to: reference)
            else { continue }
            extent = extent?.union(box) ?? box
        }
        return Envelope.json(extent, in: reference)
    }
}

extension Envelope {
    /// As servers write it; the edges of one that nothing has a place in are "NaN".
    static func json(_ box: Envelope?, in reference: SpatialReference?) -> JSONValue {
        if let box { return Geometry.envelope(box).esriJSON }
        var members: [String: JSONValue] = ["xmin": "NaN", "ymin": "NaN", "xmax": "NaN", "ymax": "NaN"]
        members["spatialReference"] = reference?.esriJSON
        return .object(members)
    }
}

extension ServiceRequest {
    /// The address of a page below that of this request.
    func address(below part: String) -> String {
        "/arcgis/rest/" + (path + part.split(separator: "/").map(String.init)).map(\.asPath).joined(separator: "/") + "?f=html"
    }
}
