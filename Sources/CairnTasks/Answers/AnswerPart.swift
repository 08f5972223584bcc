package import CairnCore
package import Foundation

/// A part of a service's answer: reads what must be in it, and says what is missing or wrong.
///
/// Lenient about spelling: numbers may be text, names may differ in case, a member that is null is a member that is not
/// there, and what nobody asks for is passed over. Strict about meaning: what is asked for and cannot be read is an error,
/// never a default. The error names the operation and the place, and holds no text of the server.
package struct AnswerPart: Sendable {
    /// What the server sent.
    package let json: JSONValue
    /// The operation that answered.
    package let url: URL
    /// Where in the answer this stands, such as `candidates[2].location`; empty for the whole.
    package let path: String

    /// The whole answer of an operation.
    package init(_ json: JSONValue, of url: URL) {
        self.init(json, url, "")
    }

    private init(_ json: JSONValue, _ url: URL, _ path: String) {
        (self.json, self.url, self.path) = (json, url, path)
    }

    /// The error that something is wrong here; it is final.
    package func refusal(_ what: String) -> TransportError {
        TransportError(.notUnderstood("\(path.isEmpty ? "it" : path) \(what)"), url: url)
    }

    /// The members of an object.
    package func members() throws -> [String: JSONValue] {
        guard let members = json.object else { throw refusal("is no object") }
        return members
    }

    /// A member; nil if it is not there.
    package func optional(_ name: String) throws -> AnswerPart? {
        let members = try members()
        guard let member = members[name] ?? Self.respelt(name, in: members), !member.isNull else { return nil }
        return AnswerPart(member, url, path.isEmpty ? name : "\(path).\(name)")
    }

    /// A member that must be there.
    package func required(_ name: String) throws -> AnswerPart {
        guard let member = try optional(name) else { throw refusal("has no \(name)") }
        return member
    }

    /// Of several spellings the first in order counts, so that the same answer always means the same.
    private static func respelt(_ name: String, in members: [String: JSONValue]) -> JSONValue? {
        let length = name.utf8.count
        return members.filter { $0.key.utf8.count == length && $0.key.lowercased() == name.lowercased() }
            .min { $0.key < $1.key }?.value
    }

    /// The elements of a list.
    package func list() throws -> [AnswerPart] {
        guard let elements = json.array else { throw refusal("is no list") }
        return elements.enumerated().map { AnswerPart($1, url, "\(path)[\($0)]") }
    }
}
