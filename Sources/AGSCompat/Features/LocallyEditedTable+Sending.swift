import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension LocallyEditedTable {
    /// Whether the service tells features apart by global ids, and keeps those that they come with.
    private var takesGlobalIDs: Bool { service.info?.supportsApplyEditsWithGlobalIDs ?? false }

    /// Takes a place, on the calling thread, for what sends edits of tables: behind those that were asked for before, and behind other sending.
    static func placeSending<Value: Sendable>(
        of tables: [LocallyEditedTable], in queue: TurnQueue, _ work: @escaping @Sendable () async throws -> Value
    ) -> @Sendable () async throws -> Value {
        let (earlier, turn) = (tables.map { ($0, $0.order.turn()) }, queue.turn())
        return {
            var claims: [(LocallyEditedTable, number: Int)] = []
            defer {
                for turn in earlier.map(\.1) + [turn] { turn.end() }
                for (table, number) in claims { table.change { $0.claims.end(number) } }
            }
            for (table, turn) in earlier {
                claims.append((table, try await turn.perform { table.change { $0.claim() } }))
            }
            return try await turn.perform(work)
        }
    }

    /// Takes places for forgetting the edits of tables that were asked for before.
    static func placeUndoing(of tables: [LocallyEditedTable]) -> @Sendable () async throws -> Void {
        let turns = tables.map { ($0, $0.order.turn()) }
        for table in tables { table.edits.expectUndo() }
        return {
            defer { for (_, turn) in turns { turn.end() } }
            for (table, turn) in turns { try await turn.perform { table.change { $0.undo() } } }
        }
    }

    /// Sends what is there to be sent: what was refused, or may not have arrived, stays.
    func send() async throws -> [EditOutcome] {
        if edits.isEmpty { return takeUntold() }
        try await settleLost()
        let sent = try await take()
        do {
            let results = try await service.applyEdits(sent.edits)
            return await settle(sent, results, after: takeUntold())
        } catch {
            giveBack(sent, after: error)
            throw AGSError.sending(error, to: service.url)
        }
    }

    /// What was found out before, and could not be told.
    func takeUntold() -> [EditOutcome] {
        change { edits in
            defer { edits.untold = [] }
            return edits.untold
        }
    }

    /// What is there to be sent. It is under way until it is settled or given back.
    func take() async throws -> SentEdits {
        let definition = try await service.definition()
        let missing = takesGlobalIDs ? try await learnGlobalIDs(definition) : []
        return change { $0.take(definition, takesGlobalIDs: takesGlobalIDs, missing: missing) }
    }

    /// Asks for global ids of which features have come without: else none of what is sent with them could be looked for.
    ///
    /// - Returns: The ids of those that the service does not have any more.
    private func learnGlobalIDs(_ definition: FeatureTableDefinition) async throws -> Set<Int> {
        let ids = edits.entries.filter { $0.key >= 0 && $0.value.globalID == nil }.keys.sorted()
        guard !ids.isEmpty, let field = definition.globalIDField else { return [] }
        var parameters = QueryParameters(objectIDs: ids)
        (parameters.outFields, parameters.returnsGeometry) = ([field], false)
        let known = try await service.queryFeatures(using: parameters).featureSet().byObjectID(definition.objectIDField)
        change { edits in
            for (id, feature) in known { edits.entries[id]?.globalID = feature.attributes[field]?.string }
        }
        let missing = Set(ids).subtracting(known.keys)
        // A service that leaves features out of an answer counts them all the same: then they are sent.
        guard !missing.isEmpty, try await service.queryFeatureCount(using: QueryParameters(objectIDs: missing.sorted())) == 0
        else {
            return []
        }
        return missing
    }

    func giveBack(_ sent: SentEdits, after error: any Error) {
        let isInDoubt = error is EditError || error is CancellationError
        change { $0.giveBack(sent, isInDoubt: isInDoubt) }
    }

    /// Finds out what became of what was sent and not answered. What has arrived is to be told; what has not is to be sent again.
    ///
    /// - Throws: An error that says that it is not known, if it cannot be found out.
    func settleLost() async throws {
        guard let lost = change({ $0.takeLost() }) else { return }
        do {
            let found = try await outcome(of: lost)
            let arrived = await settle(lost, found, after: []).filter(\.result.isSuccess)
            change { $0.untold += arrived }
        } catch {
            change { $0.giveBack(lost, isInDoubt: true) }
            if error is CancellationError { throw AGSError.sending(error, to: service.url) }
            throw EditError.outcomeUnknown(
                url: service.url.absoluteString, reason: "\(error)", found: "What was sent before could not be looked for.")
        }
    }

    private func outcome(of lost: SentEdits) async throws -> FeatureEditResults {
        if lost.edits.usesGlobalIDs, let found = try await service.outcome(of: lost.edits) { return found }
        let ids = lost.deletes.map(\.id)
        let left = ids.isEmpty ? [] : Set(try await service.queryObjectIDs(using: QueryParameters(objectIDs: ids)))
        let unknown = FeatureEditResult(error: FeatureEditError(code: 0, description: "Nobody knows what became of it."))
        return FeatureEditResults(
            adds: lost.adds.map { _ in unknown }, updates: lost.updates.map { _ in unknown },
            deletes: ids.map { left.contains($0) ? unknown : FeatureEditResult(objectID: $0) })
    }

    /// Notes what became of features, and sends the edits of their attachments.
    ///
    /// - Returns: That, behind what was found out before.
    func settle(
        _ sent: SentEdits, _ results: FeatureEditResults, after earlier: [EditOutcome]
    ) async -> [EditOutcome] {
        guard let definition = knownDefinition else { return earlier }
        let (results, unnamed, early) = await named(results, of: sent)
        let attachments = change { $0.settle(sent, results, definition, unnamed: unnamed, early: early) }
        var outcomes = earlier
        outcomes += results.adds.enumerated().map { place, result in
            EditOutcome(result: unnamed.contains(place) ? result.unnamed : result.ofAdd, operation: .add)
        }
        outcomes += zip(sent.updates, results.updates).map { EditOutcome(result: $1.named($0.id), operation: .update) }
        outcomes += zip(sent.deletes, results.deletes).map { EditOutcome(result: $1.named($0.id), operation: .delete) }
        outcomes += sent.missing.map { one in
            // What is to be deleted, and is gone, needs nothing more.
            let isDone = one.entry.change == .delete
            return EditOutcome(
                result: isDone ? FeatureEditResult(objectID: one.id) : .missing(one.id, definition),
                operation: isDone ? .delete : .update)
        }
        for (edit, result) in await send(attachments) { outcomes.add(result, edit) }
        return outcomes
    }

    /// The same with what the service has not told, or not known: features are asked for by their global ids, which nobody else has.
    ///
    /// - Returns: `unnamed` are the places of features that were added, and whose object ids could not be asked for, `early` of those that were
    ///   refused because they are there. A delete that was refused is done if the feature is gone.
    private func named(
        _ results: FeatureEditResults, of sent: SentEdits
    ) async -> (FeatureEditResults, unnamed: [Int], early: [Int]) {
        let adds = results.adds.indices.filter { !results.adds[$0].isSuccess || results.adds[$0].objectID == nil }
        let deletes = results.deletes.indices.filter { !results.deletes[$0].isSuccess }
        guard !adds.isEmpty || !deletes.isEmpty, sent.edits.usesGlobalIDs else { return (results, [], []) }
        do {
            guard let found = try await service.outcome(of: sent.inquiry(adds: adds, deletes: deletes)) else {
                return (results, [], [])
            }
            var (named, early) = (results, [Int]())
            for (place, known) in zip(adds, found.adds) where known.isSuccess && known.objectID != nil {
                if !results.adds[place].isSuccess { early.append(place) }
                named.adds[place] = known
            }
            for (place, known) in zip(deletes, found.deletes) where known.isSuccess { named.deletes[place] = known }
            return (named, [], early)
        } catch {
            return (results, adds.filter { results.adds[$0].isSuccess }, [])
        }
    }
}

