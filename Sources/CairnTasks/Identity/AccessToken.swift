/// What makes a request one of somebody's.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    /// The token itself; if it is empty, only the header fields are sent.
    public let value: String
    /// Header fields that must go with it.
    public let headers: [String: String]
    /// Which of a credential's tokens this is. Servers issue the same one again, and who was refused the first has not tried the second.
    let issue: Int

    /// A token.
    public init(_ value: String, headers: [String: String] = [:]) {
        self.init(value, headers: headers, issue: 0)
    }

    init(_ value: String, headers: [String: String], issue: Int) {
        self.value = value
        self.headers = headers
        self.issue = issue
    }

    /// Never the token itself, so that it gets into no log.
    public var description: String { "a token" }

    /// What must not be seen of it.
    var secrets: [String] {
        let fields = headers.filter { ["authorization", "x-esri-authorization", "cookie"].contains($0.key.lowercased()) }.values
        // "Bearer" before it is no secret.
        return [value] + fields + fields.compactMap { $0.split(separator: " ").last.map(String.init) }
    }
}

extension AccessToken: CustomReflectable {
    /// Nothing: `dump` shows no token either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
