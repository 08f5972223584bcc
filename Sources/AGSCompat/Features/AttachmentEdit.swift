import CairnGeo

/// An edit of an attachment that has not been sent.
struct AttachmentEdit: Sendable {
    enum Operation: Sendable {
        case add(NewAttachment)
        case update(Int, NewAttachment)
        case delete(Int)

        /// The same by the id that the service has given, if the attachment was added here.
        func renamed(by ids: [Int: Int]) -> Operation {
            switch self {
            case .add: self
            case .update(let id, let attachment): .update(ids[id] ?? id, attachment)
            case .delete(let id): .delete(ids[id] ?? id)
            }
        }
    }

    /// Of all edits of the table: negative, and the id of an attachment that is added, until the service has given another.
    let number: Int
    var featureID: Int
    var operation: Operation
    /// Whether it was sent, and nobody knows whether it was done.
    var isInDoubt = false
    /// The attachments that its feature had before, and those that others have become since.
    var known: Set<Int> = []

    /// The id of the attachment.
    var attachmentID: Int {
        switch operation {
        case .add: number
        case .update(let id, _), .delete(let id): id
        }
    }

    /// What shall be attached.
    var attachment: NewAttachment? {
        switch operation {
        case .add(let attachment), .update(_, let attachment): attachment
        case .delete: nil
        }
    }

    var kind: AGSEditOperation {
        switch operation {
        case .add: .add
        case .update: .update
        case .delete: .delete
        }
    }
}

extension [AttachmentEdit] {
    /// What became of one of them. What was refused stays.
    ///
    /// - Parameter known: The attachments that its feature had before, if nobody knows whether it was done.
    mutating func settle(_ edit: AttachmentEdit, _ result: FeatureEditResult, known: Set<Int>?) {
        if result.isSuccess {
            removeAll { $0.number == edit.number }
            guard let id = result.objectID else { return }
            for place in indices where self[place].featureID == edit.featureID { self[place].known.insert(id) }
        } else if let place = firstIndex(where: { $0.number == edit.number }) {
            self[place].isInDoubt = known != nil
            self[place].known.formUnion(known ?? [])
        }
    }
}