extension [EditOutcome] {
    /// Adds what became of an attachment to what became of its feature.
    fileprivate mutating func add(_ result: FeatureEditResult, _ edit: AttachmentEdit) {
        let outcome = EditOutcome.Attachment(result: result, operation: edit.kind)
        if let place = firstIndex(where: { $0.result.objectID == edit.featureID }) {
            self[place].attachments.append(outcome)
        } else {
            let feature = FeatureEditResult(objectID: edit.featureID)
            append(EditOutcome(result: feature, operation: .update, attachments: [outcome]))
        }
    }
}

extension FeatureEditResult {
    fileprivate static func missing(_ id: Int, _ definition: FeatureTableDefinition) -> FeatureEditResult {
        let words = "The service has no feature \(id) of \(definition.name) any more."
        return FeatureEditResult(objectID: id, error: FeatureEditError(code: 1019, description: words))
    }

    /// The same of a feature whose id is known, whether the service repeats it or not.
    fileprivate func named(_ id: Int) -> FeatureEditResult {
        FeatureEditResult(objectID: objectID ?? id, globalID: globalID, error: error)
    }

    /// The same for a feature that is there, and whose id could not be asked for.
    fileprivate var unnamed: FeatureEditResult {
        withoutID("could not be asked for it. It is looked for when edits are applied again.")
    }

    /// The same, but for a feature that is there, and nobody knows by which id.
    fileprivate var ofAdd: FeatureEditResult {
        if !isSuccess || objectID != nil { return self }
        return withoutID(
            "does not find it. It is not sent again: query for it, and make what was edited of it since, and its attachments, anew."
        )
    }

    private func withoutID(_ words: String) -> FeatureEditResult {
        let error = FeatureEditError(
            code: 0, description: "The service has added the feature, has not told its object id, and \(words)")
        return FeatureEditResult(globalID: globalID, error: error)
    }
}
