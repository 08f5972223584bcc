public import CairnCore
public import Foundation

/// What a user has said of an item.
public struct PortalComment: Sendable, Hashable, Identifiable {
    /// The comment's id.
    public let id: String
    /// What is said.
    public let text: String
    /// Who says it; empty if unknown.
    public let owner: String
    /// When.
    public let created: Date?
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// - Throws: ``TransportError`` if it is no comment.
    init(_ answer: AnswerPart) throws {
        id = try answer.required("id").filledText()
        let members = PortalMembers(answer.json)
        json = answer.json
        (text, owner, created) = (members.text("comment"), members.text("owner"), members.date("created"))
    }

    init(id: String, text: String, owner: String, created: Date?) {
        (self.id, self.text, self.owner, self.created) = (id, text, owner, created)
        json = ["id": .string(id), "comment": .string(text), "owner": .string(owner)]
    }
}

extension PortalComment: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is no comment; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(AnswerPart(JSONValue(from: decoder), of: Portal.arcGISOnlineURL))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
