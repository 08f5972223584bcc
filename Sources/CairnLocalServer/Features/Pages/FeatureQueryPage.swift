import CairnCore
import CairnGeo

/// The page of a layer's queries: a form, and what was found.
struct FeatureQueryPage {
    /// As many features as anybody reads.
    private static let most = 200
    private let layer: FeatureLayer
    private let request: ServiceRequest
    private let memory: AnswerMemory

    init(_ layer: FeatureLayer, _ request: ServiceRequest, _ memory: AnswerMemory) {
        (self.layer, self.request, self.memory) = (layer, request, memory)
    }

    private static let texts = [
        "where", "objectIds", "time", "geometry", "inSR", "outFields", "outSR", "geometryPrecision", "orderByFields",
        "groupByFieldsForStatistics", "outStatistics", "having", "resultOffset", "resultRecordCount",
    ]
    private static let choices = [
        ("geometryType", [""] + GeometryType.allCases.map(\.rawValue) + ["esriGeometryEnvelope"]),
        ("spatialRel", SpatialRelationship.allCases.map(\.rawValue)), ("returnGeometry", ["true", "false"]),
        ("returnIdsOnly", ["false", "true"]), ("returnCountOnly", ["false", "true"]), ("returnExtentOnly", ["false", "true"]),
        ("returnDistinctValues", ["false", "true"]), ("f", ["html", "json", "pjson", "geojson", "pbf"]),
    ]

    func answer() async throws -> ServiceAnswer {
        let asked = (Self.texts + Self.choices.map(\.0)).contains { $0 != "f" && request[$0] != nil }
        let found = asked ? try await found() : ""
        let page = ServicePage(title: "Query: \(layer.definition.name)", markup: form + found)
        return ServiceAnswer([:], page: page)
    }

    private var form: String {
        let texts = Self.texts.map { name in
            let value = request[name] ?? (name == "where" ? "1=1" : name == "outFields" ? "*" : "")
            return "<label>\(name) <input name=\"\(name)\" value=\"\(value.markupEscaped)\"></label>"
        }
        let choices = Self.choices.map { name, values in
            let chosen = request[name] ?? values[0]
            let options = values.map { "<option\($0 == chosen ? " selected" : "")>\($0)</option>" }.joined()
            return "<label>\(name) <select name=\"\(name)\">\(options)</select></label>"
        }
        return "<form method=\"get\">\n\((texts + choices).joined(separator: "\n"))\n<button>Query</button>\n</form>\n"
    }

    private func found() async throws -> String {
        var query = try FeatureQueryParser(request, layer).query()
        query.limit = min(query.limit, Self.most)
        switch query.subject {
        case .features: return try await features(query)
        case .statistics(let statistics):
            let (rows, fields, _) = try await FeatureQueryAnswer(layer, memory).rows(statistics, query)
            return FeaturePageTable(fields, rows.map { Feature(attributes: $0) }, nil).markup
        case .count: return "<p>\(try await FeatureQueryAnswer(layer, memory).count(query)) features</p>"
        case .statisticsCount: return "<p>\(try await FeatureQueryAnswer(layer, memory).count(query)) rows</p>"
        case .objectIDs:
            let ids = try await layer.table.queryObjectIDs(using: query.parameters)
            return "<p>\(ids.count) object ids</p><pre>\(ids.prefix(10_000).map(String.init).joined(separator: ", "))</pre>"
        case .extent:
            let box = try await layer.table.queryExtent(using: query.parameters)
            return "<pre>\(Envelope.json(box, in: nil).text(pretty: true).markupEscaped)</pre>"
        }
    }

    private func features(_ query: FeatureQuery) async throws -> String {
        var parameters = query.parameters
        parameters.maxFeatures = query.limit
        parameters.returnsGeometry = false
        let found = try await layer.table.queryFeatures(using: parameters).featureSet()
        let path = request.path.dropLast().map(\.asPath).joined(separator: "/")
        let pages = query.parameters.returnsDistinctValues ? nil : ("/arcgis/rest/\(path)/", layer.definition.objectIDField)
        let count = "<p>\(found.features.count) features, \(Self.most) at most are shown here</p>\n"
        return count + FeaturePageTable(found.fields, found.features, pages).markup
    }
}
