import CairnGeo

/// What has been edited of a service's table and was not sent, and what was brought from the service to be asked here: a value.
struct LocalEdits: Sendable {
    enum Change: Sendable, Equatable {
        case add(Feature)
        /// The attributes that get other values, and the geometry if it does.
        case update(Feature)
        case delete
    }

    struct Entry: Sendable {
        var change: Change
        var globalID: String?
        /// Which edit of the table it is: another one, if it was edited since.
        var stamp: Int
        /// What becomes of the edits that it was put together from and that have not arrived, the first first.
        var fates: [EditFate] = []
    }

    /// By object id. Features that are added have negative ones until the service has given others.
    var entries: [Int: Entry] = [:]
    var attachments: [AttachmentEdit] = []
    var brought = BroughtFeatures()
    /// What the service calls features that were added here.
    var ids: [Int: FeatureIDs] = [:]
    private var lastNumber = 0
    /// What has been sent, and has not been answered, as it was sent.
    var sentFeatures: [Int: Entry] = [:]
    var sentAttachments: Set<Int> = []
    /// What is to be sent by who waits for that.
    var claims = EditClaims()
    /// What becomes of the edits of features that were added here, and deleted before it was known whether they have arrived.
    var deletedFates: [Int: [EditFate]] = [:]
    /// What the service calls attachments that were added here.
    var attachmentIDs: [Int: Int] = [:]
    /// What was sent, and is never answered: it is found out what became of it before anything else is sent.
    var lost: SentEdits?
    /// What was found out and not told yet.
    var untold: [EditOutcome] = []
    /// How often edits were sent, or answered.
    var sendCount = 0

    var isEmpty: Bool { entries.isEmpty && attachments.isEmpty && lost == nil }

    /// Whether something has been sent, and is not answered.
    var isBeingSent: Bool { !sentFeatures.isEmpty || !sentAttachments.isEmpty }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func currentIDs(of objectID: Int) -> FeatureIDs { ids[objectID] ?? FeatureIDs(objectID: objectID) }
    private func current(_ id: Int) -> Int { ids[id]?.objectID ?? id }

    /// Whether a feature may be edited: it was not deleted, and if it was added here, that was not taken back.
    func isThere(_ objectID: Int) -> Bool {
        let id = current(objectID)
        let entry = entries[id]
        return entry?.change != .delete && (id >= 0 || entry != nil)
    }

    /// Whether a feature was added here, and the service neither has got it nor is getting it: it is sent as it is then, or not at all.
    func isUnsent(_ objectID: Int) -> Bool {
        let id = current(objectID)
        guard id < 0, entries[id] != nil, sentFeatures[id] == nil else { return false }
        return lost?.adds.contains { $0.id == id } != true
    }

    // MARK: - Features

    /// - Returns: The id by which it is known here.
    mutating func add(_ feature: Feature, globalID: String?, fate: EditFate? = nil) -> Int {
        let number = nextNumber()
        claims.note(-number, nil, fate)
        entries[-number] = Entry(change: .add(feature), globalID: globalID, stamp: number, fates: fate.map { [$0] } ?? [])
        return -number
    }

    /// False if there is no such feature any more.
    mutating func update(_ objectID: Int, by change: Feature, globalID: String?, fate: EditFate? = nil) -> Bool {
        guard isThere(objectID) else { return false }
        let id = current(objectID)
        claims.note(id, entries[id], fate)
        guard let entry = entries[id] else {
            let stamp = nextNumber()
            entries[id] = Entry(change: .update(change), globalID: globalID, stamp: stamp, fates: fate.map { [$0] } ?? [])
            return true
        }
        switch entry.change {
        case .add(let feature): entries[id]?.change = .add(feature.changed(by: change))
        case .update(let before): entries[id]?.change = .update(before.changed(by: change))
        case .delete: break
        }
        let stamp = nextNumber()
        entries[id]?.stamp = stamp
        if let fate { entries[id]?.fates.append(fate) }
        return true
    }

    /// False if there is no such feature any more.
    mutating func delete(_ objectID: Int, globalID: String?) -> Bool {
        guard isThere(objectID) else { return false }
        let id = current(objectID)
        let entry = entries[id]
        claims.note(id, entry)
        // One that was never sent leaves nothing behind.
        if id < 0 { deletedFates[id] = entry?.fates }
        let stamp = nextNumber()
        entries[id] =
            id < 0 ? nil : Entry(change: .delete, globalID: globalID ?? entry?.globalID, stamp: stamp, fates: entry?.fates ?? [])
        attachments.removeAll { $0.featureID == id && !sentAttachments.contains($0.number) }
        return true
    }

