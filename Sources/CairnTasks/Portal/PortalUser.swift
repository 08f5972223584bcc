public import CairnCore
public import Foundation

/// Somebody who has an account at a portal.
public struct PortalUser: Sendable, Hashable {
    /// The name that is signed in with.
    public let username: String
    /// The name for people.
    public let fullName: String
    /// The address for mail; empty if the portal does not tell it to who asks.
    public let email: String
    /// What the user says of himself.
    public let description: String
    /// What the user may do, such as `org_admin`; empty if unknown.
    public let role: String
    /// The organization; empty if the user is of none.
    public let organizationID: String
    /// Who may see this, such as `public` or `org`.
    public let access: String
    /// What others can find the user by.
    public let tags: [String]
    /// When the account was made.
    public let created: Date?
    /// When it was changed.
    public let modified: Date?
    /// The groups that the user is in, as far as the portal tells.
    public let groups: [PortalGroup]
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// The name of the picture among what the user has; nil if there is none.
    var thumbnailName: String? { PortalMembers(json).filledText("thumbnail") }

    /// - Throws: ``TransportError`` if it is no user.
    package init(_ answer: AnswerPart) throws {
        username = try answer.required("username").filledText()
        let members = PortalMembers(answer.json)
        json = answer.json
        (fullName, email) = (members.text("fullName"), members.text("email"))
        (description, role) = (members.text("description"), members.text("role"))
        (organizationID, access, tags) = (members.text("orgId"), members.text("access"), members.words("tags"))
        (created, modified) = (members.date("created"), members.date("modified"))
        // A list of names in some answers.
        groups = try answer.optional("groups").flatMap { try? $0.list() }?.compactMap { try? PortalGroup($0) } ?? []
    }
}

extension PortalUser: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is no user; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(AnswerPart(JSONValue(from: decoder), of: Portal.arcGISOnlineURL))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
