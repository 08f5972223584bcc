import CairnCore
public import CairnGeo
import Foundation

extension ServiceFeatureTable {
    /// Statistics of the features that parameters choose: for each group one row, with the fields that make the groups and the statistics by
    /// their names. Order and paging are of the rows; what is said of fields and geometries does not count.
    @concurrent
    public func queryStatistics(
        _ query: StatisticsQuery, using parameters: QueryParameters = QueryParameters()
    ) async throws -> [Attributes] {
        let loaded = try await whenLoaded()
        var fields = FeatureQueryWire(info: loaded.info).choice(parameters)
        fields["outStatistics"] = JSONValue.array(query.statistics.map(Self.json)).text()
        if !query.groupBy.isEmpty { fields["groupByFieldsForStatistics"] = query.groupBy.joined(separator: ",") }
        fields["having"] = query.having?.description
        if let ids = parameters.objectIDs {
            let limit = ObjectIDCursor.largestChunk
            guard Set(ids).count <= limit else {
                throw FeatureError.tooManyIDs(table: loaded.info.name, count: ids.count, limit: limit)
            }
            if ids.isEmpty, !query.groupBy.isEmpty { return [] }
            fields["objectIds"] = FeatureQueryWire.list(ids.isEmpty ? [-1] : Set(ids).sorted())
        }
        return try await rows(query, fields, parameters, loaded)
    }

    private func rows(
        _ query: StatisticsQuery, _ fields: [String: String], _ parameters: QueryParameters, _ loaded: Loaded
    ) async throws -> [Attributes] {
        var fields = fields
        let named = Set(parameters.orderByFields.map { $0.field.lowercased() })
        let rest = query.groupBy.filter { !named.contains($0.lowercased()) }.map { OrderBy.Key($0) }
        let order = FeatureQueryWire.order(parameters.orderByFields + rest)
        if !order.isEmpty { fields["orderByFields"] = order }
        let hasPages = loaded.info.queryCapabilities.contains(.statisticsPagination) && !query.groupBy.isEmpty
        let cursor: any FeatureCursor =
            hasPages ? PageCursor(fields, idField: nil, parameters) : WholeCursor(fields, parameters)
        let size = FeatureQuery(parameters, of: client, loaded.info, loaded.formats).pageSize
        var walk = FeatureWalk(
            of: client, cursor, pageSize: size, fields: [], formats: FeatureFormats(offersPBF: false),
            places: FeaturePlaces(nil, of: nil))
        var rows: [Attributes] = []
        while let features = try await walk.next() { rows += features.map(\.attributes) }
        let names = query.groupBy + query.statistics.map(\.name)
        return try rows.map { try Self.named($0, names, url.appending(path: "query")) }
    }

    private static func json(_ statistic: Statistic) -> JSONValue {
        [
            "statisticType": .string(statistic.kind.rawValue), "onStatisticField": .string(statistic.field),
            "outStatisticFieldName": .string(statistic.name),
        ]
    }

    /// By the names that were asked for: some databases write them in large letters, or in small ones.
    private static func named(_ row: Attributes, _ names: [String], _ url: URL) throws -> Attributes {
        let values = Dictionary(row.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        return Attributes(
            try names.map { name in
                guard let value = values[name.lowercased()] else {
                    throw TransportError(.notUnderstood("a row has no \(name.printable(upTo: 40))"), url: url)
                }
                return (name, value)
            })
    }
}
