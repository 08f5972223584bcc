public import CairnCore
public import Foundation

/// Users of a portal who share items.
public struct PortalGroup: Sendable, Hashable, Identifiable {
    /// The group's id.
    public let id: String
    /// Its name.
    public let title: String
    /// The user whose group it is.
    public let owner: String
    /// What it is for, in a sentence.
    public let snippet: String
    /// What it is for.
    public let description: String
    /// What it can be found by.
    public let tags: [String]
    /// Who may see it, such as `public`.
    public let access: String
    /// Whether users can join only by invitation.
    public let isInvitationOnly: Bool
    /// When it was made.
    public let created: Date?
    /// When it was changed.
    public let modified: Date?
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// - Throws: ``TransportError`` if it is no group.
    package init(_ answer: AnswerPart) throws {
        id = try answer.required("id").filledText()
        let members = PortalMembers(answer.json)
        json = answer.json
        (title, owner, access) = (members.text("title"), members.text("owner"), members.text("access"))
        (snippet, description, tags) = (members.text("snippet"), members.text("description"), members.words("tags"))
        isInvitationOnly = members.flag("isInvitationOnly") ?? false
        (created, modified) = (members.date("created"), members.date("modified"))
    }
}

extension PortalGroup: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is no group; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(AnswerPart(JSONValue(from: decoder), of: Portal.arcGISOnlineURL))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}

/// Who is in a group.
public struct PortalGroupMembers: Sendable, Hashable {
    /// The user whose group it is; empty if unknown.
    public let owner: String
    /// Those who may change it.
    public let admins: [String]
    /// The others.
    public let users: [String]
}
