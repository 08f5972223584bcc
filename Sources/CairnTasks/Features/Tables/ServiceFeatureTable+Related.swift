import CairnCore
public import CairnGeo
import Foundation

extension ServiceFeatureTable {
    /// The features that belong to others, by the object ids of those; features to which none belongs are left out.
    ///
    /// They are in memory as a whole: ask for some hundreds of features at a time.
    ///
    /// - Throws: As the other queries; a ``TransportError`` if the service gives not all that belong to one feature, and no pages.
    @concurrent
    public func queryRelatedFeatures(
        to objectIDs: [Int], using parameters: RelatedQueryParameters
    ) async throws -> [Int: FeatureSet] {
        let hasPages = try await whenLoaded().info.queryCapabilities.contains(.relatedPagination)
        var open: [ArraySlice<Int>] = Self.chunks(of: Set(objectIDs).sorted(), size: 100).compactMap(\.self).reversed()
        var found: [Int: FeatureSet] = [:]
        while let ids = open.popLast() {
            let page = try await related(to: ids, parameters)
            if !page.isCut {
                found.merge(page.groups) { $1 }
            } else if ids.count > 1 {
                // Those of fewer features may have room.
                let middle = ids.startIndex + ids.count / 2
                open += [ids[middle...], ids[..<middle]]
            } else {
                guard hasPages, let id = ids.first else {
                    throw refusal("does not hold all that belongs to the feature \(ids.first ?? 0)")
                }
                found[id] = try await allRelated(to: id, parameters, after: page.groups[id] ?? FeatureSet())
            }
        }
        return found
    }

    /// What belongs to one feature, page by page.
    private func allRelated(to id: Int, _ parameters: RelatedQueryParameters, after first: FeatureSet) async throws -> FeatureSet
    {
        var all = first
        while true {
            let page = try await related(to: [id], parameters, offset: all.features.count)
            let features = page.groups[id]?.features ?? []
            guard !features.isEmpty, features.first != all.features.first else {
                if page.isCut { throw refusal("says that there is more, and gives nothing else") }
                return all
            }
            all.features += features
            if !page.isCut { return all }
        }
    }

    private func related(
        to ids: ArraySlice<Int>, _ parameters: RelatedQueryParameters, offset: Int = 0
    ) async throws -> (groups: [Int: FeatureSet], isCut: Bool) {
        var fields = [
            "objectIds": FeatureQueryWire.list(ids), "relationshipId": String(parameters.relationshipID),
            "outFields": parameters.outFields.joined(separator: ","), "returnGeometry": String(parameters.returnsGeometry),
        ]
        if !parameters.whereClause.allSatisfy(\.isWhitespace) { fields["definitionExpression"] = parameters.whereClause }
        if let reference = parameters.outSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        if !parameters.orderByFields.isEmpty { fields["orderByFields"] = FeatureQueryWire.order(parameters.orderByFields) }
        if offset > 0 { fields["resultOffset"] = String(offset) }
        let target = url.appending(path: "queryRelatedRecords")
        let answer = AnswerPart(try await client.ask("queryRelatedRecords", fields), of: target)
        return (try groups(answer, among: Set(ids)), try answer.optional("exceededTransferLimit")?.flag() ?? false)
    }

    private func groups(_ answer: AnswerPart, among ids: Set<Int>) throws -> [Int: FeatureSet] {
        let head = try answer.members().filter { $0.key != "relatedRecordGroups" }
        let groups = try answer.required("relatedRecordGroups").list().map { group in
            let id = try group.required("objectId")
            guard ids.contains(try id.wholeNumber()) else { throw id.refusal("was not asked for") }
            let records = try group.optional("relatedRecords")?.list().map(\.json) ?? []
            do {
                return (
                    try id.wholeNumber(), try FeatureSet(esriJSON: .object(head.merging(["features": .array(records)]) { $1 }))
                )
            } catch let error as GeometryError {
                throw group.refusal("holds a geometry that cannot be read: \(error)")
            }
        }
        return try Dictionary(groups) { _, _ in throw answer.refusal("has two groups for one feature") }.filter {
            !$0.value.features.isEmpty
        }
    }

    private func refusal(_ words: String) -> TransportError {
        AnswerPart(.null, of: url.appending(path: "queryRelatedRecords")).refusal(words)
    }
}
