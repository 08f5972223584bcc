package import CairnCore

/// Which edits of features a service takes from its callers.
package struct LayerRights: Sendable, Hashable {
    /// Whether features are added.
    package let canAdd: Bool
    /// Whether features are changed.
    package let canUpdate: Bool
    /// Whether features are deleted.
    package let canDelete: Bool

    /// All of them.
    package static let all = LayerRights(canAdd: true, canUpdate: true, canDelete: true)

    /// - Parameter layerJSON: What the service says of the layer; where that tells nothing of it, everything may be done.
    package init(_ layerJSON: JSONValue?) {
        let words = (layerJSON?["capabilities"]?.string ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        let told = words.filter { !$0.isEmpty }
        self = told.isEmpty ? .all : LayerRights(capabilities: told)
    }

    /// What a list of capabilities allows. `Editing` is all of it only where it stands alone: beside others it says again that there are some.
    package init(capabilities: [String]) {
        let words = Set(capabilities.map { $0.lowercased() })
        let isAll = words.contains("editing") && words.isDisjoint(with: ["create", "update", "delete"])
        func has(_ word: String) -> Bool { isAll || words.contains(word) }
        (canAdd, canUpdate, canDelete) = (has("create"), has("update"), has("delete"))
    }

    init(canAdd: Bool, canUpdate: Bool, canDelete: Bool) {
        (self.canAdd, self.canUpdate, self.canDelete) = (canAdd, canUpdate, canDelete)
    }

    /// Whether anything may be edited.
    package var canEdit: Bool { canAdd || canUpdate || canDelete }
}

extension GeoPackage {
    /// Which edits of a table can ever be sent: of one that is kept in step with a layer those that its service takes, of any other all.
    func rights(of table: FeatureTableDefinition) throws -> LayerRights {
        let rights = LayerRights(table.layerJSON)
        if rights == .all { return rights }
        let isSynced = try ReplicaTable(database).read()?.layers.contains { $0.tableName == table.name } ?? false
        return isSynced ? rights : .all
    }
}

extension GeodatabaseFeatureTable {
    /// Which edits it takes, on the calling thread: of a table that is kept in step with a layer those that its service takes, of any other all.
    package var rightsNow: LayerRights {
        if LayerRights(info.layerJSON) == .all { return .all }
        return (try? geodatabase.askNow { try $0.rights(of: info) }) ?? .all
    }

    /// The same of edits of one feature, which its service may not have got yet.
    package func rightsNow(of objectID: Int) -> LayerRights {
        if LayerRights(info.layerJSON) == .all { return .all }
        return (try? geodatabase.askNow { try TableRights(info, $0).rights(of: objectID) }) ?? .all
    }
}
