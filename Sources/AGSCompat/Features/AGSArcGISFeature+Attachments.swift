import CairnGeo
public import Foundation

extension AGSArcGISFeature {
    /// The files that are attached to it, those with the greatest ids first.
    @discardableResult
    public func fetchAttachments(completion: @escaping ([AGSAttachment]?, (any Error)?) -> Void) -> any AGSCancelable {
        let (table, snapshot) = (featureTable?.table, Result { try self.snapshot() })
        return OperationCancelable({
            guard let table else { throw CancellationError() }
            let id = try snapshot.get().objectID(try await table.definition())
            return try await table.queryAttachments(ofFeatures: [id])[id]?.sorted { $0.id > $1.id } ?? []
        }) { infos, error in
            completion(infos?.map { AGSAttachment($0, of: self) }, error)
        }
    }

    /// Attaches a file.
    @discardableResult
    public func addAttachment(
        withName name: String, contentType: String, data: Data,
        completion: ((AGSAttachment?, (any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let name = featureTable?.table.attachmentName(name) ?? name
        let attachment = NewAttachment(name: name, contentType: contentType, content: .data(data.owned))
        return edit({ .addAttachment(attachment, feature: $0) }) { ids, error in
            let info = ids?.first.map { AttachmentInfo(id: $0, name: name, contentType: contentType, size: data.count) }
            completion?(info.map { AGSAttachment($0, of: self) }, error)
        }
    }

    /// Replaces an attached file.
    @discardableResult
    public func update(
        _ attachment: AGSAttachment, name: String, contentType: String, data: Data, completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let name = featureTable?.table.attachmentName(name) ?? name
        let (old, new) = (attachment.id, NewAttachment(name: name, contentType: contentType, content: .data(data.owned)))
        return edit({ .updateAttachment(old, new, feature: $0) }, of: [attachment]) { ids, error in
            if let id = ids?.first {
                attachment.take(AttachmentInfo(id: id, name: name, contentType: contentType, size: data.count))
            }
            completion?(error)
        }
    }

    /// Deletes an attached file.
    @discardableResult
    public func delete(_ attachment: AGSAttachment, completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        deleteAttachments([attachment], completion: completion)
    }

    /// Deletes attached files.
    @discardableResult
    public func delete(_ attachments: [AGSAttachment], completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        deleteAttachments(attachments, completion: completion)
    }

    /// Deletes attached files.
    @discardableResult
    public func deleteAttachments(
        _ attachments: [AGSAttachment], completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let ids = attachments.map(\.id)
        return edit({ .deleteAttachments(ids, feature: $0) }, of: attachments) { _, error in completion?(error) }
    }

    /// Edits attachments, in the order of all edits of the table: the id of each. It refuses those of other features.
    private func edit(
        _ edit: @escaping @Sendable (Int) -> TableEdit, of attachments: [AGSAttachment] = [],
        _ completion: @escaping ([Int]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (snapshot, owners) = (
            Result { try self.snapshot() }, Result { try attachments.compactMap { try $0.owner(beside: self) } }
        )
        let placed = featureTable?.table.place(
            { definition in
                let id = try snapshot.get().objectID(definition)
                for owner in try owners.get() { try owner.verifyIs(id, definition) }
                return edit(id)
            }, fates: [], done: { _ in })
        return OperationCancelable(
            {
                guard let placed else { throw CancellationError() }
                return try await placed().map { try $0.id() }
            }, completion: completion)
    }
}

extension FeatureEditResult {
    /// - Throws: Why it was refused.
    fileprivate func id() throws -> Int {
        if let error { throw AGSError.refused(error) }
        return objectID ?? -1
    }
}

extension Data {
    /// The same bytes in memory of our own: with the caller's, code of its owner's may be called where they are let go of, and that is under a lock.
    fileprivate var owned: Data { Data(Array(self)) }
}
