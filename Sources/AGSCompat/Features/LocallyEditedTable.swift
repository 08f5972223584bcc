import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

/// A table of a service whose edits are kept here until they are sent, and count in every query until then.
final class LocallyEditedTable: LegacyTable {
    let service: ServiceFeatureTable
    private let state = Mutex(State())

    private struct State: Sendable {
        var edits = LocalEdits()
        var mode = AGSFeatureRequestMode.onInteractionCache
        var condition = ""
        var evaluation: FeatureEvaluation?
    }

    init(_ service: ServiceFeatureTable) {
        self.service = service
    }

    /// Where queries are answered.
    var mode: AGSFeatureRequestMode {
        get { state.withLock(\.mode) }
        set { state.withLock { $0.mode = newValue } }
    }

    /// What features must meet in every query.
    var condition: String {
        get { state.withLock(\.condition) }
        set { state.withLock { $0.condition = newValue } }
    }

    var edits: LocalEdits { state.withLock(\.edits) }

    func change<Value: Sendable>(_ body: (inout LocalEdits) -> Value) -> Value {
        state.withLock { body(&$0.edits) }
    }

    func evaluation(_ definition: FeatureTableDefinition) -> FeatureEvaluation {
        state.withLock { state in
            let evaluation = state.evaluation ?? FeatureEvaluation(definition)
            state.evaluation = evaluation
            return evaluation
        }
    }

    // MARK: - What is known

    var knownDefinition: FeatureTableDefinition? { service.info?.definition }
    var layerInfo: FeatureLayerInfo? { service.info }
    var isEditable: Bool { service.info?.isEditable ?? false }
    var extent: Envelope? { service.info?.extent }

    var featureCount: Int {
        guard let idField = service.info?.objectIDField else { return 0 }
        let edits = edits
        return edits.edited(edits.brought.map { Array($0.values) } ?? [], idField: idField).count
    }

    func currentIDs(of objectID: Int) -> FeatureIDs { edits.currentIDs(of: objectID) }

    func keptFeature(_ objectID: Int) -> Feature? {
        guard let idField = service.info?.objectIDField else { return nil }
        let edits = edits
        let brought = edits.brought?[objectID].map { [$0] } ?? []
        return edits.edited(brought, idField: idField).first { $0.attributes[idField]?.int == objectID }
    }

    @concurrent
    func definition() async throws -> FeatureTableDefinition { try await service.definition() }

    /// As the service has them, with what was edited of them here.
    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: Feature] {
        let idField = try await service.definition().objectIDField
        let edits = edits
        let current = Dictionary(objectIDs.map { ($0, edits.currentIDs(of: $0).objectID) }) { first, _ in first }
        let there = current.values.filter { $0 >= 0 }
        var set = FeatureSet()
        if !there.isEmpty { set = try await service.queryFeatures(using: QueryParameters(objectIDs: there)).featureSet() }
        set.features = self.edits.edited(set.features, idField: idField)
        let found = set.byObjectID(idField)
        return current.compactMapValues { found[$0] }
    }

    // MARK: - Edits

    /// Keeps edits: of those that are refused here, none.
    @concurrent
    func applyEdits(_ new: FeatureEdits) async throws -> FeatureEditResults {
        let definition = try await service.definition()
        guard let info = service.info else { throw CancellationError() }
        if info.objectIDField == nil { throw FeatureError.noObjectIDs(table: info.name) }
        try info.verifyAllows(new)
        try definition.verifyKnows(new.adds + new.updates)
        let features = (new.adds + new.updates).map { $0.naming(definition.objectIDField, nil) }
        try await evaluation(definition).verify(features)
        try Task.checkCancellation()
        return change { edits in
            var next = edits
            let results = next.keep(new, definition, info)
            if results.firstError == nil { edits = next }
            return results
        }
    }

    // MARK: - What was brought

    /// Brings features here, to be asked in ``AGSFeatureRequestMode/manualCache``.
    func bring(_ parameters: QueryParameters, clearing: Bool) async throws -> FeatureSet {
        let definition = try await service.definition()
        let result = try await service.queryFeatures(using: narrowed(parameters))
        var set = try await result.featureSet()
        let features = set.features
        let edits = change { edits in
            edits.bring(features, idField: definition.objectIDField, clearing: clearing)
            return edits
        }
        set.features = edits.edited(features, idField: definition.objectIDField).filter { feature in
            feature.attributes[definition.objectIDField]?.int.map { $0 >= 0 } ?? true
        }
        return set
    }

    func narrowed(_ parameters: QueryParameters) -> QueryParameters {
        var parameters = parameters
        parameters.require([condition])
        return parameters
    }
}

