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
    public var body: HTTPRequestBody?
    /// Whether it does no harm if the request reaches the server twice: true unless it is a POST.
    ///
    /// Connections are kept open and used again. One that the server closes in the very moment in which a request goes out on it tells nobody
    /// whether that has arrived. A request that may be repeated is then sent again, on another connection, up to five times. One that may
    /// not gets a connection of its own, and fails if that fails.
    public var isRepeatable: Bool
    /// How long the whole exchange may take, redirections and reading the answer included; nil for as long as it moves.
    public var timeout: Duration?
    /// How long it may stand still, which is to move fewer than 1024 bytes; nil for as long as `timeout` lets it. Time in which nobody reads
    /// the answer does not count.
    public var stallTimeout: Duration?
    /// The largest answer that is taken, in bytes, after decompression.
    public var maximumResponseSize: Int
    /// Whether the answer is read as fast as it comes.
    package var isReadAtOnce = false

    /// A request; by default of at most a minute and 256 MiB.
    public init(
        _ method: Method = .get, _ url: URL, headers: [String: String] = [:], body: HTTPRequestBody? = nil,
        isRepeatable: Bool? = nil, timeout: Duration? = .seconds(60), stallTimeout: Duration? = nil,
        maximumResponseSize: Int = 256 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.isRepeatable = isRepeatable ?? (method != .post)
        self.timeout = timeout
        self.stallTimeout = stallTimeout
        self.maximumResponseSize = maximumResponseSize
    }

    /// A form sent by POST, its fields in the order of their names.
    public static func form(
        _ url: URL, _ fields: [String: String], headers: [String: String] = [:], isRepeatable: Bool = false
    ) -> HTTPRequest {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return HTTPRequest(
            .post, url, headers: headers.merging(type) { own, _ in own }, body: .data(Data(FormEncoding.encode(fields).utf8)),
            isRepeatable: isRepeatable)
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// The method and the address: neither query, header fields nor body, any of which may hold a token.
    public var description: String { "\(method.rawValue) \(URL.withoutQuery(url))" }
}

extension HTTPRequest: CustomReflectable {
    /// The same, and the names of the header fields, for `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: ["method": method.rawValue, "url": URL.withoutQuery(url), "headers": headers.keys.sorted()])
    }
}
