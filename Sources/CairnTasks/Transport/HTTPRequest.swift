public import Foundation

/// A request over HTTP, as a value.
public struct HTTPRequest: Sendable, Hashable {
    /// What to do with the resource.
    public enum Method: String, Sendable {
        /// Fetch it.
        case get = "GET"
        /// Send a body to it.
        case post = "POST"
        /// Fetch what is said about it.
        case head = "HEAD"
    }

    /// What to do.
    public var method: Method
    /// Where.
    public var url: URL
    /// Header fields by name.
    public var headers: [String: String]
    /// What is sent.
    public var body: Data?
    /// How long the whole exchange may take, redirections included.
    public var timeout: Duration
    /// The largest answer that is taken, in bytes.
    public var maximumResponseSize: Int

    /// A request; by default of at most a minute and 256 MiB.
    public init(
        _ method: Method = .get, _ url: URL, headers: [String: String] = [:], body: Data? = nil,
        timeout: Duration = .seconds(60), maximumResponseSize: Int = 256 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumResponseSize = maximumResponseSize
    }

    /// A form sent by POST, its fields in the order of their names.
    public static func form(_ url: URL, _ fields: [String: String], headers: [String: String] = [:]) -> HTTPRequest {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        let body = Data(FormEncoding.encode(fields).utf8)
        return HTTPRequest(.post, url, headers: headers.merging(type) { own, _ in own }, body: body)
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// The method and the address: neither query, header fields nor body, any of which may hold a token.
    public var description: String { "\(method.rawValue) \(URL.withoutQuery(url)) (\(body?.count ?? 0) bytes)" }
}
