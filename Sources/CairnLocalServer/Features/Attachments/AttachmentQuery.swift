import CairnCore
import CairnGeo

/// The attachments of several features.
struct AttachmentQuery {
    private let layer: FeatureLayer

    init(_ layer: FeatureLayer) {
        self.layer = layer
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        try request.refuse(["keywords", "attachmentsDefinitionExpression", "attachmentsWhere", "orderByFields"])
        let filter = try AttachmentFilter(request)
        let isCount = try request.flag("returnCountOnly")
        let ids = try await objectIDs(request)
        let found = try await layer.table.queryAttachments(ofFeatures: ids).mapValues { $0.filter(filter.isMet(by:)) }
        let groups = ids.compactMap { id in found[id].map { (id, $0) } }.filter { !$0.1.isEmpty }
        if isCount { return ServiceAnswer(Self.counts(groups)) }
        let address = try request.flag("returnUrl") ? Self.layerAddress(request) : nil
        return ServiceAnswer(Self.lists(groups, describesPictures: try request.flag("returnMetadata"), below: address))
    }

    private static func layerAddress(_ request: ServiceRequest) -> String {
        "\(request.contextAddress)/rest/" + request.path.dropLast().map(\.asPath).joined(separator: "/")
    }

    private static func counts(_ groups: [(Int, [AttachmentInfo])]) -> JSONValue {
        [
            "attachmentGroups": .array(
                groups.map { id, infos in ["parentObjectId": .integer(id), "count": .integer(infos.count)] })
        ]
    }

    /// - Parameters:
    ///   - describesPictures: Whether there is a place for what pictures tell of themselves, which nobody here reads.
    ///   - address: Of the layer, if each attachment's is wanted.
    private static func lists(
        _ groups: [(Int, [AttachmentInfo])], describesPictures: Bool, below address: String?
    ) -> JSONValue {
        let fields = [
            Field("ATTACHMENTID", type: .objectID), Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
            Field("ATT_NAME"), Field("CONTENT_TYPE"), Field("DATA_SIZE", type: .integer),
        ]
        return [
            "fields": .array(fields.map(\.esriJSON)),
            "attachmentGroups": .array(
                groups.map { id, infos in
                    let list = infos.map { info in
                        var members = info.esriMembers
                        members["url"] = address.map { .string("\($0)/\(id)/attachments/\(info.id)") }
                        if describesPictures { members["exifInfo"] = .null }
                        return JSONValue.object(members)
                    }
                    return ["parentObjectId": .integer(id), "attachmentInfos": .array(list)]
                }),
        ]
    }

    // MARK: - Features

    private func objectIDs(_ request: ServiceRequest) async throws -> [Int] {
        var parameters = QueryParameters(whereClause: request["definitionExpression"] ?? request["where"] ?? "")
        // Of both only global ids count, as with ArcGIS Server.
        parameters.objectIDs = try await idsByGlobalIDs(request) ?? request.integers("objectIds")
        let limit = try request.limit("resultRecordCount") ?? .max
        let offset = try request.limit("resultOffset") ?? 0
        let ids = try await layer.table.queryObjectIDs(using: parameters)
        return Array(ids.dropFirst(offset).prefix(limit))
    }

    private func idsByGlobalIDs(_ request: ServiceRequest) async throws -> [Int]? {
        guard let text = request["globalIds"] else { return nil }
        guard let field = layer.definition.globalIDField else {
            throw ServiceFailure.invalid("globalIds", "the layer has no global ids; ask by objectIds")
        }
        let spellings = try IDList(text).texts("globalIds").flatMap { GlobalID.spellings(of: $0) }
        if spellings.isEmpty { return [] }
        let values = spellings.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
        let name = field.replacing("\"", with: "\"\"")
        return try await layer.table.queryObjectIDs(using: QueryParameters(whereClause: "\"\(name)\" IN (\(values))"))
    }
}
