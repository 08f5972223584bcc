import CairnCore
import CairnGeo

/// The attachments of several features.
struct AttachmentQuery {
    private let layer: FeatureLayer

    init(_ layer: FeatureLayer) {
        self.layer = layer
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let ids = try await objectIDs(request)
        let found = try await layer.table.queryAttachments(ofFeatures: ids)
        let groups = ids.compactMap { id in found[id].map { (id, $0) } }.filter { !$0.1.isEmpty }
        let fields = [
            Field("ATTACHMENTID", type: .objectID), Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
            Field("ATT_NAME"), Field("CONTENT_TYPE"), Field("DATA_SIZE", type: .integer),
        ]
        return ServiceAnswer([
            "fields": .array(fields.map(\.esriJSON)),
            "attachmentGroups": .array(
                groups.map { id, infos in
                    ["parentObjectId": .integer(id), "attachmentInfos": .array(infos.map(\.esriJSON))]
                }),
        ])
    }

    private func objectIDs(_ request: ServiceRequest) async throws -> [Int] {
        var parameters = QueryParameters(whereClause: request["definitionExpression"] ?? request["where"] ?? "")
        parameters.objectIDs = try request.integers("objectIds")
        let limit = try request.limit("resultRecordCount") ?? .max
        let offset = try request.limit("resultOffset") ?? 0
        let ids = try await layer.table.queryObjectIDs(using: parameters)
        return Array(ids.dropFirst(offset).prefix(limit))
    }
}
