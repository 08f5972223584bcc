import CairnCore

/// The attachments that come along with edits, which are not taken: nothing is left out without a word.
enum AttachmentEdits {
    /// - Throws: If there are any.
    static func expectNone(in text: String?) throws(ServiceFailure) {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return }
        guard let json = try? JSONValue(parsing: text) else { throw .invalid("attachments", "it is no JSON") }
        try expectNone(json)
    }

    /// - Throws: If there are any.
    static func expectNone(_ json: JSONValue?) throws(ServiceFailure) {
        guard let json, !json.isNull else { return }
        let lists = json.object.map { Array($0.values) } ?? [json]
        if lists.allSatisfy({ $0.isNull || $0.array?.isEmpty == true }) { return }
        throw .invalid(
            "attachments",
            "they are not taken along with edits; send them by addAttachment, updateAttachment and deleteAttachments")
    }
}

extension ServiceRequest {
    /// Edits that were sent as a file beforehand would be left out.
    func refuseUploadedEdits() throws(ServiceFailure) {
        try refuse(["editsUploadId"], "files of edits are not taken; send the edits themselves")
    }
}
