public import CairnCore
public import Foundation

extension PortalItem {
    /// The groups that share an item, by what whoever asks may do there.
    public struct Groups: Sendable, Hashable {
        /// Those that whoever asks may change.
        public let admin: [PortalGroup]
        /// Those that whoever asks is in.
        public let member: [PortalGroup]
        /// The others.
        public let other: [PortalGroup]
    }

    /// The groups that share the item.
    @concurrent
    public func groups() async throws -> Groups {
        let answer = try await portal.ask(path("groups"))
        func list(_ name: String) throws -> [PortalGroup] { try answer.optional(name)?.list().map { try PortalGroup($0) } ?? [] }
        guard answer.json.object?.keys.contains(where: { ["admin", "member", "other"].contains($0) }) == true else {
            throw answer.refusal("has no groups")
        }
        return Groups(admin: try list("admin"), member: try list("member"), other: try list("other"))
    }

    /// Shares the item with others, whom else it is shared with or not.
    ///
    /// - Parameters:
    ///   - everyone: Whether everybody may see it; nil leaves that as it is.
    ///   - organization: Whether all of the organization may; nil leaves that as it is.
    ///   - groupIDs: The groups that may.
    /// - Returns: Those of the groups that it was not shared with.
    @concurrent
    @discardableResult
    public func share(
        withEveryone everyone: Bool? = nil, organization: Bool? = nil, groupIDs: [String] = []
    ) async throws -> [String] {
        var fields: [String: String] = [:]
        if let everyone { fields["everyone"] = "\(everyone)" }
        if let organization { fields["org"] = "\(organization)" }
        if !groupIDs.isEmpty { fields["groups"] = groupIDs.joined(separator: ",") }
        return PortalMembers(try await sharing("share", fields, "notSharedWith").json).words("notSharedWith")
    }

    /// Takes the item back from groups.
    ///
    /// - Returns: Those of the groups that it was not taken back from.
    @concurrent
    @discardableResult
    public func unshare(fromGroupIDs groupIDs: [String]) async throws -> [String] {
        let answer = try await sharing("unshare", ["groups": groupIDs.joined(separator: ",")], "notUnsharedFrom")
        return PortalMembers(answer.json).words("notUnsharedFrom")
    }

    private func sharing(_ operation: String, _ fields: [String: String], _ result: String) async throws -> AnswerPart {
        let answer = try await portal.change(ownersPath(operation), fields)
        guard try answer.optional(result) != nil || answer.optional("itemId") != nil else {
            throw answer.refusal("does not say that it was done")
        }
        return answer
    }

    /// Changes what the portal says of the item, such as `title`, `snippet` or `tags`, by the portal's own names; an empty text empties it. It is sent once.
    ///
    /// Once the portal has said that it is done, it is: if it cannot be asked then what the item is now, ``info`` stays as it was until ``refresh()``.
    @concurrent
    public func update(_ properties: [String: String]) async throws {
        var fields = properties
        // Or what is empty stays as it was, and that is called a success.
        if properties.values.contains("") { fields["clearEmptyFields"] = "true" }
        try expectSuccess(of: await portal.change(ownersPath("update"), fields))
        _ = try? await refresh()
    }

    /// Replaces what the item holds by JSON. It is sent once.
    @concurrent
    public func updateData(_ json: JSONValue) async throws {
        try await update(["text": json.text()])
    }

    /// Replaces what the item holds by a file. It is sent once.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: What the file is called.
    @concurrent
    public func updateData(_ data: Data, named name: String) async throws {
        let (client, path) = (portal.client, try await ownersPath("update"))
        let target = client.url.appending(path: path)
        let json = try await client.credentials.withToken(for: target) { token in
            var fields = ["f": "json"]
            if let token, !token.value.isEmpty { fields["token"] = token.value }
            var form = MultipartForm(fields: fields)
            form.add(data, as: "file", fileName: name)
            let request = form.request(to: target, headers: token?.headers ?? [:])
            let redaction = Redaction(token, of: request, by: client.transport)
            let response: HTTPResponse
            do { response = try await client.transport.send(request) } catch { throw redaction.error(error) }
            return try client.result(in: response, of: target, redaction)
        }
        try expectSuccess(of: AnswerPart(json, of: target))
        _ = try? await refresh()
    }
}
