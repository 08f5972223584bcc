import CairnCore
import CairnGeo
import Foundation

/// Answers the queries of a layer.
struct FeatureQueryAnswer {
    private let layer: FeatureLayer
    private let memory: AnswerMemory

    init(_ layer: FeatureLayer, _ memory: AnswerMemory) {
        (self.layer, self.memory) = (layer, memory)
    }

    private static let formats = ["json", "pjson", "geojson", "pbf", "html"]

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard Self.formats.contains(request.format) else {
            let list = Self.formats.joined(separator: ", ")
            throw ServiceFailure.invalid("f", "\(request.format.printable(upTo: 60)) is not supported; ask for one of \(list)")
        }
        if request.format == "html" { return try await FeatureQueryPage(layer, request, memory).answer() }
        let query = try FeatureQueryParser(request, layer).query()
        switch query.subject {
        case .features: return try await FeatureAnswer(layer, query, request.format, memory).answer()
        case .statistics(let statistics): return try await answer(statistics, query, request)
        case .count, .statisticsCount:
            let count = try await count(query)
            return try answer(["count": .integer(count)], .count(count), request)
        case .objectIDs:
            let ids = try await layer.table.queryObjectIDs(using: query.parameters)
            let field = layer.definition.objectIDField
            let json: JSONValue = ["objectIdFieldName": .string(field), "objectIds": .array(ids.map { .integer($0) })]
            return try answer(json, .ids(ids, field: field), request)
        case .extent(let withCount):
            let box = try await layer.table.queryExtent(using: query.parameters)
            let count = withCount ? try await count(query) : nil
            let reference = query.parameters.outSpatialReference ?? layer.definition.spatialReference
            var members: [String: JSONValue] = ["extent": Envelope.json(box, in: reference)]
            members["count"] = count.map { .integer($0) }
            return try answer(.object(members), .extent(box, count: count), request)
        }
    }

    func count(_ query: FeatureQuery) async throws -> Int {
        if case .statisticsCount(let statistics) = query.subject {
            var parameters = query.parameters
            (parameters.resultOffset, parameters.maxFeatures) = (0, nil)
            return try await layer.table.queryStatistics(statistics, using: parameters).count
        }
        guard query.parameters.returnsDistinctValues else {
            return try await layer.table.queryFeatureCount(using: query.parameters)
        }
        var parameters = query.parameters
        (parameters.resultOffset, parameters.maxFeatures) = (0, nil)
        var count = 0
        var batches = try await layer.table.queryFeatures(using: parameters).makeAsyncIterator()
        while let batch = try await batches.nextBatch() { count += batch.count }
        return count
    }

    private func answer(_ json: JSONValue, _ message: FeaturePBFAnswer, _ request: ServiceRequest) throws -> ServiceAnswer {
        switch request.format {
        case "pbf": ServiceAnswer(Data(message.bytes), "application/x-protobuf")
        case "geojson": ServiceAnswer(json.data(), "application/json;charset=utf-8")
        default: ServiceAnswer(json)
        }
    }

    private func answer(
        _ statistics: StatisticsQuery, _ query: FeatureQuery, _ request: ServiceRequest
    ) async throws -> ServiceAnswer {
        let (rows, fields, exceeded) = try await rows(statistics, query)
        var writer = FeatureAnswer.writer(request.format, FeatureSetWriter.Header(fields: fields))
        for row in rows { try writer.append(Feature(attributes: row)) }
        writer.finish(exceededTransferLimit: exceeded)
        return try FeatureAnswer.answer(Data(writer.take()), request.format)
    }

    /// The rows of a page of statistics, their fields, and whether there are more.
    func rows(_ statistics: StatisticsQuery, _ query: FeatureQuery) async throws -> ([Attributes], [Field], Bool) {
        var parameters = query.parameters
        parameters.maxFeatures = query.limit.saturatingSuccessor
        let rows = try await layer.table.queryStatistics(statistics, using: parameters)
        let fields = try statistics.translation(over: SQLColumns(layer.definition), now: .now).fields
        return (Array(rows.prefix(query.limit)), fields, rows.count > query.limit)
    }
}

extension Int {
    /// One more, if there is room.
    var saturatingSuccessor: Int { self == .max ? .max : self + 1 }
}
