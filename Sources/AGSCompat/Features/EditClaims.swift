import CairnGeo

/// What is to be sent by those who wait for their turn to send, or are sending: what is taken back behind them is not theirs.
struct EditClaims: Sendable {
    /// How many there are.
    private var count = 0
    /// The edits as they were when the last of them came, or last began to send, by the ids of their features; nil for one that was deleted while
    /// it was being added.
    private var features: [Int: LocalEdits.Entry?] = [:]
    private var attachments: [AttachmentEdit] = []

    var isEmpty: Bool { count == 0 }

    mutating func begin(_ edits: LocalEdits) {
        count += 1
        renew(edits)
    }

    /// All that is there is taken to be sent.
    mutating func renew(_ edits: LocalEdits) {
        if isEmpty { return }
        features = edits.entries.mapValues { $0 }
        for id in edits.sentFeatures.keys where features[id] == nil { features[id] = .some(nil) }
        attachments = edits.attachments
    }

    mutating func end() {
        count -= 1
        if count == 0 { (features, attachments) = ([:], []) }
    }

    /// What is there without the edits behind those that wait.
    ///
    /// - Parameter sent: What is under way.
    func features(_ sent: [Int: LocalEdits.Entry]) -> [Int: LocalEdits.Entry] {
        sent.merging(features.compactMapValues { $0 }) { $1 }.filter { id, _ in features[id].map { $0 != nil } ?? true }
    }

    /// - Parameter sent: What is under way.
    func attachments(_ sent: [AttachmentEdit]) -> [AttachmentEdit] {
        let known = Set(sent.map(\.number))
        return (sent + attachments.filter { !known.contains($0.number) }).sorted { $0.number > $1.number }
    }

    // MARK: - What has arrived

    /// A feature has been added as it was sent, and is called so now.
    mutating func settleAdd(_ sent: SentEdits.Sent, _ id: Int?) {
        for place in attachments.indices where attachments[place].featureID == sent.id {
            attachments[place].featureID = id ?? sent.id
        }
        if id == nil { attachments.removeAll { $0.featureID == sent.id } }
        guard let claimed = features.removeValue(forKey: sent.id), let id else { return }
        switch claimed?.change {
        case .add(let feature)? where claimed?.stamp != sent.entry.stamp:
            features[id] = claimed?.with(.update(feature), since: sent)
        case nil: features[id] = sent.entry.with(.delete, since: sent)
        default: break
        }
    }

    /// A change of a feature has been made as it was sent.
    mutating func settleChange(_ sent: SentEdits.Sent) {
        if sent.entry.change == .delete { attachments.removeAll { $0.featureID == sent.id } }
        guard let claimed = features[sent.id] else { return }
        features[sent.id] = claimed?.stamp == sent.entry.stamp ? nil : .some(claimed?.since(sent))
    }

    /// What became of the edit of an attachment: what is known of those that are left stays known if they are put back.
    mutating func settle(_ edit: AttachmentEdit, _ result: FeatureEditResult, known: Set<Int>?) {
        attachments.settle(edit, result, known: known)
    }
}

extension LocalEdits.Entry {
    /// The same without what has arrived by now.
    func since(_ sent: SentEdits.Sent) -> LocalEdits.Entry {
        var entry = self
        entry.fates = Array(fates.dropFirst(sent.entry.fates.count))
        return entry
    }

    fileprivate func with(_ change: LocalEdits.Change, since sent: SentEdits.Sent) -> LocalEdits.Entry {
        var entry = since(sent)
        entry.change = change
        return entry
    }
}
