import CairnCore

/// Looks for what would be lost if a copy, or edits, were taken over: rows of no layer, lists by names that mean nothing, and what is said to be
/// cut off.
struct ReplicaObjections {
    private var found: String?
    /// Parts that hold something.
    private var filled: Set<Int> = []

    private static let lists: Set<String> = [
        "features", "adds", "inserts", "updates", "deletes", "deleteIds", "addResults", "updateResults", "deleteResults",
    ]
    private static let groups = ["features.", "attachments.", "attachmentResults."]

    mutating func take(_ item: ReplicaItem) {
        switch item {
        case .member("exceededTransferLimit", true), .partMember(_, "exceededTransferLimit", true):
            object("it does not hold all (exceededTransferLimit)")
        case .member(let name, let value) where ["layers", "edits"].contains(name) && !value.isNull && value.array == nil:
            object("its '\(name)' are no list")
        case .partMember(_, let name, let value) where !value.isNull && value.array == nil && value.object?.isEmpty != true:
            if Self.lists.contains(Self.list(name) ?? name) { object("its '\(name)' are no list") }
        case .feature(let part, _, _), .passedFeature(let part, _): filled.insert(part)
        case .element(let part, let list, let element):
            filled.insert(part)
            let own = Self.list(list)
            if own == nil ? element["attributes"] == nil : Self.lists.contains(own ?? "") { return }
            object("nobody knows what its list '\(list.printable(upTo: 40))' is")
        default: break
        }
    }

    private mutating func object(_ words: String) { found = found ?? words }

    /// The list of a group, such as `adds` of `features.adds`; nil for one that is in none.
    private static func list(_ name: String) -> String? {
        groups.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
    }

    /// What is to be said against it.
    ///
    /// - Parameter layerIDs: The numbers of the layers, by the places of the parts.
    func first(_ layerIDs: [Int: Int]) -> String? {
        found ?? (filled.contains { layerIDs[$0] == nil } ? "it has rows of a layer that it does not name" : nil)
    }
}

extension ReplicaFile {
    /// What is to be said against taking it over into a copy of some layers; nil if nothing would be lost.
    package func objection(layers: Set<Int>) -> String? {
        objection ?? Set(layerIDs.values).subtracting(layers).min().map { "it is of a layer \($0), which the copy does not have" }
    }
}
