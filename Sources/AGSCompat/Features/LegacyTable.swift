import CairnCore
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
    /// Whether edits of a kind can be made, if any can.
    func offers(_ capability: ServiceCapability) -> Bool
    /// Whether edits of a kind can be made of a feature, if any can; one without an object id was not added yet.
    func offers(_ capability: ServiceCapability, of objectID: Int?) -> Bool
    /// Whether files can be attached, if features can have any.
    var offersAttachments: Bool { get }
    /// How many features are here.
    var featureCount: Int { get }
    /// The rectangle around its features.
    var extent: Envelope? { get }
    /// What a feature is called now that was called so before.
    func currentIDs(of objectID: Int) -> FeatureIDs
    /// The feature of an object id, as it is here.
    func keptFeature(_ objectID: Int) -> Feature?
    /// Whether what queries give of a feature is but a part of it.
    func isPartlyHere(_ objectID: Int) -> Bool
    /// Whether it is the same table as another one: what features are called in the one they are called in the other.
    func isSame(as other: any LegacyTable) -> Bool
    /// What the table calls an attachment that is given a name.
    func attachmentName(_ name: String) -> String
    /// Takes a place behind all edits that were asked for before, on the calling thread, and makes one there.
    ///
    /// - Parameters:
    ///   - edit: Tells what is to be done, in its place.
    ///   - fates: What becomes of each feature that is added, then of each that is changed; none if nobody wants to know.
    ///   - done: Is told what became of it, in its place.
    /// - Returns: What waits for it: a result for each feature, or for each attachment.
    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit, fates: [EditFate],
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult]
    /// Features with all of their attributes, by object id; those that are not there are left out.
    @concurrent func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: BroughtFeature]
}

/// What a feature is called.
struct FeatureIDs: Sendable, Hashable {
    var objectID: Int
    /// Nil if it is not known, or has none.
    var globalID: String?
}

extension LegacyTable {
    func offers(_ capability: ServiceCapability) -> Bool { layerInfo?.offers(capability) ?? true }
    func offers(_ capability: ServiceCapability, of objectID: Int?) -> Bool { offers(capability) }
    var offersAttachments: Bool { offers(.create) || offers(.update) }
}

extension GeodatabaseFeatureTable: LegacyTable {
    var knownDefinition: FeatureTableDefinition? { info }
    var layerInfo: FeatureLayerInfo? { info.layerJSON.flatMap { FeatureLayerInfo(kept: $0) } }
    /// Not if it is kept in step with what a service does not have edited: the edits could never be sent.
    var isEditable: Bool { geodatabase.isEditable && rightsNow.canEdit }

    func offers(_ capability: ServiceCapability) -> Bool { rightsNow.offers(capability) }
    func offers(_ capability: ServiceCapability, of objectID: Int?) -> Bool {
        (objectID.map { rightsNow(of: $0) } ?? rightsNow).offers(capability)
    }
    var offersAttachments: Bool { (offers(.create) || offers(.update)) && takesAttachmentsNow }

    var featureCount: Int { (try? featureCountNow()) ?? 0 }
    var extent: Envelope? { (try? extentNow()) ?? nil }
    func currentIDs(of objectID: Int) -> FeatureIDs { FeatureIDs(objectID: objectID) }
    func isPartlyHere(_ objectID: Int) -> Bool { false }
    func attachmentName(_ name: String) -> String { name }

    func isSame(as other: any LegacyTable) -> Bool {
        guard let other = other as? GeodatabaseFeatureTable, other.info.name == info.name else { return false }
        return other.geodatabase === geodatabase
            || other.geodatabase.url.standardizedFileURL == geodatabase.url.standardizedFileURL
    }

    func keptFeature(_ objectID: Int) -> Feature? { (try? featureNow(objectID: objectID)) ?? nil }

    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit, fates: [EditFate],
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult] {
        let placed = Result {
            // Whoever is told of the edit may be the last who has the geodatabase, and want it closed.
            try place({ [info] in try edit(info) }) { [weak geodatabase] results in
                let transaction = geodatabase?.transactionFate
                for fate in fates { fate.join(transaction) }
                done(results)
            }
        }
        return { try await placed.get().value() }
    }

    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: BroughtFeature] {
        let question = BroughtFeature.nextQuestion()
        let set = try await queryFeatures(using: QueryParameters(objectIDs: objectIDs)).featureSet()
        return set.byObjectID(info.objectIDField).mapValues { BroughtFeature(feature: $0, question: question) }
    }
}

extension FeatureSet {
    func byObjectID(_ idField: String) -> [Int: Feature] {
        let pairs = features.compactMap { feature in feature.attributes[idField]?.int.map { ($0, feature) } }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension LayerRights {
    fileprivate func offers(_ capability: ServiceCapability) -> Bool {
        switch capability {
        case .create: canAdd
        case .update: canUpdate
        case .delete: canDelete
        default: canEdit
        }
    }
}