    /// Forgets what was edited, but for what is under way, or somebody waits to send: that is as it was when that was asked for.
    mutating func undo() {
        if claims.isEmpty {
            lost = nil
            expectUndo()
            entries = sentFeatures
            forgetDeleted()
        } else {
            claims.takeBack(&entries)
        }
        attachments = claims.attachments(attachments.filter { sentAttachments.contains($0.number) })
    }

    /// What is not under way may be taken back once those before are done: whoever is edited until then is edited as if it were.
    func expectUndo() {
        for (id, entry) in entries {
            for fate in entry.fates.dropFirst(sentFeatures[id]?.fates.count ?? 0) { fate.takeBack() }
        }
    }

    /// Of features that were added here, and may be at the service.
    var lostGlobalIDs: Set<String> {
        guard let lost, lost.edits.usesGlobalIDs else { return [] }
        return Set(lost.adds.compactMap(\.entry.globalID).map(GlobalID.normalized))
    }

    // MARK: - What was brought

    /// The service does not have a feature any more: what was brought and edited of it goes, but for what is under way, or is looked for.
    mutating func forgetGone(_ id: Int, question: Int) {
        brought.lose(id, question: question)
        if sentFeatures[id] != nil || lost?.features.contains(where: { $0.id == id }) == true { return }
        for fate in entries.removeValue(forKey: id)?.fates ?? [] { fate.takeBack() }
        claims.forget(id)
        attachments.removeAll { $0.featureID == id && !sentAttachments.contains($0.number) }
    }

    /// How many features were brought, or added.
    var featureCount: Int {
        let deleted = entries.filter { $0.value.change == .delete }.keys
        return brought.count - deleted.count { brought[$0] != nil } + entries.keys.count { $0 < 0 }
    }

    /// A feature as it is here; nil if it is not.
    func kept(_ id: Int, idField: String) -> Feature? {
        switch entries[id]?.change {
        case .add(var feature)?:
            feature.attributes[idField] = .integer(id)
            return feature
        case .update(let change)?: return brought[id]?.changed(by: change)
        case .delete?: return nil
        case nil: return brought[id]
        }
    }

    /// Features with what has been edited of them, those that were added here last; with the object ids by which they are known here.
    func edited(_ features: [Feature], idField: String) -> [Feature] {
        var list: [Feature] = features.compactMap { feature in
            guard let id = feature.attributes[idField]?.int, let change = entries[id]?.change else { return feature }
            switch change {
            case .update(let change): return feature.changed(by: change)
            case .delete: return nil
            case .add: return feature
            }
        }
        for (id, entry) in entries.sorted(by: { $0.key > $1.key }) {
            guard case .add(var feature) = entry.change else { continue }
            feature.attributes[idField] = .integer(id)
            list.append(feature)
        }
        return list
    }

    // MARK: - Attachments

    /// False if there is no such attachment any more.
    mutating func editAttachment(_ operation: AttachmentEdit.Operation, ofFeature objectID: Int) -> AttachmentEdit? {
        let id = current(objectID)
        if entries[id]?.change == .delete || id < 0 && entries[id] == nil { return nil }
        let edit = AttachmentEdit(number: -nextNumber(), featureID: id, operation: operation.renamed(by: attachmentIDs))
        // What is new is like nothing that is there.
        if edit.kind == .add {
            attachments.append(edit)
            return edit
        }
        let alike = attachments.indices.filter {
            attachments[$0].featureID == edit.featureID && attachments[$0].attachmentID == edit.attachmentID
        }
        if alike.contains(where: { attachments[$0].kind == .delete }) { return nil }
        let earlier = alike.first {
            !sentAttachments.contains(attachments[$0].number) && !(edit.attachmentID < 0 && attachments[$0].isInDoubt)
        }
        if edit.attachmentID < 0 {
            // What was added here, and was not sent, is changed where it waits.
            guard let earlier else { return nil }
            if let attachment = edit.attachment {
                attachments[earlier].operation = .add(attachment)
            } else {
                attachments.remove(at: earlier)
            }
            return edit
        }
        if let earlier { attachments.remove(at: earlier) }
        attachments.append(edit)
        return edit
    }
}

extension Feature {
    /// The same with other attributes, and the other geometry if there is one.
    func changed(by change: Feature) -> Feature {
        var feature = self
        for (name, value) in change.attributes { feature.attributes[name] = value }
        if let geometry = change.geometry { feature.geometry = geometry }
        return feature
    }
}
