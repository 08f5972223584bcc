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
        /// Too many redirections, or one to where a request must not go.
        case redirection(to: String)
        /// The answer is not what was asked for, such as HTML for JSON.
        case notUnderstood(String)
        /// The server wants to know who asks (401) in a way that is not that of ArcGIS; the names of those it offers.
        case authenticationDemanded(scheme: String)
        /// The server's certificate is not trusted.
        case untrusted
        /// The system lets apps speak to nobody without encryption (App Transport Security).
        case notEncrypted
        /// The request cannot be sent.
        case invalidRequest(String)
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

    /// Whether the same request may succeed later.
    public var transience: Transience {
        switch reason {
        case .refused, .unknownHost, .timedOut, .connectionLost: .transient()
        case .tooLarge, .redirection, .notUnderstood, .authenticationDemanded, .untrusted, .notEncrypted, .invalidRequest: .final
        }
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    /// What happened, where, and what to do.
    public var description: String {
        switch reason {
        case .refused: "Nobody answers at \(url). Is the server running?"
        case .unknownHost: "The host of \(url) is not known. Check the address and the network."
        case .timedOut: "\(url) did not answer in time."
        case .connectionLost: "The connection to \(url) was lost before the answer was complete."
        case .tooLarge(let limit): "The answer of \(url) is larger than \(limit) bytes."
        case .redirection(let target): "\(url) redirects to \(target), which was not followed."
        case .notUnderstood(let what): "The answer of \(url) was not understood: \(what)."
        case .authenticationDemanded(let scheme):
            "\(url) demands authentication by \(scheme), which is not supported by itself: give a credential for its tokens, or one of your own "
                + "with the header fields that it wants."
        case .untrusted: "The certificate of \(url) is not trusted."
        case .notEncrypted:
            "The system does not let this app speak to \(url) without encryption. Use https, or name the host among the exceptions of "
                + "NSAppTransportSecurity in the app's Info.plist."
        case .invalidRequest(let why): "The request to \(url) cannot be sent: \(why)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension URL {
    static func withoutQuery(_ url: URL) -> String {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        components?.query = nil
        components?.fragment = nil
        components?.user = nil
        components?.password = nil
        return components?.string ?? url.host ?? "an invalid address"
    }
}
