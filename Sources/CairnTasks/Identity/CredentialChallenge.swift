import CairnCore
public import Foundation

/// What a ``CredentialStore`` asks its handler: a server wants to know who asks, and nothing in the store says so.
public struct CredentialChallenge: Sendable, Hashable {
    /// Why it is asked.
    public enum Reason: Sendable, Hashable {
        /// The server demands a token (499).
        case tokenRequired
        /// It refuses the token that it was given (498), and there is no other.
        case tokenRefused
        /// It issues no token for the credential that there is, such as for a wrong password.
        case signInFailed(ServiceError)
        /// It demands another kind of authentication (401), of those it names.
        case authentication(scheme: String)
    }

    /// What was asked for.
    public let url: URL
    /// Why the server does not give it.
    public let reason: Reason
    /// How many answers to it the server has refused, for one request.
    package var refusalCount = 0

    /// A challenge.
    public init(url: URL, reason: Reason) {
        self.url = url
        self.reason = reason
    }
}

extension CredentialChallenge: CustomStringConvertible, CustomReflectable {
    /// What was asked for, without its query, and why it is not given.
    public var description: String { "\(URL.withoutQuery(url).printable()): \(reason)" }

    /// What the description tells: the query may hold a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": URL.withoutQuery(url).printable(), "reason": "\(reason)"])
    }
}

extension CredentialChallenge.Reason {
    /// What an error demands; nil if it is about something else.
    init?(_ error: any Error) {
        switch error {
        case let error as ServiceError where error.code == 499: self = .tokenRequired
        case let error as ServiceError where error.isAboutToken: self = .tokenRefused
        case let error as TransportError:
            guard case .authenticationDemanded(let scheme) = error.reason else { return nil }
            self = .authentication(scheme: scheme)
        default: return nil
        }
    }
}
