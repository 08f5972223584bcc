import CairnGeo
import CairnTasks
import Foundation

/// A table that does what another does, but for what it does itself.
protocol ForwardingTable: FeatureTable {
    var base: any FeatureTable { get }
}

extension ForwardingTable {
    func definition() async throws -> FeatureTableDefinition { try await base.definition() }

    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] {
        try await base.queryObjectIDs(using: parameters)
    }

    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await base.queryFeatureCount(using: parameters)
    }

    func queryExtent(using parameters: QueryParameters) async throws -> Envelope? {
        try await base.queryExtent(using: parameters)
    }

    func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        try await base.queryStatistics(query, using: parameters)
    }

    func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults { try await base.applyEdits(edits) }

    func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        try await base.queryAttachments(ofFeatures: objectIDs)
    }

    func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await base.addAttachment(attachment, toFeature: objectID)
    }

    func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        try await base.deleteAttachments(ids, ofFeature: objectID)
    }

    func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        try await base.fetchAttachment(id, ofFeature: objectID, to: file)
    }
}

/// The features of an answer that were not asked for yet.
actor RestOfFeatures {
    private var iterator: FeatureQueryResult.AsyncIterator
    /// Whether any were asked for.
    private(set) var hasBegun = false

    init(_ result: FeatureQueryResult) { iterator = result.makeAsyncIterator() }

    /// The next, up to so many; nil behind the last.
    func next(_ count: Int) async throws -> [Feature]? {
        hasBegun = true
        var (features, current) = ([Feature](), iterator)
        while features.count < count, let feature = try await current.next(isolation: self) { features.append(feature) }
        iterator = current
        return features.isEmpty ? nil : features
    }
}
