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
    /// None of them.
    static let none = LayerRights(canAdd: false, canUpdate: false, canDelete: false)

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
    /// Which edits of a table can ever be sent: of one that is kept in step with a layer those that its service takes, if the copy sends any; of any
    /// other all.
    func rights(of table: FeatureTableDefinition) throws -> LayerRights {
        guard let sending = try ReplicaTable(database).sending(of: table.name) else { return .all }
        return sending.edits ? LayerRights(table.layerJSON) : .none
    }

    /// Whether edits of a table's attachments can ever be sent, or need not be.
    func takesAttachments(of table: FeatureTableDefinition) throws -> Bool {
        guard let sending = try ReplicaTable(database).sending(of: table.name) else { return true }
        guard sending.edits, sending.attachments, LayerRights(table.layerJSON).canEdit else { return false }
        return try ChangeTracking(table, database).isOnForAttachments()
    }
}

extension GeodatabaseFeatureTable {
    /// Which edits it takes, on the calling thread: of a table that is kept in step with a layer those that can be sent, of any other all.
    package var rightsNow: LayerRights { now(.all) { try $0.rights(of: info) } }

    /// The same of edits of one feature, which its service may not have got yet.
    package func rightsNow(of objectID: Int) -> LayerRights { now(.all) { try TableRights(info, $0).rights(of: objectID) } }

    /// Whether its attachments can be edited, in the same way.
    package var takesAttachmentsNow: Bool { now(true) { try $0.takesAttachments(of: info) } }

    /// What no service has described is kept in step with none.
    private func now<Value: Sendable>(_ standard: Value, _ body: @Sendable (GeoPackage) throws -> Value) -> Value {
        if info.layerJSON == nil { return standard }
        return (try? geodatabase.askNow(body)) ?? standard
    }
}
