import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A server wants to know who asks. Answer it once: with a credential, or by cancelling.
public final class AGSAuthenticationChallenge: NSObject {
    private let challenge: CredentialChallenge
    private let answer: ChallengeAnswer
    /// How many answers to this question the server has refused.
    public let failureCount: UInt

    init(_ challenge: CredentialChallenge, _ answer: ChallengeAnswer, failureCount: UInt) {
        (self.challenge, self.answer, self.failureCount) = (challenge, answer, failureCount)
    }

    /// Which resource was refused: nil, for a question is one for all that wait for its answer.
    public var remoteResource: (any AGSRemoteResource)? { nil }
    /// What kind of answer it wants.
    public var type: AGSAuthenticationChallengeType {
        if case .authentication = challenge.reason { .unknown } else { .usernamePassword }
    }
    /// The host that wants to know.
    public var authenticatingHost: String { challenge.url.host() ?? "" }
    /// Why what was asked for is refused.
    public var error: any Error {
        let (code, words) =
            switch challenge.reason {
            case .tokenRequired: (499, "A token is required.")
            case .tokenRefused: (498, "The token is refused.")
            case .signInFailed(let error): (error.code, error.description)
            case .authentication(let scheme): (401, "Authentication by \(scheme) is required.")
            }
        return NSError(domain: AGSServicesErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: words])
    }
    /// What was asked for, without its parameters, which may hold a secret.
    public var request: URLRequest {
        var parts = URLComponents(url: challenge.url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return URLRequest(url: parts?.url ?? challenge.url)
    }
    /// The portal that the server belongs to: nil, for that is not known when it is asked.
    public var portalURL: URL? { nil }
    /// What part of a server asks by the means of HTTP: nil, for the system answers these.
    public var protectionSpace: URLProtectionSpace? { nil }
    /// What was put forward before: nothing.
    public var proposedCredential: AGSCredential? { nil }

    /// Goes on with a credential; nil is as good as ``cancel()``.
    public func `continue`(with credential: AGSCredential?) { answer.give(credential.map { .credential($0) } ?? .cancelled) }
    /// Gives up: what was asked for fails with `NSUserCancelledError`.
    public func cancel() { answer.give(.cancelled) }
    /// Nothing here asks a user by itself: what was asked for fails with the server's refusal.
    public func continueWithDefaultHandling() { answer.give(.nobody) }
    /// It is the system that trusts hosts: what was asked for fails with the server's refusal.
    public func trustHostAndContinue() { answer.give(.nobody) }
}
