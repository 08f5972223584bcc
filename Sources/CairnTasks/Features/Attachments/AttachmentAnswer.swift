import CairnCore
import CairnGeo

/// What a service says of attachments.
enum AttachmentAnswer {
    /// The attachments of one feature.
    static func infos(_ part: AnswerPart) throws -> [AttachmentInfo] {
        try part.required("attachmentInfos").list().map { info in
            AttachmentInfo(
                id: try info.required("id").wholeNumber(), globalID: try info.optional("globalId")?.text(),
                name: try info.optional("name")?.text() ?? "",
                contentType: try info.optional("contentType")?.text() ?? "application/octet-stream",
                size: max(0, (try? info.optional("size")?.wholeNumber()) ?? 0))
        }
    }
}
