import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What a table of a feature service does.
enum FeatureOperation: String, CaseIterable, Sendable {
    case load, service, query, inChunks, distinct, count, ids, extent, statistics, related, attachments, fetch
    case add, addNamed, serviceEdits, attach, replace, detach

    /// What came of it.
    enum Finding: Sendable, Equatable {
        case layer(FeatureLayerInfo?)
        case service(FeatureServiceInfo?)
        case features([Feature])
        case rows([Attributes])
        case number(Int)
        case ids([Int])
        case extent(Envelope?)
        case groups([Int: FeatureSet])
        case attachments([Int: [AttachmentInfo]])
        case data(Data)
        /// Whether each was done.
        case edits([Bool])
    }

    var isEdit: Bool { [.add, .addNamed, .serviceEdits, .attach, .replace, .detach].contains(self) }

    @concurrent
    func ask(_ table: ServiceFeatureTable, _ geodatabase: ServiceGeodatabase, number: Int) async throws -> Finding {
        switch self {
        case .load:
            try await table.load()
            return .layer(table.info)
        case .service:
            try await geodatabase.load()
            return .service(geodatabase.info)
        case .query: return .features(try await table.queryFeatures().featureSet().features.map(\.rounded))
        case .inChunks:
            let parameters = QueryParameters(objectIDs: Array(1...210))
            return .features(try await table.queryFeatures(using: parameters).featureSet().features.map(\.rounded))
        case .distinct:
            var parameters = QueryParameters()
            (parameters.returnsDistinctValues, parameters.outFields) = (true, ["NAME"])
            return .features(try await table.queryFeatures(using: parameters).featureSet().features)
        case .count: return .number(try await table.queryFeatureCount())
        case .ids: return .ids(try await table.queryObjectIDs())
        case .extent: return .extent(try await table.queryExtent()?.rounded)
        case .statistics:
            return .rows(try await table.queryStatistics(StatisticsQuery([Statistic(.sum, of: "VALUE")], groupBy: ["NAME"])))
        case .related:
            let groups = try await table.queryRelatedFeatures(to: [1, 2, 3], using: RelatedQueryParameters(relationshipID: 3))
            return .groups(groups)
        case .attachments: return .attachments(try await table.queryAttachments(ofFeatures: [1, 2]))
        case .fetch: return .data(try await fetched(table))
        default: return try await edit(table, geodatabase, number)
        }
    }

    private func fetched(_ table: ServiceFeatureTable) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-fetched-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try await table.fetchAttachment(1, ofFeature: 1, to: file)
        return try Data(contentsOf: file)
    }

    /// Each names its features as no other does, so that the service can count how often it is carried out.
    private func edit(_ table: ServiceFeatureTable, _ geodatabase: ServiceGeodatabase, _ number: Int) async throws -> Finding {
        let name = "\(rawValue)-\(number)"
        let named = Feature(attributes: ["NAME": .string(name), "GlobalID": .string(UUID().uuidString)])
        let file = NewAttachment(name: name, contentType: "text/plain", content: .data(Data("file".utf8)))
        switch self {
        case .add:
            return .edits(
                try await table.applyEdits(FeatureEdits(adds: [Feature(attributes: ["NAME": .string(name)])])).all.map(
                    \.isSuccess))
        case .addNamed:
            return .edits(try await table.applyEdits(FeatureEdits(adds: [named], usesGlobalIDs: true)).all.map(\.isSuccess))
        case .serviceEdits:
            let results = try await geodatabase.applyEdits([0: FeatureEdits(adds: [named], usesGlobalIDs: true)])
            return .edits(results.values.flatMap(\.all).map(\.isSuccess))
        case .attach: return .edits([try await table.addAttachment(file, toFeature: 3).isSuccess])
        case .replace: return .edits([try await table.updateAttachment(1, ofFeature: 4, with: file).isSuccess])
        default: return .edits(try await table.deleteAttachments([number], ofFeature: 5).map(\.isSuccess))
        }
    }
}
