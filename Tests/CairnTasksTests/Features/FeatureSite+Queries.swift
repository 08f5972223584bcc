import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension FeatureSite {
    var info: FeatureLayerInfo {
        var queries: Set<QueryCapability> = [.orderBy, .statistics, .distinct]
        if abilities.hasPages { queries.insert(.pagination) }
        if abilities.hasPages { queries.insert(.statisticsPagination) }
        if abilities.hasExtent { queries.insert(.extent) }
        if abilities.listsAttachmentsTogether { queries.insert(.attachments) }
        return FeatureLayerInfo(
            id: 0, name: "Places", geometryType: .point, spatialReference: .wgs84,
            extent: Envelope(xMin: -180, yMin: -90, xMax: 180, yMax: 90, spatialReference: .wgs84), fields: Self.fields,
            globalIDField: "GlobalID", hasAttachments: true, maxRecordCount: abilities.maxRecordCount,
            queryFormats: abilities.offersPBF ? ["JSON", "PBF"] : ["JSON"], capabilities: [.query, .editing],
            queryCapabilities: queries, supportsApplyEditsWithGlobalIDs: abilities.hasGlobalIDs,
            relationships: [FeatureRelationship(id: 3, name: "Same value", relatedTableID: 0)])
    }

    var serviceInfo: FeatureServiceInfo {
        FeatureServiceInfo(
            serviceDescription: "Ring", spatialReference: .wgs84, capabilities: [.query, .editing],
            supportsApplyEditsWithGlobalIDs: true, layers: [FeatureLayerSummary(id: 0, name: "Places", geometryType: .point)])
    }

    func query(_ fields: [String: String]) -> HonestAnswer {
        let behind = fields["where"]?.wholeMatch(of: /(?:\((.*)\) AND )?OBJECTID > -?\d+/)
        switch abilities.behindID {
        case .refused where behind != nil: return Self.refusalOfCondition
        case .ignored where behind != nil:
            return answer(to: fields.merging(["where": behind?.1.map(String.init) ?? "1=1"]) { $1 })
        default: return answer(to: fields)
        }
    }

    private static let refusalOfCondition = HonestAnswer.json(
        #"{"error":{"code":400,"message":"Unable to complete operation.","details":["'where' is not valid"]}}"#)

    private func answer(to fields: [String: String]) -> HonestAnswer {
        guard let found = FeatureModel.found(rows, fields) else { return Self.refusalOfCondition }
        if fields["returnCountOnly"] == "true" { return .json("{\"count\":\(found.count)}") }
        if fields["returnIdsOnly"] == "true" {
            let ids = found.compactMap { $0.attributes["OBJECTID"]?.int }
            return .json(#"{"objectIdFieldName":"OBJECTID","objectIds":\#(ids.isEmpty ? "null" : "\(ids)")}"#)
        }
        if fields["returnExtentOnly"] == "true" { return .json(extent(of: found)) }
        if let statistics = fields["outStatistics"] { return .json(self.statistics(statistics, found, fields)) }
        return page(found, fields)
    }

    private func extent(of features: [Feature]) -> String {
        let box = features.compactMap { $0.geometry?.extent }.reduce(nil as Envelope?) { $0?.union($1) ?? $1 }
        guard let box else { return #"{"extent":{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}}"# }
        return "{\"extent\":\(Geometry.envelope(box).esriJSON.text())}"
    }

    private func statistics(_ statistics: String, _ features: [Feature], _ fields: [String: String]) -> String {
        let wanted = (try? JSONValue(parsing: statistics))?.array ?? []
        let groups = fields["groupByFieldsForStatistics"].map { $0.split(separator: ",").map(String.init) } ?? []
        let all = FeatureModel.statistics(wanted, of: features, by: groups).dropFirst(Int(fields["resultOffset"] ?? "") ?? 0)
        let rows = all.prefix(min(abilities.maxRecordCount, Int(fields["resultRecordCount"] ?? "") ?? .max))
        let json = rows.map { "{\"attributes\":\($0.esriJSON.text())}" }
        let columns = groups.map { name in Self.fields.first { $0.name == name } ?? Field(name) }
        let numbers = wanted.compactMap { $0["outStatisticFieldName"]?.string }.map { Field($0, type: .double) }
        let head = JSONValue.array((columns + numbers).map(\.esriJSON)).text()
        return """
            {"fields":\(head),"features":[\(json.joined(separator: ","))],"exceededTransferLimit":\(all.count > rows.count)}
            """
    }

    private func page(_ found: [Feature], _ fields: [String: String]) -> HonestAnswer {
        let isDistinct = fields["returnDistinctValues"] == "true"
        var rows = FeatureModel.shaped(found, fields)
        let offset = abilities.hasPages ? Int(fields["resultOffset"] ?? "") ?? 0 : 0
        let wanted = abilities.hasPages ? Int(fields["resultRecordCount"] ?? "") ?? .max : .max
        rows = Array(rows.dropFirst(offset))
        let mood = abilities.isMoody ? (offset * 7 + rows.count) % abilities.maxRecordCount + 1 : Int.max
        let page = rows.prefix(min(wanted, abilities.maxRecordCount, mood))
        let names = Set(page.flatMap(\.attributes.names))
        let set = FeatureSet(
            fields: isDistinct || !page.isEmpty ? Self.fields.filter { names.contains($0.name) } : Self.fields,
            features: Array(page), spatialReference: .wgs84, exceededTransferLimit: rows.count > page.count)
        return fields["f"] == "pbf" && abilities.offersPBF ? pbf(set) : .json(set.esriJSON.text())
    }

    private func pbf(_ set: FeatureSet) -> HonestAnswer {
        var writer = FeaturePBFWriter(set, objectID: "OBJECTID", geometryType: "esriGeometryPoint")
        for feature in set.features { try? writer.append(feature) }
        return HonestAnswer(fields: ["Content-Type": "application/x-protobuf"], body: Data(writer.bytes))
    }

    func related(_ fields: [String: String]) -> HonestAnswer {
        let rows = rows
        let groups = FeatureModel.numbers(fields["objectIds"]).compactMap { id -> JSONValue? in
            guard let row = rows.first(where: { $0.attributes["OBJECTID"]?.int == id }) else { return nil }
            let others = rows.filter { $0.attributes["VALUE"] == row.attributes["VALUE"] && $0 != row }
            let set = FeatureSet(features: others).esriJSON
            return others.isEmpty ? nil : ["objectId": .integer(id), "relatedRecords": set["features"] ?? []]
        }
        let head: JSONValue = ["fields": .array(Self.fields.map(\.esriJSON)), "relatedRecordGroups": .array(groups)]
        return .json(head.text())
    }
}
