import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension LocallyEditedTable {
    private typealias Attached = Result<[Int: [AttachmentInfo]], any Error>

    /// Sends edits of attachments. The features are done: what became of them is told in any case, and so is this.
    func send(_ edits: [AttachmentEdit]) async -> [(AttachmentEdit, FeatureEditResult)] {
        let there = await attached(to: Set(edits.filter { $0.kind == .add || $0.isInDoubt }.map(\.featureID)))
        var results: [(AttachmentEdit, FeatureEditResult)] = []
        for edit in edits { results.append((edit, await send(edit, there))) }
        return results
    }

    /// What features have attached before: if an answer is lost, that tells what has come since.
    private func attached(to featureIDs: Set<Int>) async -> Attached {
        if featureIDs.isEmpty { return .success([:]) }
        do { return .success(try await service.queryAttachments(ofFeatures: featureIDs.sorted())) } catch {
            return .failure(error)
        }
    }

    private func send(_ edit: AttachmentEdit, _ there: Attached) async -> FeatureEditResult {
        // What others have become meanwhile is known of it.
        let edit = edits.attachments.first { $0.number == edit.number } ?? edit
        do {
            try Task.checkCancellation()
            let infos = try edit.kind == .add || edit.isInDoubt ? there.get()[edit.featureID] ?? [] : []
            if edit.isInDoubt, let done = edit.outcome(infos) { return settled(edit, done) }
            return await sendOnce(edit, Set(infos.map(\.id)))
        } catch {
            let words = "It was not sent, and stays to be sent: \(error is CancellationError ? "cancelled." : "\(error)")"
            return settled(edit, edit.failure(words), known: edit.isInDoubt ? edit.known : nil)
        }
    }

    private func sendOnce(_ edit: AttachmentEdit, _ known: Set<Int>) async -> FeatureEditResult {
        do {
            let result = try await perform(edit)
            return settled(edit, await judged(result, edit))
        } catch let error where error is EditError || error is CancellationError {
            let words = error is CancellationError ? "Cancelled while it was sent." : "\(error)"
            let failure = edit.failure("\(words) It is looked for when edits are applied again.")
            return settled(edit, failure, known: known)
        } catch {
            let failure = edit.failure("\(error)", code: (error as? ServiceError)?.code)
            guard error is ServiceError else { return settled(edit, failure) }
            return settled(edit, await judged(failure, edit))
        }
    }

    /// What was refused of an attachment that is there no more: to delete it is done, to replace it never will be.
    private func judged(_ result: FeatureEditResult, _ edit: AttachmentEdit) async -> FeatureEditResult {
        guard !result.isSuccess, edit.kind != .add, await isGone(edit) else { return result }
        let id = edit.attachmentID
        if edit.kind == .delete { return FeatureEditResult(objectID: id) }
        let words =
            "The attachment \(id) of the feature \(edit.featureID) is not there any more. Delete it here, too, or undo the local edits: else its update stays to be sent."
        return edit.failure(words, code: result.error?.code)
    }

    /// False if nobody knows.
    private func isGone(_ edit: AttachmentEdit) async -> Bool {
        let id = edit.featureID
        do {
            let left = try await service.queryAttachments(ofFeatures: [id])[id] ?? []
            return !left.contains { $0.id == edit.attachmentID }
        } catch {
            // Some services do not tell of the attachments of a feature that is gone.
            return (try? await service.queryFeatureCount(using: QueryParameters(objectIDs: [id]))) == 0
        }
    }

    private func settled(_ edit: AttachmentEdit, _ result: FeatureEditResult, known: Set<Int>? = nil) -> FeatureEditResult {
        change { $0.settle(edit, result, known: known) }
        return result
    }

    private func perform(_ edit: AttachmentEdit) async throws -> FeatureEditResult {
        switch edit.operation {
        case .add(let attachment): return try await service.addAttachment(attachment, toFeature: edit.featureID)
        case .update(let id, let attachment):
            return try await service.updateAttachment(id, ofFeature: edit.featureID, with: attachment)
        case .delete(let id):
            let results = try await service.deleteAttachments([id], ofFeature: edit.featureID)
            return results.first ?? FeatureEditResult(objectID: id)
        }
    }
}

extension AttachmentEdit {
    fileprivate func failure(_ words: String, code: Int? = nil) -> FeatureEditResult {
        FeatureEditResult(
            objectID: attachmentID, error: FeatureEditError(code: code ?? AGSErrorCode.unknown.rawValue, description: words))
    }

    /// What became of it if its answer was lost, by what its feature has attached now; nil if it has not been done, or may be done again.
    fileprivate func outcome(_ there: [AttachmentInfo]) -> FeatureEditResult? {
        switch operation {
        case .add: there.first(where: isPerhaps).map { FeatureEditResult(objectID: $0.id) }
        case .update: nil
        case .delete(let id): there.contains { $0.id == id } ? nil : FeatureEditResult(objectID: id)
        }
    }

    /// Whether an attachment of the service may be the one that was added, and whose answer was lost: it was not there before, and has its name,
    /// or what services make of that, and its size.
    func isPerhaps(_ info: AttachmentInfo) -> Bool {
        guard let attachment, info.size == attachment.size, !known.contains(info.id) else { return false }
        return AttachmentName.areAlike(info.name, attachment.name)
    }
}

extension NewAttachment {
    /// In bytes.
    var size: Int {
        switch content {
        case .data(let data): data.count
        case .file(let url): (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        }
    }
}
