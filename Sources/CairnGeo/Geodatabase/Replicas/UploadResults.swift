import CairnCore

/// What a service says of the edits that it was sent, list by list.
struct UploadResults {
    private struct Key: Hashable {
        let layerID: Int
        let isOfFiles: Bool
        let kind: SyncConflict.Change
    }

    private var lists: [Key: [FeatureEditResult]] = [:]

    /// Takes an element of a list, if that is one of results.
    mutating func take(_ element: JSONValue, of list: String, layer: Int) {
        let isOfFiles = list.hasPrefix("attachment")
        let kinds: [String: SyncConflict.Change] = ["addResults": .add, "updateResults": .update, "deleteResults": .delete]
        guard let kind = kinds[String(list.split(separator: ".").last ?? "")] else { return }
        lists[Key(layerID: layer, isOfFiles: isOfFiles, kind: kind), default: []].append(Self.result(element))
    }

    /// What is not said to be done is not done.
    private static func result(_ json: JSONValue) -> FeatureEditResult {
        let id = json["globalId"]?.string ?? json["globalid"]?.string
        var result = FeatureEditResult(
            objectID: json["objectId"]?.int.flatMap { $0 < 0 ? nil : $0 }, globalID: id.flatMap { $0.isEmpty ? nil : $0 })
        let isDone = json["success"]?.bool ?? (json["success"]?.string?.lowercased() == "true")
        if isDone { return result }
        let words = json["error"]?["description"]?.string ?? json["error"]?["message"]?.string ?? "no reason given"
        result.error = FeatureEditError(code: json["error"]?["code"]?.int ?? 0, description: words.printable())
        return result
    }

    /// Of how many changes it says what has become of them.
    func count(of kind: SyncConflict.Change, isOfFiles: Bool, layer: Int) -> Int {
        lists[Key(layerID: layer, isOfFiles: isOfFiles, kind: kind)]?.count ?? 0
    }

    /// The changes of what was sent that the service has refused, and why.
    func refused(
        of changes: [FrozenChanges.Change], _ kind: SyncConflict.Change, isOfFiles: Bool, layer: Int
    ) -> [(FrozenChanges.Change, FeatureEditResult)] {
        let results = lists[Key(layerID: layer, isOfFiles: isOfFiles, kind: kind)] ?? []
        let named = Dictionary(changes.map { (GlobalID.normalized($0.globalID), $0) }) { first, _ in first }
        return results.enumerated().compactMap { index, result in
            guard !result.isSuccess else { return nil }
            // Some write no id, or another one, beside what they refuse: then the order tells.
            let own = result.globalID.flatMap { named[GlobalID.normalized($0)] }
            guard let change = own ?? (changes.indices.contains(index) ? changes[index] : nil) else { return nil }
            return (change, FeatureEditResult(objectID: change.objectID, globalID: change.globalID, error: result.error))
        }
    }
}
