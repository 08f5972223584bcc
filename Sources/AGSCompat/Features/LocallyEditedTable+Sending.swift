import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension LocallyEditedTable {
    /// Whether the service tells features apart by global ids, and keeps those that they come with.
    private var takesGlobalIDs: Bool { service.info?.supportsApplyEditsWithGlobalIDs ?? false }

    /// Sends what is there to be sent: what was refused, or may not have arrived, stays.
    func send() async throws -> [EditOutcome] {
        if edits.isEmpty { return [] }
        let sent = try await take()
        do {
            return await settle(sent, try await service.applyEdits(sent.edits))
        } catch {
            giveBack(sent)
            throw error
        }
    }

    /// What is there to be sent. It is under way until it is settled or given back.
    func take() async throws -> SentEdits {
        let definition = try await service.definition()
        return change { $0.take(definition, takesGlobalIDs: takesGlobalIDs) }
    }

    func giveBack(_ sent: SentEdits) { change { $0.giveBack(sent) } }

    /// Notes what became of features, and sends the edits of their attachments.
    func settle(_ sent: SentEdits, _ results: FeatureEditResults) async -> [EditOutcome] {
        guard let definition = knownDefinition else { return [] }
        let attachments = change { $0.settle(sent, results, definition) }
        var outcomes = zip(sent.adds, results.adds).map { EditOutcome(result: $1, operation: .add) }
        outcomes += zip(sent.updates, results.updates).map { EditOutcome(result: $1.named($0.id), operation: .update) }
        outcomes += zip(sent.deletes, results.deletes).map { EditOutcome(result: $1.named($0.id), operation: .delete) }
        for edit in attachments {
            let result = await send(edit)
            change { $0.settle(edit, isDone: result.isSuccess) }
            let outcome = EditOutcome.Attachment(result: result, operation: edit.kind)
            if let place = outcomes.firstIndex(where: { $0.result.objectID == edit.featureID }) {
                outcomes[place].attachments.append(outcome)
            } else {
                let feature = FeatureEditResult(objectID: edit.featureID)
                outcomes.append(EditOutcome(result: feature, operation: .update, attachments: [outcome]))
            }
        }
        return outcomes
    }

    private func send(_ edit: AttachmentEdit) async -> FeatureEditResult {
        do {
            switch edit.operation {
            case .add(let attachment): return try await service.addAttachment(attachment, toFeature: edit.featureID)
            case .update(let id, let attachment):
                return try await service.updateAttachment(id, ofFeature: edit.featureID, with: attachment)
            case .delete(let id):
                let results = try await service.deleteAttachments([id], ofFeature: edit.featureID)
                return results.first ?? FeatureEditResult(objectID: id)
            }
        } catch {
            // The features are done: what became of them is told in any case.
            let code = (error as? ServiceError)?.code ?? AGSErrorCode.unknown.rawValue
            return FeatureEditResult(
                objectID: edit.attachmentID, error: FeatureEditError(code: code, description: "\(error)"))
        }
    }
}

extension FeatureEditResult {
    /// The same of a feature whose id is known, whether the service repeats it or not.
    fileprivate func named(_ id: Int) -> FeatureEditResult {
        FeatureEditResult(objectID: objectID ?? id, globalID: globalID, error: error)
    }
}
