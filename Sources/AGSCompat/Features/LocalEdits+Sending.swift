import CairnGeo

extension LocalEdits {
    /// What is there to be sent, and is not under way. It is then, until it is settled or given back.
    ///
    /// - Parameter takesGlobalIDs: Whether the service tells features apart by global ids, and keeps those that they come with.
    mutating func take(_ definition: FeatureTableDefinition, takesGlobalIDs: Bool) -> SentEdits {
        var sent = SentEdits()
        for (id, entry) in entries.sorted(by: { abs($0.key) < abs($1.key) }) where !sentFeatures.contains(id) {
            let one = SentEdits.Sent(id: id, entry: entry)
            switch entry.change {
            case .add: sent.adds.append(one)
            case .update: sent.updates.append(one)
            case .delete: sent.deletes.append(one)
            }
        }
        sentFeatures.formUnion((sent.adds + sent.updates + sent.deletes).map(\.id))
        // Those of features that are not there yet wait for them.
        let coming = Set(sent.adds.map(\.id))
        sent.attachments = attachments.filter {
            !sentAttachments.contains($0.number) && ($0.featureID >= 0 || coming.contains($0.featureID))
        }
        sentAttachments.formUnion(sent.attachments.map(\.number))
        sent.edits = sent.featureEdits(definition, takesGlobalIDs: takesGlobalIDs)
        return sent
    }

    /// Nothing of it has been done.
    mutating func giveBack(_ sent: SentEdits) {
        sentFeatures.subtract((sent.adds + sent.updates + sent.deletes).map(\.id))
        sentAttachments.subtract(sent.attachments.map(\.number))
        // What was added here, deleted since, and did not arrive needs nothing more.
    }

    /// What became of it. What was refused stays to be sent.
    ///
    /// - Returns: The edits of attachments, which are to be sent now: those whose features are there.
    mutating func settle(_ sent: SentEdits, _ results: FeatureEditResults, _ definition: FeatureTableDefinition)
        -> [AttachmentEdit]
    {
        for (one, result) in zip(sent.adds, results.adds) { settleAdd(one, result, definition) }
        for (one, result) in zip(sent.updates, results.updates) where result.isSuccess { settleChange(one, definition) }
        for (one, result) in zip(sent.deletes, results.deletes) where result.isSuccess { settleChange(one, definition) }
        sentFeatures.subtract((sent.adds + sent.updates + sent.deletes).map(\.id))
        var ready: [AttachmentEdit] = []
        for edit in sent.attachments {
            guard let place = attachments.firstIndex(where: { $0.number == edit.number }) else { continue }
            if attachments[place].featureID < 0 { sentAttachments.remove(edit.number) } else { ready.append(attachments[place]) }
        }
        return ready
    }

    private mutating func settleAdd(_ one: SentEdits.Sent, _ result: FeatureEditResult, _ definition: FeatureTableDefinition) {
        guard result.isSuccess, let id = result.objectID else { return }
        let globalID = result.globalID ?? one.entry.globalID
        ids[one.id] = FeatureIDs(objectID: id, globalID: globalID)
        for place in attachments.indices where attachments[place].featureID == one.id { attachments[place].featureID = id }
        let entry = entries.removeValue(forKey: one.id)
        guard case .add(var feature)? = entry?.change else {
            // Deleted while it was under way.
            let stamp = nextNumber()
            entries[id] = Entry(change: .delete, globalID: globalID, stamp: stamp)
            return
        }
        if entry?.stamp != one.entry.stamp {
            let stamp = nextNumber()
            entries[id] = Entry(change: .update(feature), globalID: globalID, stamp: stamp)
        }
        feature.attributes[definition.objectIDField] = .integer(id)
        if let field = definition.globalIDField, let globalID { feature.attributes[field] = .string(globalID) }
        brought?[id] = feature
    }

    private mutating func settleChange(_ one: SentEdits.Sent, _ definition: FeatureTableDefinition) {
        switch one.entry.change {
        case .update(let change):
            let feature = brought?[one.id]?.changed(by: change)
            brought?[one.id] = feature
        case .delete: brought?[one.id] = nil
        case .add: break
        }
        if entries[one.id]?.stamp == one.entry.stamp { entries[one.id] = nil }
    }

    /// What became of the edit of an attachment. What was refused stays to be sent.
    mutating func settle(_ edit: AttachmentEdit, isDone: Bool) {
        sentAttachments.remove(edit.number)
        if isDone { attachments.removeAll { $0.number == edit.number } }
    }
}
