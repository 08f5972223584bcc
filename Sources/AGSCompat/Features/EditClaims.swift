import CairnGeo

/// What is to be sent by those who wait for their turn to send, or are sending: what is taken back behind them is not theirs.
struct EditClaims: Sendable {
    private var lastNumber = 0
    /// The first came first.
    private var all: [EditClaim] = []

    var isEmpty: Bool { all.isEmpty }

    /// - Returns: Its number.
    mutating func begin(_ attachments: [AttachmentEdit]) -> Int {
        lastNumber += 1
        all.append(EditClaim([lastNumber], attachments))
        return lastNumber
    }

    /// All that is there is taken to be sent, be it edited behind them or not.
    mutating func renew(_ attachments: [AttachmentEdit]) {
        if isEmpty { return }
        all = [EditClaim(Set(all.flatMap(\.numbers)), attachments)]
    }

    /// One has sent, or does not wait any more.
    mutating func end(_ number: Int) {
        guard let place = all.firstIndex(where: { $0.numbers.contains(number) }) else { return }
        all[place].numbers.remove(number)
        guard all[place].numbers.isEmpty else { return }
        let ended = all.remove(at: place)
        if place > 0 { all[place - 1].noteAll(of: ended) }
    }

    /// A feature is edited.
    ///
    /// - Parameter before: What has been edited of it until now.
    mutating func note(_ id: Int, _ before: LocalEdits.Entry?, _ fate: EditFate? = nil) {
        if !isEmpty { all[all.count - 1].note(id, before, fate) }
    }

    /// Takes back what was edited behind all of them.
    mutating func takeBack(_ features: inout [Int: LocalEdits.Entry]) {
        if !isEmpty { all[all.count - 1].takeBack(&features) }
    }

    /// - Parameter sent: What is under way.
    func attachments(_ sent: [AttachmentEdit]) -> [AttachmentEdit] { all.last?.attachments(sent) ?? sent }

    // MARK: - What has arrived

    /// A feature has been added as it was sent.
    ///
    /// - Parameters:
    ///   - early: What has been edited of it by the id that it had until now.
    ///   - late: What has been edited of it by its new one.
    mutating func settleAdd(_ added: AddedFeature, _ early: LocalEdits.Entry?, _ late: LocalEdits.Entry?) {
        var (early, late) = (early, late)
        for place in all.indices.reversed() { all[place].settleAdd(added, &early, &late) }
    }

    /// A feature has been added, and nobody knows by which id.
    mutating func forget(_ id: Int) {
        for place in all.indices { all[place].forget(id) }
    }

    /// A change of a feature has been made as it was sent.
    mutating func settleChange(_ sent: SentEdits.Sent) {
        for place in all.indices { all[place].settleChange(sent) }
    }

    /// What became of the edit of an attachment: what is known of those that are left stays known if they are put back.
    mutating func settle(_ edit: AttachmentEdit, _ result: FeatureEditResult, known: Set<Int>?) {
        for place in all.indices { all[place].settle(edit, result, known: known) }
    }
}

/// What some wait to send, or are sending: what is there, but for what was edited since they came, or last began to send.
private struct EditClaim: Sendable {
    var numbers: Set<Int>
    /// What had been edited of features that were edited since, until the next came; nil for nothing.
    private var features: [Int: LocalEdits.Entry?] = [:]
    /// What becomes of the edits since.
    private var fates: [EditFate] = []
    private var attachments: [AttachmentEdit]

    init(_ numbers: Set<Int>, _ attachments: [AttachmentEdit]) {
        (self.numbers, self.attachments) = (numbers, attachments)
    }

    mutating func note(_ id: Int, _ before: LocalEdits.Entry?, _ fate: EditFate?) {
        if features[id] == nil { features[id] = .some(before) }
        if let fate { fates.append(fate) }
    }

    /// What was edited behind one that came later, and is gone.
    mutating func noteAll(of later: EditClaim) {
        features.merge(later.features) { before, _ in before }
        fates += later.fates
    }

    mutating func takeBack(_ entries: inout [Int: LocalEdits.Entry]) {
        for (id, before) in features { entries[id] = before }
        for fate in fates { fate.takeBack() }
        (features, fates) = ([:], [])
    }

    /// - Parameter sent: What is under way.
    func attachments(_ sent: [AttachmentEdit]) -> [AttachmentEdit] {
        let known = Set(sent.map(\.number))
        return (sent + attachments.filter { !known.contains($0.number) }).sorted { $0.number > $1.number }
    }

    // MARK: - What has arrived

    /// A feature has been added as it was sent.
    ///
    /// - Parameters:
    ///   - early: What had been edited of it when the next came, by the id that it had until now; then when these came.
    ///   - late: The same by its new one.
    mutating func settleAdd(_ added: AddedFeature, _ early: inout LocalEdits.Entry?, _ late: inout LocalEdits.Entry?) {
        for place in attachments.indices where attachments[place].featureID == added.sent.id {
            attachments[place].featureID = added.ids.objectID
        }
        let (before, beforeLate) = (features.removeValue(forKey: added.sent.id), features[added.ids.objectID])
        if before == nil, beforeLate == nil { return }
        (early, late) = (before ?? early, beforeLate ?? late)
        features[added.ids.objectID] = .some(added.rest(early, late))
    }

    mutating func forget(_ id: Int) {
        attachments.removeAll { $0.featureID == id }
        features[id] = nil
    }

    /// A change of a feature has been made as it was sent.
    mutating func settleChange(_ sent: SentEdits.Sent) {
        if sent.entry.change == .delete { attachments.removeAll { $0.featureID == sent.id } }
        guard let before = features[sent.id] else { return }
        features[sent.id] = .some(before?.stamp == sent.entry.stamp ? nil : before?.since(sent))
    }

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
}
