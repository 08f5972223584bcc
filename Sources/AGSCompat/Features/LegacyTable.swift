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
    /// Features with all of their attributes, by object id; those that are not there are left out.
    @concurrent func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature]
    /// Replaces an attachment.
    @concurrent func updateAttachment(
        _ id: Int, ofFeature objectID: Int, with attachment: NewAttachment
    ) async throws -> FeatureEditResult
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

    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature] {
        let set = try await queryFeatures(using: QueryParameters(objectIDs: objectIDs)).featureSet()
        return set.byObjectID(info.objectIDField)
    }

    /// The new one is there before the old one goes, and has another id.
    @concurrent
    func updateAttachment(_ id: Int, ofFeature objectID: Int, with attachment: NewAttachment) async throws -> FeatureEditResult {
        let known = try await queryAttachments(ofFeatures: [objectID])[objectID] ?? []
        guard known.contains(where: { $0.id == id }) else {
            throw GeodatabaseError.noAttachment(id: id, objectID: objectID, table: info.name)
        }
        let result = try await addAttachment(attachment, toFeature: objectID)
        if let error = result.error { throw error }
        if let error = try await deleteAttachments([id], ofFeature: objectID).compactMap(\.error).first { throw error }
        return result
    }
}

extension FeatureSet {
    func byObjectID(_ idField: String) -> [Int: Feature] {
        let pairs = features.compactMap { feature in feature.attributes[idField]?.int.map { ($0, feature) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
