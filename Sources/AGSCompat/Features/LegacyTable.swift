import CairnGeo
import CairnTasks
import Foundation

/// A table as an old one drives it: what it tells at once, it tells from what is known, or from its file on the calling thread.
protocol LegacyTable: FeatureTable {
    /// Its fields and the like; nil until loaded.
    var knownDefinition: FeatureTableDefinition? { get }
    /// What a service says of the layer; nil until loaded, and for tables that no service has described.
    var layerInfo: FeatureLayerInfo? { get }
    /// Whether features can be edited.
    var isEditable: Bool { get }
    /// How many features are here.
    var featureCount: Int { get }
    /// The rectangle around its features.
    var extent: Envelope? { get }
    /// What a feature is called now that was called so before.
    func currentIDs(of objectID: Int) -> FeatureIDs
    /// The feature of an object id, as it is here.
    func keptFeature(_ objectID: Int) -> Feature?
    /// How often edits have been taken back: what was kept before may not be there any more.
    var revision: Int { get }
    /// Takes a place behind all edits that were asked for before, on the calling thread, and makes one there.
    ///
    /// - Parameters:
    ///   - edit: Tells what is to be done, in its place.
    ///   - done: Is told what became of it, in its place.
    /// - Returns: What waits for it: a result for each feature, or for each attachment.
    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit,
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult]
    /// Features with all of their attributes, by object id; those that are not there are left out.
    @concurrent func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature]
}

/// What a feature is called.
struct FeatureIDs: Sendable, Hashable {
    var objectID: Int
    /// Nil if it is not known, or has none.
    var globalID: String?
}

extension GeodatabaseFeatureTable: LegacyTable {
    var knownDefinition: FeatureTableDefinition? { info }
    var layerInfo: FeatureLayerInfo? { info.layerJSON.flatMap { FeatureLayerInfo(kept: $0) } }
    var isEditable: Bool { geodatabase.isEditable }
    var featureCount: Int { (try? featureCountNow()) ?? 0 }
    var extent: Envelope? { (try? extentNow()) ?? nil }
    func currentIDs(of objectID: Int) -> FeatureIDs { FeatureIDs(objectID: objectID) }
    func keptFeature(_ objectID: Int) -> Feature? { (try? featureNow(objectID: objectID)) ?? nil }
    var revision: Int { geodatabase.rollbackCount }

    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit,
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult] {
        let placed = Result { try place({ [info] in try edit(info) }, done: done) }
        return { try await placed.get().value() }
    }

    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature] {
        let set = try await queryFeatures(using: QueryParameters(objectIDs: objectIDs)).featureSet()
        return set.byObjectID(info.objectIDField)
    }
}

extension FeatureSet {
    func byObjectID(_ idField: String) -> [Int: Feature] {
        let pairs = features.compactMap { feature in feature.attributes[idField]?.int.map { ($0, feature) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
