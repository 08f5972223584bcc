public import Foundation

/// An answer over HTTP whose body is still on its way.
///
/// ```swift
/// let answer = try await transport.stream(HTTPRequest(.get, url, timeout: nil, stallTimeout: .seconds(60)))
/// for try await chunk in answer.body { try output.write(contentsOf: chunk) }
/// ```
///
/// Who lets go of it before the end gives the rest of the answer up.
public struct HTTPResponseStream: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields by their names in lower case.
    public var headers: [String: String]
    /// Where the answer comes from, after redirections.
    public var url: URL?
    /// What is being sent.
    public var body: HTTPResponseBody

    /// An answer.
    public init(status: Int = 200, headers: [String: String] = [:], body: HTTPResponseBody, url: URL? = nil) {
        self.status = status
        self.headers = HTTPResponse(headers: headers).headers
        self.body = body
        self.url = url
    }

    /// An answer that is complete already.
    public init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, body: HTTPResponseBody(response.body), url: response.url)
    }

    /// The answer, when all of it is there.
    ///
    /// - Throws: What reading the body throws.
    @concurrent
    public func collected() async throws -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: try await body.collected(), url: url)
    }
}
