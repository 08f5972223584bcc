import CairnGeo

extension LocalEdits {
    /// What is there to be sent, and is not under way. It is then, until it is settled or given back.
    ///
    /// - Parameters:
    ///   - takesGlobalIDs: Whether the service tells features apart by global ids, and keeps those that they come with.
    ///   - missing: The ids of features that the service does not have any more.
    mutating func take(
        _ definition: FeatureTableDefinition, takesGlobalIDs: Bool, missing: Set<Int> = []
    ) -> SentEdits {
        var sent = SentEdits()
        for (id, entry) in entries.sorted(by: { abs($0.key) < abs($1.key) }) where sentFeatures[id] == nil {
            let one = SentEdits.Sent(id: id, entry: entry)
            if missing.contains(id) {
                sent.missing.append(one)
                continue
            }
            switch entry.change {
            case .add: sent.adds.append(one)
            case .update: sent.updates.append(one)
            case .delete: sent.deletes.append(one)
            }
        }
        // Those of features that are not there yet wait for them.
        let coming = Set(sent.adds.map(\.id))
        sent.attachments = attachments.filter {
            !sentAttachments.contains($0.number) && ($0.featureID >= 0 || coming.contains($0.featureID))
        }
        sentAttachments.formUnion(sent.attachments.map(\.number))
        sent.edits = sent.featureEdits(definition, takesGlobalIDs: takesGlobalIDs)
        begin(sent)
        claims.renew(attachments)
        return sent
    }

    /// Somebody waits to send what is there: until its claim ends, what is taken back is only what was edited behind.
    ///
    /// - Returns: The number of the claim.
    mutating func claim() -> Int { claims.begin(attachments) }

    /// What was sent, and is never answered, to be looked for: it is under way until it is settled or given back.
    mutating func takeLost() -> SentEdits? {
        defer { lost = nil }
        if let lost { begin(lost) }
        return lost
    }

    private mutating func begin(_ sent: SentEdits) {
        sendCount += 1
        for one in sent.features { sentFeatures[one.id] = one.entry }
    }

    private mutating func end(_ sent: SentEdits) {
        sendCount += 1
        for one in sent.features { sentFeatures[one.id] = nil }
    }

    /// Forgets what is only of use while something that was added here may arrive.
    mutating func forgetDeleted() {
        if sentFeatures.isEmpty, lost == nil { deletedFates = [:] }
    }

    /// Nothing of it has been done, or nobody knows.
    mutating func giveBack(_ sent: SentEdits, isInDoubt: Bool) {
        end(sent)
        sentAttachments.subtract(sent.attachments.map(\.number))
        // What was added here, deleted since, and did not arrive needs nothing more.
        if isInDoubt, sent.canBeFound { lost = sent.withoutAttachments }
        forgetDeleted()
    }

    /// What became of it. What was refused stays to be sent.
    ///
    /// - Parameters:
    ///   - unnamed: Places of features that were added, whose ids could not be asked for: they are looked for later.
    ///   - early: Places of features that had been added before, by a request that was given up and arrived: perhaps with other values.
    /// - Returns: The edits of attachments, which are to be sent now: those whose features are there.
    mutating func settle(
        _ sent: SentEdits, _ results: FeatureEditResults, _ definition: FeatureTableDefinition, unnamed: [Int] = [],
        early: [Int] = []
    ) -> [AttachmentEdit] {
        for (place, (one, result)) in zip(sent.adds, results.adds).enumerated() where !unnamed.contains(place) {
            settleAdd(one, result, definition, isEarly: early.contains(place))
        }
        for (one, result) in zip(sent.updates, results.updates) where result.isSuccess { settleChange(one, definition) }
        for (one, result) in zip(sent.deletes, results.deletes) where result.isSuccess { settleChange(one, definition) }
        for one in sent.missing where one.entry.change == .delete { settleChange(one, definition) }
        end(sent)
        if !unnamed.isEmpty { lost = sent.adds(at: unnamed) }
        forgetDeleted()
        var ready: [AttachmentEdit] = []
        for edit in sent.attachments {
            guard let place = attachments.firstIndex(where: { $0.number == edit.number }) else {
                sentAttachments.remove(edit.number)
                continue
            }
            if attachments[place].featureID < 0 { sentAttachments.remove(edit.number) } else { ready.append(attachments[place]) }
        }
        return ready
    }

    private mutating func settleAdd(
        _ one: SentEdits.Sent, _ result: FeatureEditResult, _ definition: FeatureTableDefinition, isEarly: Bool
    ) {
        guard result.isSuccess else { return }
        guard let id = result.objectID else {
            // It is there, and nobody knows by which name: who is told of it makes later edits of it anew.
            entries[one.id] = nil
            claims.forget(one.id)
            attachments.removeAll { $0.featureID == one.id }
            return
        }
        let known = FeatureIDs(objectID: id, globalID: result.globalID ?? one.entry.globalID)
        ids[one.id] = known
        for place in attachments.indices where attachments[place].featureID == one.id { attachments[place].featureID = id }
        let added = AddedFeature(
            sent: one, ids: known, isEarly: isEarly, deletedFates: deletedFates[one.id] ?? [], stamp: nextNumber())
        let (early, late) = (entries.removeValue(forKey: one.id), entries[id])
        entries[id] = added.rest(early, late)
        claims.settleAdd(added, early, late)
        guard case .add(var feature)? = early?.change else { return }
        feature.attributes[definition.objectIDField] = .integer(id)
        if let field = definition.globalIDField, let globalID = known.globalID { feature.attributes[field] = .string(globalID) }
        brought.put(id, feature)
    }

    private mutating func settleChange(_ one: SentEdits.Sent, _ definition: FeatureTableDefinition) {
        switch one.entry.change {
        case .update(let change):
            if let feature = brought[one.id] { brought.put(one.id, feature.changed(by: change)) }
        case .delete:
            brought.remove(one.id)
            // Some were under way when their feature was deleted.
            attachments.removeAll { $0.featureID == one.id }
        case .add: break
        }
        claims.settleChange(one)
        if let entry = entries[one.id] { entries[one.id] = entry.stamp == one.entry.stamp ? nil : entry.since(one) }
    }

    /// What became of the edit of an attachment. What was refused stays to be sent.
    ///
    /// - Parameter known: The attachments that its feature had before, if nobody knows whether it was done.
    mutating func settle(_ edit: AttachmentEdit, _ result: FeatureEditResult, known: Set<Int>?) {
        sentAttachments.remove(edit.number)
        attachments.settle(edit, result, known: known)
        claims.settle(edit, result, known: known)
        if edit.kind == .add, result.isSuccess, let id = result.objectID { attachmentIDs[edit.number] = id }
    }
}
