public import Foundation

/// A request as a ``ScriptedServer`` has received it.
public struct ScriptedRequest: Sendable {
    /// The method.
    public let method: String
    /// The path, with the query.
    public let target: String
    /// Header fields by their names in lower case.
    public let headers: [String: String]
    /// What was sent, as far as it came.
    public let body: Data
    /// How many requests have come before on the same connection.
    public let number: Int

    package init(method: String, target: String, headers: [String: String], body: Data, number: Int) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.number = number
    }

    /// The path, without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }
}
