import CairnGeo

/// An edit of an attachment that has not been sent.
struct AttachmentEdit: Sendable {
    enum Operation: Sendable {
        case add(NewAttachment)
        case update(Int, NewAttachment)
        case delete(Int)
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
