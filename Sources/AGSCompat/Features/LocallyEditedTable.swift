import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

/// A table of a service whose edits are kept here until they are sent, and count in every query until then.
final class LocallyEditedTable: LegacyTable {
    let service: ServiceFeatureTable
    private let state = Mutex(State())
    /// The edits that are to be kept.
    let order = TurnQueue()
    /// Their sending, one after the other, and beside each other what asks for features that are edited here: while edits are sent, nobody knows
    /// which are here and which there.
    private let sending: TurnQueue

    private struct State: Sendable {
        var edits = LocalEdits()
        var mode = AGSFeatureRequestMode.onInteractionCache
        var condition = ""
        var evaluation: FeatureEvaluation?
    }

    /// - Parameter sending: What sends edits of other tables with those of this one.
    init(_ service: ServiceFeatureTable, sending: TurnQueue) {
        (self.service, self.sending) = (service, sending)
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

    func change<Value: Sendable, Failure>(_ body: (inout LocalEdits) throws(Failure) -> Value) throws(Failure) -> Value {
        try state.withLock { state throws(Failure) in try body(&state.edits) }
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
        edits.featureCount
    }

    func isSame(as other: any LegacyTable) -> Bool { other as? LocallyEditedTable === self }
    func currentIDs(of objectID: Int) -> FeatureIDs { edits.currentIDs(of: objectID) }
    func isPartlyHere(_ objectID: Int) -> Bool { mode == .manualCache && edits.brought.isPartlyHere(objectID) }
    func attachmentName(_ name: String) -> String { AttachmentName.cleaned(name) }

    func offers(_ capability: ServiceCapability, of objectID: Int?) -> Bool {
        offers(capability) || objectID.map(edits.isUnsent) == true
    }

    func keptFeature(_ objectID: Int) -> Feature? {
        service.info?.objectIDField.flatMap { edits.kept(objectID, idField: $0) }
    }

    @concurrent
    func definition() async throws -> FeatureTableDefinition { try await service.definition() }

    // MARK: - Edits

    func place(
        _ edit: @escaping @Sendable (FeatureTableDefinition) throws -> TableEdit, fates: [EditFate],
        done: @escaping @Sendable ([FeatureEditResult]) -> Void
    ) -> @Sendable () async throws -> [FeatureEditResult] {
        let turn = order.turn()
        return { [self] in
            try await turn.perform {
                let results = try await perform(try edit(try await definition()), fates)
                done(results)
                return results
            }
        }
    }

    private func perform(_ edit: TableEdit, _ fates: [EditFate]) async throws -> [FeatureEditResult] {
        switch edit {
        case .features(let edits): try await keep(edits, fates).all
        case .addAttachment(let new, let objectID): [try await addAttachment(new, toFeature: objectID)]
        case .updateAttachment(let id, let new, let objectID): [try await updateAttachment(id, ofFeature: objectID, with: new)]
        case .deleteAttachments(let ids, let objectID): try await deleteAttachments(ids, ofFeature: objectID)
        }
    }

    /// Keeps edits: of those that are refused here, none.
    @concurrent
    func applyEdits(_ new: FeatureEdits) async throws -> FeatureEditResults { try await keep(new, []) }

    private func keep(_ new: FeatureEdits, _ fates: [EditFate]) async throws -> FeatureEditResults {
        let definition = try await service.definition()
        guard let info = service.info else { throw CancellationError() }
        if info.objectIDField == nil { throw FeatureError.noObjectIDs(table: info.name) }
        try definition.verifyTakes(new.adds + new.updates)
        try new.verifyNumbers(of: definition.name)
        let features = (new.adds + new.updates).map { $0.naming(definition.objectIDField, nil) }
        try await evaluation(definition).verify(features)
        try Task.checkCancellation()
        return try change {
            try $0.verifyAllows(new, definition, info)
            return $0.refusal(of: new, definition) ?? $0.keep(new, fates, definition, info)
        }
    }

    // MARK: - What was brought

    /// Brings features here, to be asked in ``AGSFeatureRequestMode/manualCache``.
    func bring(_ parameters: QueryParameters, clearing: Bool) async throws -> FeatureSet {
        let definition = try await service.definition()
        return try await settled { _ in
            let question = BroughtFeature.nextQuestion()
            return (try await service.queryFeatures(using: narrowed(parameters)).featureSet(), question)
        } _: { edits, answer in
            var (set, question) = answer
            let lost = edits.lostGlobalIDs
            let new = set.features.filter { feature in
                let id = lost.isEmpty ? nil : definition.globalIDField.flatMap { feature.attributes[$0]?.string }
                return id.map { !lost.contains(GlobalID.normalized($0)) } ?? true
            }
            edits.brought.bring(
                new, idField: definition.objectIDField, isWhole: parameters.outFields.contains("*"), clearing: clearing,
                question: question)
            set.features = edits.edited(new, idField: definition.objectIDField).filter { feature in
                feature.attributes[definition.objectIDField]?.int.map { $0 >= 0 } ?? true
            }
            return set
        }
    }

    /// Forgets what was brought: at once; and what was edited, in its place among edits.
    func clear(keepingEdits: Bool) {
        change { $0.brought.forget(BroughtFeature.nextQuestion()) }
        if keepingEdits { return }
        let turn = order.turn()
        if turn.performIfFirst({ change { $0.undo() } }) { return }
        edits.expectUndo()
        _ = OperationCancelable({ [self] in try await turn.perform { change { $0.undo() } } }) { (_: Void?, _) in }
    }

    /// Asks for something with the edits that are here, while none of them is being sent; again, if some were meanwhile. The last time nothing is
    /// sent until the answer is there.
    ///
    /// - Parameter finish: Takes the answer, under the lock of the edits.
    func settled<Answer: Sendable, Value: Sendable>(
        _ ask: (LocalEdits) async throws -> Answer, _ finish: (inout LocalEdits, Answer) -> Value
    ) async throws -> Value {
        for _ in 0..<Self.mostQuestions {
            try await sending.turn(isShared: true).perform {}
            let edits = edits
            // One that has come in between is waited for.
            if edits.isBeingSent { continue }
            let answer = try await ask(edits)
            let value = change { $0.sendCount == edits.sendCount ? finish(&$0, answer) : nil }
            if let value { return value }
        }
        return try await sending.turn(isShared: true).perform {
            let answer = try await ask(edits)
            return change { finish(&$0, answer) }
        }
    }

    private static let mostQuestions = 3

    func narrowed(_ parameters: QueryParameters) -> QueryParameters {
        var parameters = parameters
        let edits = edits
        parameters.objectIDs = parameters.objectIDs?.map { edits.currentIDs(of: $0).objectID }
        parameters.require([condition])
        return parameters
    }
}

extension LocalEdits {
    /// - Throws: For what the service does not let its callers do with what it has, or is getting.
    fileprivate func verifyAllows(_ new: FeatureEdits, _ definition: FeatureTableDefinition, _ info: FeatureLayerInfo) throws {
        var known = new
        known.updates.removeAll { isUnsent($0.objectID(definition)) }
        known.deletedObjectIDs.removeAll(where: isUnsent)
        try info.verifyAllows(known)
    }

