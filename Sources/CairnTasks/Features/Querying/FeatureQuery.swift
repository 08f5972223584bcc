import CairnCore
import CairnGeo
import Foundation

/// A query of a layer: how its features are to be had.
struct FeatureQuery: Sendable {
    private static let usualPage = 1000
    private static let largestPage = 20_000
    /// So many are asked for together, in another order, with pages.
    private static let fewIDs = 200

    let client: ServiceClient
    let info: FeatureLayerInfo
    let formats: FeatureFormats
    let parameters: QueryParameters
    private let wire: FeatureQueryWire

    init(_ parameters: QueryParameters, of client: ServiceClient, _ info: FeatureLayerInfo, _ formats: FeatureFormats) {
        (self.client, self.info, self.formats, self.parameters) = (client, info, formats, parameters)
        wire = FeatureQueryWire(info: info)
    }

    var pageSize: Int { (info.maxRecordCount ?? Self.usualPage).clamped(to: 1...Self.largestPage) }

    /// What chooses the features and says what comes of them.
    private var fields: [String: String] {
        var fields = wire.choice(parameters).merging(wire.shape(parameters)) { $1 }
        let order = wire.order(parameters)
        if !order.isEmpty, canOrder { fields["orderByFields"] = order }
        return fields
    }

    private var canOrder: Bool { !info.queryCapabilities.isDisjoint(with: [.pagination, .orderBy]) }

    /// Whether the order is that of object ids, of which no two are equal.
    private var isByObjectID: Bool {
        guard !parameters.returnsDistinctValues else { return false }
        guard let first = parameters.orderByFields.first else { return true }
        return !first.isDescending && first.field.lowercased() == info.objectIDField?.lowercased()
    }

    /// What old services do not know they pass over, and answer something else.
    private func verifySupport() throws(FeatureError) {
        if !isByObjectID, !parameters.orderByFields.isEmpty, !canOrder {
            throw .notSupported(table: info.name, parameter: "orderByFields")
        }
        if parameters.returnsDistinctValues, info.queryCapabilities.isDisjoint(with: [.distinct, .orderBy]) {
            throw .notSupported(table: info.name, parameter: "returnsDistinctValues")
        }
    }

    /// The features that are asked for, none of which has been fetched.
    ///
    /// - Throws: ``FeatureError``, ``ServiceError``, ``TransportError``, `CancellationError`.
    func walk() async throws -> FeatureWalk {
        try verifySupport()
        return FeatureWalk(
            of: client, try await cursor(), pageSize: pageSize, fields: wire.fields(parameters), formats: formats,
            places: FeaturePlaces(parameters.outSpatialReference, of: info), objectIDs: objectIDs, count: count)
    }

    private func cursor() async throws -> any FeatureCursor {
        let hasPages = info.queryCapabilities.contains(.pagination)
        if let ids = parameters.objectIDs { return try cursor(among: Array(Set(ids)).sorted(), hasPages: hasPages) }
        let idField = parameters.returnsDistinctValues ? nil : info.objectIDField
        if hasPages {
            let condition = idField.flatMap { ObjectIDCondition($0, besides: parameters.whereClause) }
            return PageCursor(fields, idField: idField, condition: isByObjectID ? condition : nil, parameters)
        }
        guard idField != nil else { return WholeCursor(fields, parameters) }
        return try cursor(among: try await objectIDs(), hasPages: false)
    }

    private func cursor(among ids: [Int], hasPages: Bool) throws -> any FeatureCursor {
        guard let idField = info.objectIDField else { throw FeatureError.noObjectIDs(table: info.name) }
        if ids.isEmpty || isByObjectID { return ObjectIDCursor(fields, idField: idField, ids, parameters) }
        let named = fields.merging(["objectIds": FeatureQueryWire.list(ids)]) { $1 }
        if hasPages, ids.count <= Self.fewIDs {
            return PageCursor(named, idField: parameters.returnsDistinctValues ? nil : idField, parameters)
        }
        // Only within one answer they can be told from each other, or are in another order.
        let limit = min(pageSize, ObjectIDCursor.largestChunk)
        guard ids.count <= limit else { throw FeatureError.tooManyIDs(table: info.name, count: ids.count, limit: limit) }
        return WholeCursor(named, parameters)
    }

    /// How many features there are that are asked for; paging does not count.
    private func count() async throws -> Int {
        var fields = wire.choice(parameters).merging(["returnCountOnly": "true"]) { $1 }
        if let ids = parameters.objectIDs { fields["objectIds"] = FeatureQueryWire.list(Set(ids).sorted()) }
        let json = try await client.ask("query", fields, limit: ServiceClient.descriptionLimit)
        return try AnswerPart(json, of: client.url.appending(path: "query")).required("count").wholeNumber()
    }

    /// The object ids of the features, in order; paging does not count.
    ///
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`.
    func objectIDs() async throws -> [Int] {
        var fields = wire.choice(parameters)
        fields["returnIdsOnly"] = "true"
        let target = client.url.appending(path: "query")
        let answer = AnswerPart(try await client.ask("query", fields), of: target)
        // Whose server knows none writes null.
        guard let list = answer.json["objectIds"] ?? (answer.json["objectIdFieldName"] == nil ? nil : .null) else {
            throw answer.refusal("has no objectIds")
        }
        if list.isNull {
            // Who has passed over what was asked for may know of any number.
            if answer.json["features"] != nil { throw answer.refusal("has features, and object ids were asked for") }
            return []
        }
        guard let elements = list.array else { throw answer.refusal("has objectIds that are no list") }
        if answer.json["exceededTransferLimit"]?.bool == true { throw answer.refusal("does not hold all object ids") }
        let ids = elements.compactMap { $0.int ?? $0.string.flatMap { Int($0) } }
        guard ids.count == elements.count else { throw answer.refusal("has an object id that is no whole number") }
        return Set(ids).sorted()
    }
}
