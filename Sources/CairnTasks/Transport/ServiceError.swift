public import CairnCore
public import Foundation

/// What an ArcGIS service answered instead of a result.
public struct ServiceError: Error, Sendable, Hashable {
    /// The code in the answer: mostly that of HTTP, 498 and 499 for tokens.
    public let code: Int
    /// What the server says: at most 500 characters, with nothing in it that moves a terminal's cursor, breaks the line or reorders it.
    public let message: String
    /// What it says further, in the same way; at most 20 texts.
    public let details: [String]
    /// Where the request went, without its query.
    public let url: String
    /// The wait that the server asked for.
    public let retryAfter: Duration?
    /// Whether it was said where tokens are issued, of what was sent to get one, and not by the service.
    public private(set) var isAboutSignIn = false
    /// Whether nothing but the status of HTTP tells of it, or words that services do not use: whoever stands before the service may have said it.
    package private(set) var isOfStatusAlone = false

    /// An answer of failure.
    public init(code: Int, message: String, details: [String] = [], url: URL? = nil, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message.printable()
        self.details = details.filter { !$0.isEmpty && $0 != message }.prefix(20).map { $0.printable() }
        self.url = url.map(URL.withoutQuery) ?? ""
        self.retryAfter = retryAfter
    }

    /// Whether the server wants a token, or another one.
    public var isAboutToken: Bool { code == 498 || code == 499 }

    /// Whether another credential may help: the server wants a token, or another one, or refuses to issue one, or what is asked for to
    /// whoever asks (401, 403).
    public var isAboutCredentials: Bool { isAboutToken || isAboutSignIn || code == 401 || code == 403 }

    /// The same, as an answer to who wanted a token.
    var ofSignIn: ServiceError {
        var error = self
        error.isAboutSignIn = true
        return error
    }

    /// The same, told by the status of HTTP alone.
    var ofStatusAlone: ServiceError {
        var error = self
        error.isOfStatusAlone = true
        return error
    }

    /// Whether a token was refused for what was sent: the same again would be refused again, and may lock an account.
    var isRefusalOfSignIn: Bool { isAboutSignIn && [400, 401, 403].contains(code) }

    /// Whether what was asked for is refused, to whoever asks, and will be.
    var isRefusalOfQuestion: Bool { !isAboutCredentials && transience == .final }

    /// Only what gateways say of servers may pass: 502, 503 and 504, and 429.
    public var transience: Transience {
        [429, 502, 503, 504].contains(code) ? .transient(retryAfter: retryAfter) : .final
    }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
    /// The server's words, the code and the place.
    public var description: String {
        let words = ([message] + details).joined(separator: " ")
        return "The server answered \(code): \(words.isEmpty ? "no reason given" : words)" + (url.isEmpty ? "" : " (\(url))")
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
