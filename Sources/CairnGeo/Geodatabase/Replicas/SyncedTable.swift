import CairnCore

/// A table of a geodatabase that is a copy of a layer.
struct SyncedTable {
    let layerID: Int
    let definition: FeatureTableDefinition
    /// The fields that the service knows, in small letters; nil for all.
    let sentFields: Set<String>?
    /// The table of the files that are attached to its features; nil without.
    let attachments: AttachmentTable?
    /// Where those are kept; nil without.
    let media: AttachmentRelation?
    /// Whether what is done to those goes to the service.
    let sendsAttachments: Bool

    init(_ layer: ReplicaInfo.Layer, _ package: GeoPackage, sendsAttachments: Bool = true) throws {
        (layerID, self.sendsAttachments) = (layer.id, sendsAttachments)
        sentFields = layer.fieldNames.map { Set($0.map { $0.lowercased() }) }
        definition = try package.table(layer.tableName)
        let relation = try AttachmentRelation.all(in: package.database)[definition.name.lowercased()]
        let hasIDs = try relation.map { try package.database.columns(of: $0.media.table).contains("global_id") } ?? false
        media = hasIDs ? relation : nil
        attachments = try hasIDs ? AttachmentTable(of: definition, package.database) : nil
    }

    var name: String { definition.name }
    /// What its changes are kept under: its own, and those of its files.
    var changeNames: [String] { [name] + (media.map { [$0.media.table] } ?? []) }
    /// The same of what is sent.
    var sentNames: [String] { sendsAttachments ? changeNames : [name] }
    var globalIDField: String { definition.globalIDField ?? "" }
}
