import CairnCore
import CairnGeo

/// What of the local edits of a geodatabase does not go with a sync.
struct UnsentEdits {
    private let geodatabase: Geodatabase
    private let context: JobContext<SyncGeodatabaseWork>

    init(_ geodatabase: Geodatabase, _ context: JobContext<SyncGeodatabaseWork>) {
        (self.geodatabase, self.context) = (geodatabase, context)
    }

    /// Warns of it.
    ///
    /// - Parameter isSending: Whether anything is sent at all.
    func tell(isSending: Bool) async throws {
        let unsent = try await geodatabase.editReplica { (fields: $0.unsentFields, attachments: try $0.unsentAttachments) }
        guard let unsent else { return }
        for (table, names) in unsent.fields.sorted(by: { $0.key < $1.key }) where isSending {
            let list = names.map { $0.printable() }.joined(separator: ", ")
            context.post(
                "The service does not have these columns of \(table.printable()), of which nothing is sent: \(list).",
                severity: .warning)
        }
        for (table, count) in unsent.attachments.sorted(by: { $0.key < $1.key }) {
            context.post(
                "Edits of \(count) attachments of \(table.printable()) are not sent, for the copy was made without sending attachments. They stay in "
                    + "the geodatabase: export them (exportDelta), or delete what was added.",
                severity: .warning)
        }
    }
}