    /// What becomes of edits of which some are of features that are not there any more: none is kept. Nil if there are no such.
    fileprivate func refusal(of new: FeatureEdits, _ definition: FeatureTableDefinition) -> FeatureEditResults? {
        func result(_ id: Int, _ isThere: Bool) -> FeatureEditResult {
            let words = "The table \(definition.name) has no feature \(id) any more."
            return FeatureEditResult(objectID: id, error: isThere ? nil : FeatureEditError(code: 1019, description: words))
        }
        var deleted: Set<Int> = []
        let updates = new.updates.map { feature in
            let id = feature.objectID(definition)
            return result(id, isThere(id))
        }
        let deletes = new.deletedObjectIDs.map { result($0, isThere($0) && deleted.insert(currentIDs(of: $0).objectID).inserted) }
        let results = FeatureEditResults(
            adds: new.adds.map { _ in FeatureEditResult() }, updates: updates, deletes: deletes)
        return results.firstError == nil ? nil : results
    }

    fileprivate mutating func keep(
        _ new: FeatureEdits, _ fates: [EditFate], _ definition: FeatureTableDefinition, _ info: FeatureLayerInfo
    ) -> FeatureEditResults {
        var fates = fates[...]
        let (idField, globalField) = (definition.objectIDField, definition.globalIDField)
        func globalID(_ feature: Feature) -> String? { globalField.flatMap { feature.attributes[$0]?.string } }
        let adds = new.adds.map { feature in
            var feature = feature.naming(idField, nil)
            // What it comes with may be that of the feature it was made from.
            if let globalField, info.supportsApplyEditsWithGlobalIDs {
                feature = feature.naming(globalField, .string(GlobalID.new()))
            }
            let id = add(feature, globalID: globalID(feature), fate: fates.popFirst())
            return FeatureEditResult(objectID: id, globalID: globalID(feature))
        }
        for feature in new.updates {
            var change = feature.naming(idField, nil)
            if let globalField { change = change.naming(globalField, nil) }
            _ = update(feature.objectID(definition), by: change, globalID: globalID(feature), fate: fates.popFirst())
        }
        for (place, id) in new.deletedObjectIDs.enumerated() {
            let globalID = new.deletedGlobalIDs.indices.contains(place) ? new.deletedGlobalIDs[place] : ""
            _ = delete(id, globalID: globalID.isEmpty ? nil : globalID)
        }
        return FeatureEditResults(
            adds: adds, updates: new.updates.map { FeatureEditResult(objectID: $0.objectID(definition)) },
            deletes: new.deletedObjectIDs.map { FeatureEditResult(objectID: $0) })
    }
}

extension Feature {
    /// The same with another value of one attribute, or without it.
    fileprivate func naming(_ field: String, _ value: AttributeValue?) -> Feature {
        var feature = self
        feature.attributes[field] = value
        return feature
    }

    fileprivate func objectID(_ definition: FeatureTableDefinition) -> Int {
        attributes[definition.objectIDField]?.int ?? 0
    }
}

extension FeatureLayerInfo {
    /// - Throws: For what the service does not let its callers do.
    fileprivate func verifyAllows(_ edits: FeatureEdits) throws {
        func verify(_ isWanted: Bool, _ capability: ServiceCapability) throws {
            guard isWanted, !capabilities.takes(capability) else { return }
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
