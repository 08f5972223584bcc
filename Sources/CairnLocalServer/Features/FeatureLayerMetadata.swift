import CairnCore
import CairnGeo

/// What a layer says of itself.
struct FeatureLayerMetadata {
    static let formats = "JSON, geoJSON, PBF"
    /// Of places with heights or measures: PBF has no word for one that is not known, and who edits what it has read would write 0 instead.
    private static let formatsOfHeights = "JSON, geoJSON"
    private let layer: FeatureLayer
    private var definition: FeatureTableDefinition { layer.definition }

    init(_ layer: FeatureLayer) {
        self.layer = layer
    }

    static func capabilities(_ isEditable: Bool, isSynced: Bool) -> String {
        (isEditable ? "Create,Delete,Query,Update,Editing" : "Query") + (isSynced ? ",Sync,Uploads" : "")
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let json = try await json()
        let links = [("Query", request.address(below: "query")), ("Attachments", request.address(below: "queryAttachments"))]
        return ServiceAnswer(
            json, page: ServicePage(title: definition.name, links: links, json: json, markup: FieldTable(layer.fields).markup))
    }

    func json() async throws -> JSONValue {
        // What somebody else has said of the layer holds, but for what is known here.
        var members = definition.layerJSON?.object ?? [:]
        members.merge(description) { given, _ in given }
        members.merge(identity) { _, own in own }
        members.merge(abilities) { _, own in own }
        members["geometryType"] = definition.geometryType.map { .string($0.rawValue) }
        if !layer.isTable {
            let extent = try await layer.table.queryExtent(using: QueryParameters())
            members["extent"] = Envelope.json(extent, in: definition.spatialReference)
        }
        members["timeInfo"] = timeInfo
        return .object(members)
    }

    private var description: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "description": "", "copyrightText": "", "minScale": 0, "maxScale": 0, "defaultVisibility": true, "types": [],
            "templates": [], "typeIdField": "", "htmlPopupType": "esriServerHTMLPopupTypeNone",
            "displayField": .string(definition.fields.first { $0.type == .string }?.name ?? definition.objectIDField),
        ]
        if let type = definition.geometryType { members["drawingInfo"] = Self.drawing(type) }
        return members
    }

    private var identity: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "currentVersion": .number(ServicesDirectory.version), "id": .integer(layer.id), "name": .string(definition.name),
            "type": .string(layer.isTable ? "Table" : "Feature Layer"), "objectIdField": .string(definition.objectIDField),
            "uniqueIdField": ["name": .string(definition.objectIDField), "isSystemMaintained": true],
            "globalIdField": .string(definition.globalIDField ?? ""), "fields": .array(layer.fields.map(field)),
            "indexes": [], "relationships": [], "hasAttachments": .bool(hasAttachments), "hasZ": .bool(definition.hasZ),
            "hasM": .bool(definition.hasM), "isDataVersioned": false,
        ]
        members["sourceSpatialReference"] = definition.spatialReference?.esriJSON
        return members
    }

    /// Where they may be added, there may be some.
    private var hasAttachments: Bool { definition.hasAttachments || layer.isEditable }

    private func field(_ field: Field) -> JSONValue {
        let isID = field.type == .objectID
        // Domains among others, if somebody else has told of them.
        let given = definition.layerJSON?["fields"]?.array?.first { $0["name"]?.string == field.name }?.object ?? [:]
        var members: [String: JSONValue] = ["sqlType": "sqlTypeOther", "domain": .null, "defaultValue": .null]
        members.merge(given) { _, given in given }
        let own: [String: JSONValue] = [
            "name": .string(field.name), "alias": .string(field.alias), "type": .string(field.type.rawValue),
            "nullable": .bool(!isID && !field.isRequired),
            "editable": .bool(layer.isEditable && !isID && field.name != definition.globalIDField),
        ]
        members.merge(own) { _, own in own }
        if let length = field.length { members["length"] = .integer(length) }
        return .object(members)
    }

    private var abilities: [String: JSONValue] {
        let isEditable = layer.isEditable
        return [
            "capabilities": .string(Self.capabilities(isEditable, isSynced: layer.isSynced)),
            "supportedQueryFormats": .string(definition.hasZ || definition.hasM ? Self.formatsOfHeights : Self.formats),
            "maxRecordCount": .integer(layer.maxRecordCount), "maxRecordCountFactor": 1,
            "standardMaxRecordCount": .integer(FeatureQuery.limit(layer.maxRecordCount, "standard")),
            "tileMaxRecordCount": .integer(FeatureQuery.limit(layer.maxRecordCount, "tile")),
            "supportsStatistics": true, "supportsAdvancedQueries": true, "useStandardizedQueries": true,
            "supportsRollbackOnFailureParameter": .bool(isEditable), "supportsAttachmentsByUploadId": false,
            "supportsApplyEditsWithGlobalIds": .bool(isEditable && definition.globalIDField != nil),
            "syncCanReturnChanges": .bool(layer.isSynced), "supportsCoordinatesQuantization": true,
            "allowGeometryUpdates": .bool(isEditable),
            "advancedQueryCapabilities": [
                "supportsPagination": true, "supportsQueryRelatedPagination": false, "supportsQueryWithDistance": false,
                "supportsReturningQueryExtent": true, "supportsStatistics": true, "supportsOrderBy": true,
                "supportsDistinct": true, "supportsQueryWithResultType": true, "supportsSqlExpression": false,
                "supportsCountDistinct": true, "supportsHavingClause": true, "supportsReturningGeometryCentroid": false,
                "supportsQueryAttachments": true, "supportsQueryAttachmentsCountOnly": true,
                "supportsPaginationOnAggregatedQueries": true,
                "supportsMaxRecordCountFactor": false,
            ],
        ]
    }

    private var timeInfo: JSONValue? {
        guard let start = definition.startTimeField else { return nil }
        return [
            "startTimeField": .string(start), "endTimeField": definition.endTimeField.map { .string($0) } ?? .null,
            "timeReference": ["timeZone": "UTC", "respectsDaylightSaving": false],
        ]
    }

    private static func drawing(_ type: GeometryType) -> JSONValue {
        let outline: JSONValue = ["type": "esriSLS", "style": "esriSLSSolid", "color": [30, 90, 160, 255], "width": 1.5]
        let symbol: JSONValue =
            switch type {
            case .point, .multipoint:
                ["type": "esriSMS", "style": "esriSMSCircle", "color": [60, 130, 210, 255], "size": 6, "outline": outline]
            case .polyline: outline
            case .polygon: ["type": "esriSFS", "style": "esriSFSSolid", "color": [60, 130, 210, 90], "outline": outline]
            }
        return ["renderer": ["type": "simple", "symbol": symbol, "label": "", "description": ""], "transparency": 0]
    }
}
