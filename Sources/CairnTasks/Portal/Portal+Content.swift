import CairnCore
public import Foundation

extension Portal {
    /// A user by name.
    @concurrent
    public func user(named username: String) async throws -> PortalUser {
        try PortalUser(try await ask("community/users/\(PortalAddress.part(username))"))
    }

    /// A group by its id.
    @concurrent
    public func group(withID id: String) async throws -> PortalGroup {
        try PortalGroup(try await ask("community/groups/\(PortalAddress.part(id))"))
    }

    /// Who is in a group.
    @concurrent
    public func members(ofGroup id: String) async throws -> PortalGroupMembers {
        let answer = try await ask("community/groups/\(PortalAddress.part(id))/users")
        guard try answer.optional("owner") != nil || answer.optional("users") != nil else {
            throw answer.refusal("has neither owner nor users")
        }
        let members = PortalMembers(answer.json)
        return PortalGroupMembers(
            owner: members.text("owner"), admins: members.words("admins"), users: members.words("users"))
    }

    /// What a user has, outside of folders, and the folders.
    @concurrent
    public func userContent(of username: String) async throws -> PortalUserContent {
        try await content(of: "content/users/\(PortalAddress.part(username))")
    }

    /// What a user has in a folder.
    @concurrent
    public func content(inFolder folderID: String, of username: String) async throws -> [PortalItem] {
        let folder = try PortalAddress.part(folderID)
        return try await content(of: "content/users/\(PortalAddress.part(username))/\(folder)").items
    }

    /// The picture of a user; nil if there is none.
    ///
    /// - Throws: Also ``TransportError`` for one of more than 16 MiB.
    @concurrent
    public func thumbnail(of user: PortalUser) async throws -> Data? {
        guard let name = user.thumbnailName else { return nil }
        let path = try "community/users/\(PortalAddress.part(user.username))/info/\(PortalAddress.path(name))"
        return try await client.content(path, limit: ServiceClient.pictureLimit)
    }

    private func content(of path: String) async throws -> PortalUserContent {
        var (items, folders, start) = ([PortalItem](), [PortalFolder]?.none, 1)
        for _ in 0..<PortalPages.most {
            let answer = try await ask(path, ["start": "\(start)", "num": "\(PortalPages.size)"])
            let page = try answer.required("items").list().map { PortalItem(portal: self, info: try PortalItemInfo($0)) }
            items += page
            if folders == nil { folders = try answer.optional("folders")?.list().map { try PortalFolder($0) } ?? [] }
            guard let next = try PortalPages.next(after: start, count: page.count, in: answer) else {
                return PortalUserContent(items: items, folders: folders ?? [])
            }
            start = next
        }
        throw AnswerPart(.null, of: restURL.appending(path: path)).refusal("has no end")
    }
}
