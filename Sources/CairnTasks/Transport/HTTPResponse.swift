import CairnCore
public import Foundation

/// An answer over HTTP.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// Header fields by their names in lower case.
    public var headers: [String: String]
    /// What was sent.
    public var body: Data
    /// Where the answer came from, after redirections.
    public var url: URL?

    /// An answer.
    public init(status: Int = 200, headers: [String: String] = [:], body: Data = Data(), url: URL? = nil) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
        self.url = url
    }

    /// The wait that the server asks for: seconds, or a date (RFC 9110, 10.2.3).
    public func retryAfter(now: Date = Date()) -> Duration? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Double(text), seconds >= 0, seconds.isFinite { return .seconds(clamping: min(seconds, 86_400)) }
        guard let date = HTTPDate.date(text) else { return nil }
        return .seconds(clamping: max(0, min(86_400, date.timeIntervalSince(now))))
    }
}
