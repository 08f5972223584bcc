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
        let places = layers.filter { !$0.isTable }
        // A service of tables alone says what most do; of layers whose coordinates nobody knows it says nothing.
        let reference = places.lazy.compactMap(\.definition.spatialReference).first ?? (places.isEmpty ? .wgs84 : nil)
        let extent = try await extent(of: places, in: reference)
        // What is left out is told where people look.
        let troubles = try await source.unpublished() + layers.compactMap(\.placeTrouble)
        let description = ([source.description] + troubles).filter { !$0.isEmpty }.joined(separator: " ")
        var members: [String: JSONValue] = [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(description),
            "description": .string(description), "copyrightText": "", "hasVersionedData": false,
            "supportsDisconnectedEditing": false, "hasStaticData": .bool(!source.isEditable),
            "syncEnabled": .bool(source.isSyncEnabled),
            "maxRecordCount": .integer(source.maxRecordCount), "supportedQueryFormats": .string(FeatureLayerMetadata.formats),
            "capabilities": .string(FeatureLayerMetadata.capabilities(source.isEditable, isSynced: source.isSyncEnabled)),
            "initialExtent": extent, "fullExtent": extent,
            "allowGeometryUpdates": .bool(source.isEditable),
            "units": .string(reference.map { $0.isWGS84 ? "esriDecimalDegrees" : "esriMeters" } ?? "esriUnknownUnits"),
            "supportsApplyEditsWithGlobalIds": .bool(layers.contains { $0.definition.globalIDField != nil }),
            "supportsReturnDeleteResults": true, "relationships": [], "enableZDefaults": false,
        ]
        members["spatialReference"] = reference?.esriJSON
        if source.isSyncEnabled { members["syncCapabilities"] = Self.syncCapabilities }
        members["layers"] = .array(places.map(entry))
        members["tables"] = .array(layers.filter(\.isTable).map(entry))
        return .object(members)
    }

    private static let syncCapabilities: JSONValue = [
        "supportsAsync": true, "supportsRegisteringExistingData": false, "supportsSyncDirectionControl": true,
        "supportsPerLayerSync": true, "supportsPerReplicaSync": true, "supportsSyncModelNone": true,
        "supportsRollbackOnFailure": true, "supportsAttachmentsSyncDirection": true, "supportsBiDirectionalSyncForServer": false,
        "supportedSyncDataOptions": 0,
    ]

    private func entry(_ layer: FeatureLayer) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .integer(layer.id), "name": .string(layer.definition.name), "parentLayerId": -1, "defaultVisibility": true,
            "subLayerIds": .null, "minScale": 0, "maxScale": 0, "type": .string(layer.isTable ? "Table" : "Feature Layer"),
        ]
        members["geometryType"] = layer.definition.geometryType.map { .string($0.rawValue) }
        return .object(members)
    }

    /// Around all layers whose coordinates can be told in one reference.
    private func extent(of places: [FeatureLayer], in reference: SpatialReference?) async throws -> JSONValue {
        var extent: Envelope?
        for layer in places {
            guard let own = try await layer.table.queryExtent(using: QueryParameters()) else { continue }
            guard let box = reference.map({ try? own.projected(to: $0) }) ?? own else { continue }
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
