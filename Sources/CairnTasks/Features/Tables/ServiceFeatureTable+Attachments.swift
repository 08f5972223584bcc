import CairnCore
public import CairnGeo
public import Foundation

extension ServiceFeatureTable {
    /// Of so many features attachments are listed at once.
    private static let listed = 100

    /// The attachments of features, by object id; features without any are left out.
    @concurrent
    public func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        let info = try await whenLoaded().info
        let ids = Set(objectIDs).sorted()
        var found: [Int: [AttachmentInfo]] = [:]
        if info.queryCapabilities.contains(.attachments) {
            for case let chunk? in Self.chunks(of: ids, size: Self.listed) {
                try await found.merge(attachments(of: chunk)) { $1 }
            }
        } else {
            for id in ids { found[id] = try await attachments(of: id) }
        }
        return found.filter { !$0.value.isEmpty }
    }

    private func attachments(of ids: ArraySlice<Int>) async throws -> [Int: [AttachmentInfo]] {
        let answer = try await client.ask("queryAttachments", ["objectIds": FeatureQueryWire.list(ids)])
        let part = AnswerPart(answer, of: url.appending(path: "queryAttachments"))
        if try part.optional("exceededTransferLimit")?.flag() == true {
            // Those of fewer features may have room.
            guard ids.count > 1 else { throw part.refusal("does not hold all attachments of the feature \(ids.first ?? 0)") }
            let middle = ids.startIndex + ids.count / 2
            return try await attachments(of: ids[..<middle]).merging(attachments(of: ids[middle...])) { $1 }
        }
        let wanted = Set(ids)
        let groups = try part.required("attachmentGroups").list().map { group in
            let id = try group.required("parentObjectId")
            guard wanted.contains(try id.wholeNumber()) else { throw id.refusal("was not asked for") }
            return (try id.wholeNumber(), try AttachmentAnswer.infos(group))
        }
        return Dictionary(groups, uniquingKeysWith: +)
    }

    private func attachments(of id: Int) async throws -> [AttachmentInfo] {
        let operation = "\(id)/attachments"
        return try AttachmentAnswer.infos(AnswerPart(try await client.ask(operation), of: url.appending(path: operation)))
    }

    /// Writes an attachment to a file, piece by piece; a file that is there is replaced once all has come.
    ///
    /// - Throws: Also `SystemError`, ``DownloadError``.
    @concurrent
    public func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        try await load()
        let download = Download(
            url.appending(path: "\(objectID)/attachments/\(id)"), to: file, transport: client.transport,
            credential: client.credentials)
        do {
            try await download.run()
        } catch {
            if case .inUse? = error as? DownloadError { throw error }
            download.discard()
            throw error
        }
    }

    /// Adds a file, or bytes, to a feature. A file is read piece by piece, however large. It is sent once.
    ///
    /// Services give it a global id of their own: that of `attachment` does not count.
    ///
    /// - Returns: The id of the attachment, or why it was refused.
    /// - Throws: ``EditError`` if it is not known whether it was added; `SystemError` if the file cannot be read.
    @concurrent
    @discardableResult
    public func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await load()
        do {
            return try await put(attachment, "addAttachment", objectID)
        } catch let lost as LostAnswer {
            return try await inquire(attachment, objectID, lost)
        }
    }

    /// Replaces an attachment of a feature by a file, or by bytes. It is sent once.
    ///
    /// - Returns: The id of the attachment, or why it was refused.
    /// - Throws: ``EditError`` if it is not known whether it was replaced; `SystemError` if the file cannot be read.
    @concurrent
    @discardableResult
    public func updateAttachment(
        _ id: Int, ofFeature objectID: Int, with attachment: NewAttachment
    ) async throws -> FeatureEditResult {
        try await load()
        do {
            return try await put(attachment, "updateAttachment", objectID, ["attachmentId": String(id)])
        } catch let lost as LostAnswer {
            throw lost.unknown()
        }
    }

    private func put(
        _ attachment: NewAttachment, _ operation: String, _ objectID: Int, _ fields: [String: String] = [:]
    ) async throws -> FeatureEditResult {
        try await client.change("\(objectID)/\(operation)") { target, token in
            var fields = fields.merging(["f": "json"]) { $1 }
            if let token, !token.value.isEmpty { fields["token"] = token.value }
            var form = MultipartForm(fields: fields)
            switch attachment.content {
            case .file(let file): form.add(file, as: "attachment", fileName: attachment.name, type: attachment.contentType)
            case .data(let data): form.add(data, as: "attachment", fileName: attachment.name, type: attachment.contentType)
            }
            return form.request(to: target, headers: token?.headers ?? [:])
        } read: { part in
            try EditAnswer.result(part.required("\(operation)Result"))
        }
    }

    /// Deletes attachments of a feature: a result for each, in their order. It is sent once; if the answer is lost, the service is asked which are
    /// left.
    ///
    /// - Throws: ``EditError`` if it is not known whether they were deleted.
    @concurrent
    @discardableResult
    public func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        if ids.isEmpty { return [] }
        try await load()
        let fields = ["attachmentIds": FeatureQueryWire.list(ids)]
        do {
            return try await client.change("\(objectID)/deleteAttachments") {
                client.changingForm($0, fields, $1)
            } read: { part in
                try EditAnswer.list("deleteAttachmentResults", of: part, ids.count)
            }
        } catch let lost as LostAnswer {
            let left = try await left(of: objectID, lost).map(\.id)
            return try ids.map { id in
                if !left.contains(id) { return FeatureEditResult(objectID: id) }
                if lost.isPerhapsUnderWay { throw lost.unknown("Attachments are still there.") }
                return FeatureEditResult(objectID: id, error: Self.notDone)
            }
        }
    }

    private static let notDone = FeatureEditError(
        code: 0, description: "The answer to the edit was lost, and what it should do is not done.")

    /// Whether an attachment is there whose answer is lost. One of its name may have been there before.
    private func inquire(_ attachment: NewAttachment, _ objectID: Int, _ lost: LostAnswer) async throws -> FeatureEditResult {
        let alike = try await left(of: objectID, lost).filter { AttachmentName.areAlike($0.name, attachment.name) }
        guard alike.isEmpty, !lost.isPerhapsUnderWay else {
            let ids = alike.isEmpty ? "None is" : "The attachments \(FeatureQueryWire.list(alike.map(\.id))) are"
            throw lost.unknown("\(ids) there by that name.")
        }
        return FeatureEditResult(error: Self.notDone)
    }

    private func left(of objectID: Int, _ lost: LostAnswer) async throws -> [AttachmentInfo] {
        do { return try await queryAttachments(ofFeatures: [objectID])[objectID] ?? [] } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw lost.unknown()
        }
    }
}
