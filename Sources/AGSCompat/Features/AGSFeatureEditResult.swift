import CairnGeo
import Foundation

/// What became of the edit of one feature, and of its attachments.
public final class AGSFeatureEditResult: AGSEditResult {
    /// What became of the edits of its attachments.
    public let attachmentResults: [AGSEditResult]

    init(_ outcome: EditOutcome) {
        attachmentResults = outcome.attachments.map { AGSEditResult($0.result, $0.operation) }
        super.init(outcome.result, outcome.operation)
    }

    /// Whether the edit, or that of an attachment, was refused.
    public override var completedWithErrors: Bool {
        super.completedWithErrors || attachmentResults.contains(where: \.completedWithErrors)
    }
}
