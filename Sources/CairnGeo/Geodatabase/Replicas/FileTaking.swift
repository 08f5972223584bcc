import CairnCore
import Foundation

/// Takes over the files that come from a service for the features of one table.
struct FileTaking {
    private let files: AttachmentTable
    private let features: SyncedRows
    private let rows: SyncedRows
    /// Files that have been fetched, by their addresses.
    private let fetched: [String: URL]
    /// Whether nobody knows if what is set apart has arrived: what has changed in the service is not sent there again.
    private let isInDoubt: Bool
    private let frozen: FrozenChanges
    private let name: String

    /// Nil if the table has no files.
    init?(_ table: SyncedTable, _ features: SyncedRows, _ database: Database, fetched: [String: URL], isInDoubt: Bool) throws {
        guard let media = table.media, let files = table.attachments else { return nil }
        (self.files, self.features, self.fetched, self.isInDoubt) = (files, features, fetched, isInDoubt)
        (frozen, name) = (FrozenChanges(database), media.media.table)
        rows = try SyncedRows(media.media.table, key: media.mediaKey, globalID: "global_id", database)
    }

    /// Takes an element of a list over. What has been changed here meanwhile stays.
    func take(_ element: JSONValue, of list: String, _ outcome: inout LayerOutcome) throws {
        switch list {
        case _ where IncomingAttachment.lists.contains(list): try put(element, &outcome)
        case "attachments.deleteIds", "attachments.deletes":
            guard let id = element.string ?? element["globalId"]?.string, GlobalID.isWellFormed(id) else {
                throw ReplicaObjection("a file that was deleted has no global id")
            }
            // It is gone there: to have it there again is to add it.
            if let change = try rows.change(id) { return try rows.setChange(change, to: try rows.row(id) == nil ? nil : .add) }
            if let sent = try rows.frozenChange(id) { try frozen.forget(sent, of: name) }
            guard let row = try rows.row(id), let owner = try files.owner(of: row.id) else { return }
            outcome.downloaded += 1
            try files.delete(row.id, ofFeature: owner)
        default: break
        }
    }

    private func put(_ element: JSONValue, _ outcome: inout LayerOutcome) throws {
        let incoming = try IncomingAttachment(element)
        guard let id = incoming.globalID, GlobalID.isWellFormed(id), GlobalID.isWellFormed(incoming.parentGlobalID) else {
            throw ReplicaObjection("the file \(incoming.name.printable(upTo: 60)) has no global id, or that of no feature")
        }
        // A file of a feature that is not here any more has no place.
        guard let owner = try features.row(incoming.parentGlobalID) else { return }
        guard try rows.change(id) == nil else { return }
        let content = try incoming.content(fetched)
        try settle(id)
        outcome.downloaded += 1
        let attachment = NewAttachment(
            name: incoming.name, contentType: incoming.contentType, content: content, globalID: id)
        let known = try rows.row(id)?.id
        if let known, let other = try files.owner(of: known), other != owner.id { try files.delete(known, ofFeature: other) }
        try files.put(attachment, known, feature: owner.id)
    }

    /// Forgets what has been done here to the files of a feature that goes, and they with it.
    ///
    /// - Returns: What is lost by that.
    func forgetChanges(ofFeature objectID: Int) throws -> [FrozenChanges.Change] {
        try (files.list(ofFeatures: [objectID])[objectID] ?? []).flatMap { file in
            let changes = try rows.changes(ofRow: file.id)
            for change in changes {
                try rows.setChange(change, to: nil)
                try frozen.forget(change, of: name)
            }
            return changes
        }
    }

    /// What is set apart of a file that the service tells of is not sent again.
    private func settle(_ id: String) throws {
        if isInDoubt, let sent = try rows.frozenChange(id) { try frozen.forget(sent, of: name) }
    }
}
