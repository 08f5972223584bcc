import CairnCore

/// What a service says of the edits that it was sent, list by list.
struct UploadResults {
    private struct Key: Hashable {
        let layerID: Int
        let isOfFiles: Bool
        let kind: SyncConflict.Change
    }

    /// What became of one change, in the service's words.
    enum Fate {
        case taken
        case refused(FeatureEditResult)
        /// It does not say.
        case untold

        var isUntold: Bool { if case .untold = self { true } else { false } }
    }

    private struct Told {
        /// In one spelling; empty if it names none.
        let id: String
        let fate: Fate
    }

    private var lists: [Key: [Told]] = [:]

    /// Takes an element of a list, if that is one of results.
    mutating func take(_ element: JSONValue, of list: String, layer: Int) {
        let isOfFiles = list.hasPrefix("attachment")
        let kinds: [String: SyncConflict.Change] = ["addResults": .add, "updateResults": .update, "deleteResults": .delete]
        guard let kind = kinds[String(list.split(separator: ".").last ?? "")] else { return }
        lists[Key(layerID: layer, isOfFiles: isOfFiles, kind: kind), default: []].append(Self.told(element))
    }

    private static func told(_ json: JSONValue) -> Told {
        let members = Dictionary((json.object ?? [:]).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        let id = members["globalid"]?.string.map(GlobalID.normalized) ?? ""
        let isDone = members["success"]?.bool ?? members["success"]?.string.map { $0.lowercased() == "true" }
        if isDone == true { return Told(id: id, fate: .taken) }
        let error = members["error"].flatMap { $0.isNull ? nil : $0 }
        if isDone == nil, error == nil { return Told(id: id, fate: .untold) }
        let words = error?["description"]?.string ?? error?["message"]?.string ?? "no reason given"
        let refusal = FeatureEditError(code: error?["code"]?.int ?? 0, description: words.printable())
        return Told(id: id, fate: .refused(FeatureEditResult(error: refusal)))
    }

    /// What it says of each change that was sent.
    ///
    /// A result is of the change whose id it has, and of none if it has another's or one that is there twice. Some write no id, or another one beside
    /// what they refuse: then the order tells, if there are as many as changes.
    func fates(of changes: [FrozenChanges.Change], _ kind: SyncConflict.Change, isOfFiles: Bool, layer: Int) -> [Fate] {
        let told = lists[Key(layerID: layer, isOfFiles: isOfFiles, kind: kind)] ?? []
        let named = Dictionary(grouping: told.filter { !$0.id.isEmpty }, by: \.id)
        let sent = Set(changes.map { GlobalID.normalized($0.globalID) })
        return changes.enumerated().map { index, change in
            let own = named[GlobalID.normalized(change.globalID)] ?? []
            if own.count == 1 { return Self.fate(own[0].fate, of: change) }
            guard own.isEmpty, told.count == changes.count, !sent.contains(told[index].id) else { return .untold }
            if case .taken = told[index].fate, !told[index].id.isEmpty { return .untold }
            return Self.fate(told[index].fate, of: change)
        }
    }

    private static func fate(_ fate: Fate, of change: FrozenChanges.Change) -> Fate {
        guard case .refused(let result) = fate else { return fate }
        return .refused(FeatureEditResult(objectID: change.objectID, globalID: change.globalID, error: result.error))
    }
}
