import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

/// Who is asked when a server wants to know who asks.
///
/// ```swift
/// AGSAuthenticationManager.shared().delegate = signIn
/// ```
///
/// Nothing here shows a page or asks a user by itself: without a ``delegate`` what a server refuses fails. A `CredentialStore` with a challenge handler
/// of its own, as `CredentialStore.standard` may have one, is not asked through here: the last of the two that was set counts.
public final class AGSAuthenticationManager: NSObject {
    private static let common = Carried(AGSAuthenticationManager())

    /// The credentials that are known.
    public let credentialCache = AGSCredentialCache()
    /// How an app signs in at portals by their own pages, ``AGSOAuthConfiguration``: kept for those who read it, for nothing here shows a page. A challenge
    /// of such a portal asks for a name and a password, or goes on with a token that you have obtained.
    public let oAuthConfigurations = NSMutableArray()

    /// The one that there is.
    public static func shared() -> AGSAuthenticationManager { common.value }

    /// Who answers, and is not kept. Set it on the main queue.
    public weak var delegate: (any AGSAuthenticationManagerDelegate)? {
        didSet {
            let own = Carried(self)
            let handler: CredentialStore.ChallengeHandler = { try await own.value.answer($0) }
            CredentialStore.standard.setChallengeHandler(delegate == nil ? nil : handler)
        }
    }

    /// How often in a row a server is asked as whom it has refused: a delegate that always says the same would ask for ever.
    private static let mostAttempts = 5

    /// What servers say to a wrong name or password. Whatever else they say is about themselves, and another answer would not help.
    private static let wrongAnswers: Set<Int> = [400, 401, 403, 498]

    /// Asks until the server issues a token for the answer, or nobody gives one.
    ///
    /// - Throws: `NSUserCancelledError` if the user has cancelled; the server's refusal of the last answer.
    @concurrent
    private func answer(_ challenge: CredentialChallenge) async throws -> (any Credential)? {
        var challenge = challenge
        for attempt in 1... {
            guard let credential = try await given(challenge) else { break }
            do {
                _ = try await credential.token(for: challenge.url, replacing: nil)
                return credential
            } catch let error as ServiceError where error.transience == .final {
                if attempt == Self.mostAttempts || !Self.wrongAnswers.contains(error.code) { throw error }
                let refusalCount = challenge.refusalCount + 1
                challenge = CredentialChallenge(url: challenge.url, reason: .signInFailed(error))
                challenge.refusalCount = refusalCount
            }
        }
        // What a wrong answer was refused with says more than that one was wanted.
        if case .signInFailed(let error) = challenge.reason { throw error }
        return nil
    }

    /// What the delegate answers to one question; nil if that is nothing, or he is not asked.
    private func given(_ challenge: CredentialChallenge) async throws -> (any Credential)? {
        // The rules are callers', which may block.
        let own = Carried(self)
        let put = await withCheckedContinuation {
            (continuation: CheckedContinuation<AsyncStream<ChallengeAnswer.Answer>?, Never>) in
            CallbackQueue().callLater { continuation.resume(returning: own.value.put(challenge)) }
        }
        guard let answers = put else { return nil }
        for await answer in answers {
            switch answer {
            case .credential(let credential):
                return credential.credential(for: ServiceClient(url: challenge.url, transport: ConfiguredTransport()))
            case .cancelled: throw AGSError.cancelled
            case .nobody: return nil
            }
        }
        return nil
    }

    /// Puts a question; nil if a rule says that it is not to be put. What is given to the delegate is kept by nobody here.
    private func put(_ challenge: CredentialChallenge) -> AsyncStream<ChallengeAnswer.Answer>? {
        let answer = ChallengeAnswer()
        let question = AGSAuthenticationChallenge(challenge, answer, failureCount: UInt(clamping: challenge.refusalCount))
        guard ChallengeRules.shared.rules(for: challenge.url).allSatisfy({ $0.value(question) }) else { return nil }
        let (own, told) = (Carried(self), Carried(question))
        CallbackQueue.main.callLater { own.value.delegate?.authenticationManager(own.value, didReceive: told.value) }
        return answer.answers
    }
}
