import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension LocallyEditedTable {
    @concurrent
    func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        let edits = edits
        if edits.attachments.isEmpty { return try await attachments(ofFeatures: objectIDs, edits) }
        return try await settled {
            try await attachments(ofFeatures: objectIDs, $0)
        } _: {
            $1
        }
    }

    private func attachments(ofFeatures objectIDs: [Int], _ edits: LocalEdits) async throws -> [Int: [AttachmentInfo]] {
        var found: [Int: [AttachmentInfo]] = [:]
        let asked = objectIDs.map { edits.currentIDs(of: $0).objectID }
        let there = asked.filter { $0 >= 0 }
        let known = there.isEmpty ? [:] : try await service.queryAttachments(ofFeatures: there)
        for (id, current) in zip(objectIDs, asked) {
            let list = edits.attachments(known[current] ?? [], ofFeature: current)
            if !list.isEmpty { found[id] = list }
        }
        return found
    }

    @concurrent
    func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await edit(.add(attachment), objectID)
    }

    @concurrent
    func updateAttachment(_ id: Int, ofFeature objectID: Int, with attachment: NewAttachment) async throws -> FeatureEditResult {
        try await edit(.update(id, attachment), objectID)
    }

    @concurrent
    func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        var results: [FeatureEditResult] = []
        for id in ids { results.append(try await edit(.delete(id), objectID)) }
        return results
    }

    private func edit(_ operation: AttachmentEdit.Operation, _ objectID: Int) async throws -> FeatureEditResult {
        try await service.load()
        guard let info = service.info else { throw CancellationError() }
        guard info.hasAttachments else {
            throw AGSError.runtime(
                .commonIllegalState, "The table \(info.name) has no attachments: its service does not keep any.")
        }
        try info.verifyAllows(operation)
        let edit = change { $0.editAttachment(operation, ofFeature: objectID) }
        if let edit { return FeatureEditResult(objectID: edit.attachmentID) }
        throw AGSError.runtime(
            .commonNotFound,
            "The attachment is not there any more, is just being sent, or was sent and not answered. Apply the edits, and fetch the attachments again."
        )
    }

    @concurrent
    func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        let edits = edits
        let (current, id) = (edits.currentIDs(of: objectID).objectID, edits.attachmentIDs[id] ?? id)
        let pending = edits.attachments.last { $0.featureID == current && $0.attachmentID == id }
        if pending?.kind == .delete || id < 0 && pending == nil {
            throw AGSError.runtime(
                .commonNotFound, "The attachment is not there any more. Fetch the attachments of its feature again.")
        }
        switch pending?.attachment?.content {
        case .data(let data): try data.write(to: file)
        case .file(let source): try FileDescriptor(regular: source.path, O_RDONLY).contents().write(to: file)
        case nil: try await service.fetchAttachment(id, ofFeature: current, to: file)
        }
    }
}

extension FeatureLayerInfo {
    /// - Throws: For what the service does not let its callers do: files come with what is added or changed, and go with any edit.
    fileprivate func verifyAllows(_ operation: AttachmentEdit.Operation) throws {
        if offers(.create) || offers(.update) { return }
        if case .delete = operation, isEditable { return }
        throw AGSError.runtime(
            .commonNoPermission,
            "The service of \(name) offers neither Create nor Update: edits of attachments would be refused. Ask its owner for one of them."
        )
    }
}

extension LocalEdits {
    /// The attachments of a feature as they are here.
    fileprivate func attachments(_ known: [AttachmentInfo], ofFeature objectID: Int) -> [AttachmentInfo] {
        var list = known
        for edit in attachments where edit.featureID == objectID {
            switch edit.operation {
            case .add where edit.isInDoubt && known.contains(where: edit.isPerhaps): break
            case .add(let attachment): list.append(AttachmentInfo(edit.number, attachment))
            case .update(let id, let attachment):
                if let place = list.firstIndex(where: { $0.id == id }) { list[place] = AttachmentInfo(id, attachment) }
            case .delete(let id): list.removeAll { $0.id == id }
            }
        }
        return list
    }
}

extension AttachmentInfo {
    fileprivate init(_ id: Int, _ attachment: NewAttachment) {
        self.init(id: id, name: attachment.name, contentType: attachment.contentType, size: attachment.size)
    }
}
