import CairnCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    typealias FoundationURLSession = FoundationNetworking.URLSession
#else
    typealias FoundationURLSession = Foundation.URLSession
#endif

/// What the page calls by this name: on Linux Foundation's shared session knows only the protocols that were there when it was first asked for, by
/// whomever.
enum URLSession {
    static let shared: FoundationURLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [PictureWeb.self]
        return FoundationURLSession(configuration: configuration)
    }()
}

/// The web as far as the page's picture goes, for `URLSession.shared`.
final class PictureWeb: URLProtocol {
    enum Answer: Sendable {
        case data(Data)
        case failure(URLError.Code)
        case none
    }

    /// A picture of one pixel.
    static let picture = Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")!

    private static let answers = Guarded<[Answer]>([])
    /// How many requests have begun.
    static let requests = Level(0)

    /// Has the next requests answered so.
    static func answer(_ next: [Answer]) {
        answers.change { answers, _ in answers = next }
        requests.send(0)
    }

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host() == "c1.staticflickr.com" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let answer = Self.answers.change { answers, _ in answers.isEmpty ? Answer.none : answers.removeFirst() }
        switch answer {
        case .data(let data):
            let response = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])!
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: data)
            client?.urlProtocolDidFinishLoading(self)
        case .failure(let code): client?.urlProtocol(self, didFailWithError: URLError(code))
        case .none: break
        }
        Self.requests.send(Self.requests.value + 1)
    }

    override func stopLoading() {}
}