extension LocalEdits {
    fileprivate mutating func keep(
        _ new: FeatureEdits, _ definition: FeatureTableDefinition, _ info: FeatureLayerInfo
    ) -> FeatureEditResults {
        let (idField, globalField) = (definition.objectIDField, definition.globalIDField)
        func id(_ feature: Feature) -> Int { feature.attributes[idField]?.int ?? 0 }
        func globalID(_ feature: Feature) -> String? { globalField.flatMap { feature.attributes[$0]?.string } }
        func gone(_ id: Int) -> FeatureEditResult {
            FeatureEditResult(
                objectID: id,
                error: FeatureEditError(code: 1019, description: "The table \(definition.name) has no feature \(id) any more."))
        }
        let adds = new.adds.map { feature in
            var feature = feature.naming(idField, nil)
            if let globalField, info.supportsApplyEditsWithGlobalIDs, globalID(feature) == nil {
                feature = feature.naming(globalField, .string(GlobalID.new()))
            }
            return FeatureEditResult(objectID: add(feature, globalID: globalID(feature)), globalID: globalID(feature))
        }
        let updates = new.updates.map { feature in
            var change = feature.naming(idField, nil)
            if let globalField { change = change.naming(globalField, nil) }
            let isThere = update(id(feature), by: change, globalID: globalID(feature))
            return isThere ? FeatureEditResult(objectID: id(feature)) : gone(id(feature))
        }
        let deletes = new.deletedObjectIDs.enumerated().map { place, id in
            let globalID = new.deletedGlobalIDs.indices.contains(place) ? new.deletedGlobalIDs[place] : ""
            return delete(id, globalID: globalID.isEmpty ? nil : globalID) ? FeatureEditResult(objectID: id) : gone(id)
        }
        return FeatureEditResults(adds: adds, updates: updates, deletes: deletes)
    }
}

extension Feature {
    /// The same with another value of one attribute, or without it.
    fileprivate func naming(_ field: String, _ value: AttributeValue?) -> Feature {
        var feature = self
        feature.attributes[field] = value
        return feature
    }
}

extension FeatureTableDefinition {
    /// - Throws: For an attribute without a field.
    fileprivate func verifyKnows(_ features: [Feature]) throws {
        let known = Set(fields.map(\.name) + [objectIDField])
        for feature in features {
            if let name = feature.attributes.names.first(where: { !known.contains($0) }) {
                throw GeodatabaseError.noField(name: name, table: self.name)
            }
        }
    }
}

extension FeatureLayerInfo {
    /// - Throws: For what the service does not let its callers do.
    fileprivate func verifyAllows(_ edits: FeatureEdits) throws {
        func verify(_ isWanted: Bool, _ capability: ServiceCapability) throws {
            guard isWanted, capabilities.isDisjoint(with: [capability, .editing]) else { return }
            throw AGSError.runtime(
                .commonNoPermission,
                "The service of \(name) does not offer \(capability.rawValue): such edits would be refused. Ask its owner for it."
            )
        }
        try verify(!edits.adds.isEmpty, .create)
        try verify(!edits.updates.isEmpty, .update)
        try verify(!edits.deletedObjectIDs.isEmpty, .delete)
    }
}

extension QueryParameters {
    /// Narrows what is asked for by more conditions; empty ones do not count.
    mutating func require(_ conditions: [String]) {
        let all = ([whereClause] + conditions).filter { !$0.allSatisfy(\.isWhitespace) }
        whereClause = all.count > 1 ? all.map { "(\($0))" }.joined(separator: " AND ") : all.first ?? ""
    }
}
