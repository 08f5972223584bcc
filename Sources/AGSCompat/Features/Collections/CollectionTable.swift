import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Features that are nobody else's: a table of a temporary geodatabase, which is made when the first wants it and goes with the last.
final class CollectionTable: LegacyTable, Loadable {
    let loader = Loader()
    private let given: FeatureTableDefinition
    private let rules: [String: FieldRules]
    /// What is in it from the beginning, or why that cannot be.
    private let first: Result<[Feature], any Error>
    private let made = Guarded<GeodatabaseFeatureTable?>(nil)
    private let order = TurnQueue()

    /// - Parameters:
    ///   - rules: What may be written into fields, by name; what is in it from the beginning does not go by them.
    ///   - features: Gives what is in it from the beginning. Loading throws what it throws.
    init(
        _ definition: FeatureTableDefinition, _ rules: [String: FieldRules],
        features: (FeatureTableDefinition) throws -> [Feature]
    ) {
        var definition = definition
        definition.keepGeometryColumnApart()
        (given, self.rules) = (definition, rules)
        first = Result { try features(definition) }
    }

    @concurrent
    func performLoad() async throws {
        let table = try await Geodatabase.temporary().createTable(given)
        let added = try await table.applyEdits(FeatureEdits(adds: try first.get()))
        // What was refused itself, and not what was so because of that.
        if let refusal = added.firstError { throw AGSError.refused(refusal) }
        made.change { made, _ in made = table }
    }

    /// The table, which is made if it is not there yet.
    private func table() async throws -> GeodatabaseFeatureTable {
        try await load()
        guard let table = made.read(\.self) else { throw CancellationError() }
        return table
    }

    // MARK: - What is known

    var knownDefinition: FeatureTableDefinition? { given }
    var layerInfo: FeatureLayerInfo? { nil }
    var isEditable: Bool { true }
    var featureCount: Int { made.read(\.self)?.featureCount ?? features.count }
    var extent: Envelope? { made.read(\.self)?.extent }
    /// Those that are there now; none if they cannot be read.
    var features: [Feature] { (try? made.read(\.self).map { try $0.featuresNow() } ?? first.get()) ?? [] }

    func currentIDs(of objectID: Int) -> FeatureIDs { FeatureIDs(objectID: objectID) }
    func keptFeature(_ objectID: Int) -> Feature? { made.read(\.self)?.keptFeature(objectID) }
    func isPartlyHere(_ objectID: Int) -> Bool { false }
    func isSame(as other: any LegacyTable) -> Bool { other as? CollectionTable === self }
    func attachmentName(_ name: String) -> String { name }

    @concurrent func definition() async throws -> FeatureTableDefinition { given }

    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: BroughtFeature] { try await table().wholeFeatures(objectIDs) }

    // MARK: - Edits

    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit, fates: [EditFate],
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult] {
        let turn = order.turn()
        return { [self] in
            try await turn.perform {
                let table = try await table(), asked = try edit(given)
                if case .features(let edits) = asked { try await verify(edits, of: table) }
                return try await table.place({ _ in asked }, fates: fates, done: done)()
            }
        }
    }

    @concurrent
    func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        let table = try await table()
        try await verify(edits, of: table)
        return try await table.applyEdits(edits)
    }

    /// - Throws: `GeodatabaseError.wrongValue` for what a field does not take.
    private func verify(_ edits: FeatureEdits, of table: GeodatabaseFeatureTable) async throws {
        let hasFixed = given.fields.contains { rules[$0.name]?.isEditable == false }
        let ids = hasFixed ? edits.updates.compactMap { $0.objectID(given.objectIDField) } : []
        let kept = ids.isEmpty ? [:] : try await table.wholeFeatures(ids).mapValues(\.feature)
        try given.verifyTakes(edits, by: rules, kept: kept)
    }

    // MARK: - Queries

    @concurrent
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        try await table().queryFeatures(using: parameters)
    }

    @concurrent
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] {
        try await table().queryObjectIDs(using: parameters)
    }

    @concurrent
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await table().queryFeatureCount(using: parameters)
    }

    @concurrent
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope? {
        try await table().queryExtent(using: parameters)
    }

    @concurrent
    func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        try await table().queryStatistics(query, using: parameters)
    }

    // MARK: - Attachments, which it refuses as a table without any does

    @concurrent
    func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        try await table().queryAttachments(ofFeatures: objectIDs)
    }

    @concurrent
    func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await table().addAttachment(attachment, toFeature: objectID)
    }

    @concurrent
    func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        try await table().deleteAttachments(ids, ofFeature: objectID)
    }

    @concurrent
    func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        try await table().fetchAttachment(id, ofFeature: objectID, to: file)
    }
}
