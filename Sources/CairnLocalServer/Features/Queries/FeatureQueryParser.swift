import CairnCore
import CairnGeo
import Foundation

/// Reads the parameters of a query, and says of which of them is wrong what.
struct FeatureQueryParser {
    let request: ServiceRequest
    let layer: FeatureLayer
    private let columns: SQLColumns

    init(_ request: ServiceRequest, _ layer: FeatureLayer) {
        (self.request, self.layer) = (request, layer)
        columns = SQLColumns(layer.definition)
    }

    func query() throws(ServiceFailure) -> FeatureQuery {
        try refuseUnsupported()
        var query = FeatureQuery()
        query.parameters = try selection()
        query.subject = try subject()
        query.parameters.outFields = try outFields()
        query.parameters.returnsDistinctValues = try request.flag("returnDistinctValues")
        query.parameters.returnsGeometry = try request.flag("returnGeometry", default: true)
        query.parameters.outSpatialReference = try outSpatialReference()
        query.parameters.orderByFields = try order(query.subject)
        query.parameters.resultOffset = try request.limit("resultOffset") ?? 0
        query.limit = try limit()
        query.precision = try request.limit("geometryPrecision")
        query.maxDeviation = try request.measure("maxAllowableOffset")
        (query.returnsZ, query.returnsM) = (try request.flag("returnZ"), try request.flag("returnM"))
        let reference = query.parameters.outSpatialReference ?? layer.definition.spatialReference
        query.grid = try QuantizationParameter(request, in: reference).grid()
        return query
    }

    /// Which features are meant, by condition, ids, geometry and time.
    func selection() throws(ServiceFailure) -> QueryParameters {
        var parameters = QueryParameters(whereClause: try whereClause() ?? "")
        parameters.objectIDs = try request.integers("objectIds")
        parameters.geometry = try GeometryParameter(request, layer).geometry()
        parameters.spatialRelationship = try spatialRelationship()
        parameters.timeExtent = try time()
        return parameters
    }

    private func refuseUnsupported() throws(ServiceFailure) {
        try request.refuse(["historicMoment", "fullText", "relationParam", "parentLayerId"])
        if let distance = try request.measure("distance"), distance > 0 {
            throw .invalid("distance", "it is not supported; send the area itself as the geometry")
        }
    }

    // MARK: - Which features

    private func whereClause() throws(ServiceFailure) -> String? {
        guard let text = request["where"] else { return nil }
        do {
            _ = try WhereClause(text).translation(over: columns, now: .now)
        } catch {
            throw .invalid("where", error)
        }
        return text
    }

    private func spatialRelationship() throws(ServiceFailure) -> SpatialRelationship {
        guard let text = request["spatialRel"] else { return .intersects }
        let known = SpatialRelationship.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        guard let known else {
            let list = SpatialRelationship.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("spatialRel", "there is no \(text.printable(upTo: 60)); there are \(list)")
        }
        return known
    }

