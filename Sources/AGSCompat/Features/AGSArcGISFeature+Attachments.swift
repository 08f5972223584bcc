import CairnGeo
public import Foundation

extension AGSArcGISFeature {
    /// The files that are attached to it.
    @discardableResult
    public func fetchAttachments(completion: @escaping ([AGSAttachment]?, (any Error)?) -> Void) -> any AGSCancelable {
        attachmentEdit({ try await $0.queryAttachments(ofFeatures: [$1])[$1] ?? [] }) { infos, error in
            completion(infos?.map { AGSAttachment($0, of: self) }, error)
        }
    }

    /// Attaches a file.
    @discardableResult
    public func addAttachment(
        withName name: String, contentType: String, data: Data,
        completion: ((AGSAttachment?, (any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let attachment = NewAttachment(name: name, contentType: contentType, content: .data(data))
        return attachmentEdit({ try await $0.addAttachment(attachment, toFeature: $1).id() }) { id, error in
            let info = id.map { AttachmentInfo(id: $0, name: name, contentType: contentType, size: data.count) }
            completion?(info.map { AGSAttachment($0, of: self) }, error)
        }
    }

    /// Replaces an attached file.
    @discardableResult
    public func update(
        _ attachment: AGSAttachment, name: String, contentType: String, data: Data, completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let (old, new) = (attachment.id, NewAttachment(name: name, contentType: contentType, content: .data(data)))
        return attachmentEdit({ try await $0.updateAttachment(old, ofFeature: $1, with: new).id() }) { id, error in
            if let id { attachment.take(AttachmentInfo(id: id, name: name, contentType: contentType, size: data.count)) }
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
    public func deleteAttachments(
        _ attachments: [AGSAttachment], completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let ids = attachments.map(\.id)
        return attachmentEdit({ table, objectID in
            for result in try await table.deleteAttachments(ids, ofFeature: objectID) { _ = try result.id() }
        }) { (_: Void?, error) in completion?(error) }
    }

    private func attachmentEdit<Value: Sendable>(
        _ work: @escaping @Sendable (any LegacyTable, Int) async throws -> Value,
        _ completion: @escaping (Value?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (table, snapshot) = (featureTable?.table, Result { try self.snapshot() })
        return OperationCancelable(
            {
                guard let table else { throw CancellationError() }
                return try await work(table, try snapshot.get().objectID(try await table.definition()))
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
