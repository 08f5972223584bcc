import Foundation

/// What makes a request one of somebody's.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    /// The token itself; if it is empty, only the header fields are sent.
    public let value: String
    /// Header fields that must go with it.
    public let headers: [String: String]
    /// Which of a credential's tokens this is. Servers issue the same one again, and who was refused the first has not tried the second.
    let issue: Int
    /// What it was had for, and the tokens before it: servers repeat those, too.
    let related: [String]
    /// Of those before it so many are remembered.
    private static let maximumRelated = 16

    /// A token.
    public init(_ value: String, headers: [String: String] = [:]) {
        self.init(value, headers: headers, issue: 0)
    }

    init(_ value: String, headers: [String: String], issue: Int, related: [String] = []) {
        self.value = value
        self.headers = headers
        self.issue = issue
        self.related = related
    }

    /// A token that a server has issued, in the place of another.
    init(_ issued: IssuedToken, issue: Int, replacing replaced: AccessToken?) {
        let related = (issued.secrets + (replaced.map { [$0.value] + $0.related } ?? [])).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        self.init(issued.value, headers: issued.headers, issue: issue, related: Array(related.prefix(Self.maximumRelated)))
    }

    /// Never the token itself, so that it gets into no log.
    public var description: String { "a token" }

    /// What must not be seen of it: the token, and what goes with it in header fields of whatever name.
    var secrets: [String] { [value] + related + HeaderSecrets.values(in: headers) }
}

extension AccessToken: CustomReflectable {
    /// Nothing: `dump` shows no token either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
