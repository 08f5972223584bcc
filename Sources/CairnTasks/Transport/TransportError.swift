public import CairnCore
public import Foundation

/// A request that got no usable answer.
public struct TransportError: Error, Sendable, Hashable {
    /// What happened.
    public enum Reason: Sendable, Hashable {
        /// Nobody listens there.
        case refused
        /// The host's name is unknown.
        case unknownHost
        /// No answer in time.
        case timedOut
        /// The connection was lost, or the answer cut short.
        case connectionLost
        /// The answer is larger than allowed.
        case tooLarge(limit: Int)
        /// The head of the answer is larger than allowed.
        case headTooLarge(limit: Int)
        /// Too many redirections, perhaps back to where they came from, or one to where a request must not go.
        case redirection(to: String)
        /// A POST was redirected in a way that would lose what it sends (301, 302, 303).
        case redirectedPost(to: String)
        /// The answer is no HTTP, or contradicts itself.
        case garbled(String)
        /// The answer is not what was asked for, such as HTML for JSON.
        case notUnderstood(String)
        /// The server wants to know who asks (401) in a way that is not that of ArcGIS; the names of those it offers.
        case authenticationDemanded(scheme: String)
        /// The server's certificate is not trusted, for that reason.
        case untrusted(String)
        /// The system lets apps speak to nobody without encryption (App Transport Security).
        case notEncrypted
        /// The request cannot be sent.
        case invalidRequest(String)
        /// Something else between here and the server has failed.
        case failed(String)
    }

    /// What happened.
    public let reason: Reason
    /// Where the request went, without its query: that may hold a token.
    public let url: String

    /// An error of a request to `url`.
    public init(_ reason: Reason, url: URL?) {
        self.reason = reason
        self.url = url.map(URL.withoutQuery) ?? "an invalid address"
    }

    init(_ reason: Reason, at url: String) {
        self.reason = reason
        self.url = url
    }

    /// Whether somebody has answered, and what he has said is of no use: a page of a gateway, for instance, in the place of what was asked for.
    var isOfAnswer: Bool {
        switch reason {
        case .tooLarge, .headTooLarge, .redirection, .redirectedPost, .garbled, .notUnderstood: true
        default: false
        }
    }

    /// Whether the same request may succeed later.
    public var transience: Transience {
        switch reason {
        case .refused, .unknownHost, .timedOut, .connectionLost, .failed: .transient()
        case .tooLarge, .headTooLarge, .redirection, .redirectedPost, .garbled, .notUnderstood, .authenticationDemanded,
            .untrusted, .notEncrypted, .invalidRequest:
            .final
        }
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    /// What happened, where, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch reason {
        case .refused: "Nobody answers at \(url). Is the server running?"
        case .unknownHost: "The host of \(url) is not known. Check the address and the network."
        case .timedOut: "\(url) did not answer in time."
        case .connectionLost: "The connection to \(url) was lost before the answer was complete."
        case .tooLarge(let limit): "The answer of \(url) is larger than \(limit) bytes."
        case .headTooLarge(let limit): "The head of the answer of \(url) is larger than \(limit) bytes."
        case .redirectedPost(let target) where URLOrigin.areSame(target, url):
            "\(url) leads back to itself by a redirection, on which what was sent would be lost. Ask who runs the server which address takes it."
        case .redirectedPost(let target):
            "\(url) has moved to \(target.printable()), and what was sent would be lost on the way. Use that address instead."
        case .garbled(let what): "The answer of \(url) is not HTTP as it should be: \(Self.ended(what))"
        case .redirection(let target) where URLOrigin.areSame(target, url):
            "\(url) leads back to itself by redirections without an end. Ask who runs the server."
        case .redirection(let target): "\(url) redirects to \(target.printable()), which was not followed."
        case .notUnderstood(let what): "The answer of \(url) was not understood: \(Self.ended(what))"
        case .authenticationDemanded(let scheme):
            "\(url) demands authentication by \(scheme), which is not supported by itself: give a credential for its tokens, or one of your own "
                + "with the header fields that it wants."
        case .untrusted(let why):
            "The certificate of \(url) is not trusted: \(why). If it is one of your own, name the file of its authority."
        case .notEncrypted:
            "The system does not let this app speak to \(url) without encryption. Use https, or name the host among the exceptions of "
                + "NSAppTransportSecurity in the app's Info.plist."
        case .invalidRequest(let why): "The request to \(url) cannot be sent: \(Self.ended(why))"
        case .failed(let what): "\(url) could not be reached: \(Self.ended(what))"
        }
    }

    /// What others say may be a sentence already.
    private static func ended(_ words: String) -> String { words.hasSuffix(".") ? words : words + "." }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension URL {
    /// An address as it may be shown: without query, fragment, user, password, and what is secret behind a `;` of its path.
    static func withoutQuery(_ url: URL) -> String {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        components?.query = nil
        components?.fragment = nil
        components?.user = nil
        components?.password = nil
        if let path = components?.percentEncodedPath, let open = SecretInAddress.withoutSecrets(inPath: path) {
            components?.percentEncodedPath = open
        }
        return components?.string ?? url.host ?? "an invalid address"
    }
}
