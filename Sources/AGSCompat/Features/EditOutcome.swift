import CairnGeo

/// What became of the edit of one feature, and of its attachments.
struct EditOutcome: Sendable {
    /// What became of the edit of one attachment.
    struct Attachment: Sendable {
        var result: FeatureEditResult
        var operation: AGSEditOperation
    }

    var result: FeatureEditResult
    var operation: AGSEditOperation
    var attachments: [Attachment] = []
}
