public import CairnCore
public import Foundation

/// A folder of a user's items. Folders hold no others.
public struct PortalFolder: Sendable, Hashable, Identifiable {
    /// Its id.
    public let id: String
    /// Its name.
    public let title: String
    /// The user whose folder it is; empty if unknown.
    public let username: String
    /// When it was made.
    public let created: Date?
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// - Throws: ``TransportError`` if it is no folder.
    package init(_ answer: AnswerPart) throws {
        id = try answer.required("id").filledText()
        let members = PortalMembers(answer.json)
        json = answer.json
        (title, username, created) = (members.text("title"), members.text("username"), members.date("created"))
    }
}

extension PortalFolder: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is no folder; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(AnswerPart(JSONValue(from: decoder), of: Portal.arcGISOnlineURL))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}

/// What a user has at a portal, outside of folders.
public struct PortalUserContent: Sendable {
    /// The items, those of folders not among them.
    public let items: [PortalItem]
    /// The folders; see ``Portal/content(inFolder:of:)``.
    public let folders: [PortalFolder]
}