    private func time() throws(ServiceFailure) -> TimeExtent? {
        guard let text = request["time"] else { return nil }
        guard layer.definition.startTimeField != nil else {
            throw .invalid("time", "the layer does not know when its features were; ask by a field in 'where'")
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count <= 2 else { throw .invalid("time", "it is one moment, or a beginning and an end") }
        var ends: [Date?] = []
        for part in parts {
            if part.lowercased() == "null" || part.isEmpty { ends.append(nil); continue }
            guard let milliseconds = Double(decimal: part), milliseconds.isFinite else {
                throw .invalid("time", "\(part.printable(upTo: 60)) is no number of milliseconds since 1970")
            }
            ends.append(Date(milliseconds: milliseconds))
        }
        return TimeExtent(start: ends[0], end: ends.count == 1 ? ends[0] : ends[1])
    }

    // MARK: - What of them

    private func subject() throws(ServiceFailure) -> FeatureQuery.Subject {
        let isCount = try request.flag("returnCountOnly")
        let isExtent = try request.flag("returnExtentOnly")
        let isIDs = try request.flag("returnIdsOnly")
        if let query = try statistics() { return isCount ? .statisticsCount(query) : .statistics(query) }
        if isExtent {
            if layer.isTable { throw .invalid("returnExtentOnly", "the layer has no geometries") }
            return .extent(withCount: isCount)
        }
        return isCount ? .count : isIDs ? .objectIDs : .features
    }

    private func outFields() throws(ServiceFailure) -> [String] {
        let list = request.list("outFields")
        if list.contains("*") { return ["*"] }
        return try fields(list, "outFields")
    }

    private func fields(_ names: [String], _ parameter: String) throws(ServiceFailure) -> [String] {
        var (known, seen): ([String], Set<String>) = ([], [])
        for name in names where seen.insert(name.lowercased()).inserted {
            do { known.append(try columns.column(name).name) } catch { throw .invalid(parameter, error) }
        }
        return known
    }

    private func outSpatialReference() throws(ServiceFailure) -> SpatialReference? {
        let reference = try request.spatialReference("outSR", for: layer)
        guard request.format == "geojson", !layer.isTable else { return reference }
        if let reference, !reference.isWGS84 { throw .invalid("outSR", "GeoJSON is in WGS 84; ask for 4326, or for JSON") }
        guard layer.definition.spatialReference?.isTold(in: .wgs84) ?? true else {
            throw .invalid("f", "the layer's coordinates cannot be told in WGS 84, as GeoJSON wants; ask for JSON")
        }
        return .wgs84
    }

    private func order(_ subject: FeatureQuery.Subject) throws(ServiceFailure) -> [OrderBy.Key] {
        guard let text = request["orderByFields"] else { return [] }
        do {
            let order = try OrderBy(text)
            // Rows of statistics are ordered by their own fields.
            switch subject {
            case .statistics(let query), .statisticsCount(let query):
                _ = try order.translation(
                    over: SQLColumns(try query.translation(over: columns, now: .now).fields.map { SQLColumn($0.name, $0.type) }))
            default: _ = try order.translation(over: columns)
            }
            return order.keys
        } catch {
            throw .invalid("orderByFields", error)
        }
    }

    private func limit() throws(ServiceFailure) -> Int {
        let type = request["resultType"]?.lowercased() ?? "none"
        guard ["none", "standard", "tile"].contains(type) else {
            throw .invalid("resultType", "there is no \(type.printable(upTo: 60)); there are none, standard and tile")
        }
        let most = FeatureQuery.limit(layer.maxRecordCount, type)
        let count = try request.limit("resultRecordCount") ?? most
        // Who pages by it would never come to an end.
        if count == 0 {
            throw .invalid("resultRecordCount", "it is 0; ask for one or more, or by returnCountOnly for their number")
        }
        return min(most, count)
    }

    // MARK: - Statistics

    private func statistics() throws(ServiceFailure) -> StatisticsQuery? {
        guard let text = request["outStatistics"] else {
            for name in ["groupByFieldsForStatistics", "having"] where request[name] != nil {
                throw .invalid(name, "it goes with outStatistics, which is missing")
            }
            return nil
        }
        guard let json = try? JSONValue(parsing: text) else { throw .invalid("outStatistics", "it is no JSON") }
        do {
            let query = StatisticsQuery(try Statistic.list(esriJSON: json))
            _ = try query.translation(over: columns, now: .now)
            return try having(try groups(query))
        } catch let error as ServiceFailure {
            throw error
        } catch {
            throw .invalid("outStatistics", error)
        }
    }

    private func groups(_ query: StatisticsQuery) throws(ServiceFailure) -> StatisticsQuery {
        guard let text = request["groupByFieldsForStatistics"] else { return query }
        var query = query
        do {
            query.groupBy = try StatisticsQuery.groups(text)
            _ = try query.translation(over: columns, now: .now)
            return query
        } catch {
            throw .invalid("groupByFieldsForStatistics", error)
        }
    }

    private func having(_ query: StatisticsQuery) throws(ServiceFailure) -> StatisticsQuery {
        guard let text = request["having"] else { return query }
        var query = query
        do {
            query.having = try HavingClause(text)
            _ = try query.translation(over: columns, now: .now)
            return query
        } catch {
            throw .invalid("having", error)
        }
    }
}
