import CairnCore
public import Foundation

/// Finds who is asking: credentials by host and port, and a handler that is asked when there is none.
///
/// Tasks that are given no credential ask ``standard``, restored jobs and their children too, so that what a program puts there once is
/// found wherever a server wants it:
///
/// ```swift
/// CredentialStore.standard.add(APIKeyCredential(key))
/// CredentialStore.standard.setChallengeHandler { challenge in
///     guard let user = await askUser(for: challenge.url) else { return nil }
///     return TokenCredential(username: user.name, password: user.password, server: challenge.url, tokenURL: tokenURL, transport: transport)
/// }
/// let locator = LocatorTask(url: service)
/// ```
///
/// It is a credential itself, and can be given wherever one is wanted. Nothing in it is ever stored anywhere.
public final class CredentialStore: Credential {
    /// Answers a challenge with a credential, or with nil, and the server's refusal is thrown.
    public typealias ChallengeHandler = @Sendable (CredentialChallenge) async throws -> (any Credential)?

    /// A question that has no answer yet, and how many wait for it of those it is for.
    struct OpenQuestion: Sendable {
        let question: CredentialQuestion
        var askers: Int
    }

    struct State: Sendable {
        /// Those that know themselves where they may go; the newest last.
        var general: [any Credential]
        var assigned: [ServerAddress: any Credential] = [:]
        var handler: ChallengeHandler?
        var questions: [ServerAddress: OpenQuestion] = [:]
        /// Questions that are over, and whose handler may not have ended.
        var former: [ServerAddress: [CredentialQuestion]] = [:]
        /// How many questions have been put.
        var put = 0
        /// How many questions about a server have been answered.
        var rounds: [ServerAddress: Int] = [:]
        /// What the handler has thrown when it was asked about a server last.
        var failures: [ServerAddress: any Error] = [:]
        /// How often everything was to be forgotten.
        var allRemovals = 0
        /// The same of what is known of one server.
        var ownRemovals: [ServerAddress: Int] = [:]

        func removals(at address: ServerAddress) -> Int { allRemovals + ownRemovals[address, default: 0] }
    }

    /// The store of all tasks that are given no credential.
    public static let standard = CredentialStore()

    let state: Guarded<State>
    let clock: any Clock<Duration>
    /// The store that this one is within: it puts the questions.
    let outer: CredentialStore?

    /// The store that a task asks: a credential that it was given is one of its own.
    static func holding(_ credential: (any Credential)?) -> CredentialStore {
        credential.map { $0 as? CredentialStore ?? CredentialStore([$0]) } ?? .standard
    }

    /// A store that holds some credentials, and may ask for others.
    ///
    /// - Parameters:
    ///   - credentials: What it holds; the newest last.
    ///   - clock: What a handler that was cancelled is waited for by.
    ///   - challengeHandler: Answers a server that wants to know who asks, where no credential does; see ``setChallengeHandler(_:)``.
    public init(
        _ credentials: [any Credential] = [], clock: any Clock<Duration> = ContinuousClock(),
        challengeHandler: ChallengeHandler? = nil
    ) {
        (self.clock, outer) = (clock, nil)
        state = Guarded(State(general: credentials, handler: challengeHandler))
    }

    private init(within outer: CredentialStore) {
        (clock, self.outer) = (outer.clock, outer)
        state = Guarded(State(general: [outer]))
    }

    /// A store that has what this one has, and puts its questions here; what is set there changes nothing here.
    package func within() -> CredentialStore { CredentialStore(within: self) }

    /// Adds a credential that knows itself where its tokens may go. The newest that has one for a request is used.
    public func add(_ credential: any Credential) {
        state.change { state, _ in state.general.append(credential) }
    }

    /// Makes a credential the first that is asked for the host and port of a server's address, in place of the one that was.
    public func set(_ credential: any Credential, for server: URL) {
        guard let address = ServerAddress(server) else { return }
        state.change { state, wakes in
            if let old = state.assigned.updateValue(credential, forKey: address) { wakes.release(old) }
        }
    }

    /// Forgets the credential for the host and port of a server's address, whether it was set or was a handler's answer.
    public func remove(for server: URL) {
        guard let address = ServerAddress(server) else { return }
        state.change { state, wakes in
            state.ownRemovals[address, default: 0] += 1
            if let old = state.assigned.removeValue(forKey: address) { wakes.release(old) }
        }
    }

    /// Forgets every credential, but not the handler. What that answers to questions that are open is for those who wait, and not kept.
    public func removeAll() {
        state.change { state, wakes in
            state.allRemovals += 1
            wakes.release((state.general, state.assigned))
            (state.general, state.assigned) = ([], [:])
        }
    }

    /// Says who answers challenges; nil for nobody.
    ///
    /// The handler is called when a server demands a token and there is none, and when it refuses the one there is and no other can be had:
    /// once for all requests to that host and port that are refused together. What it answers is kept in place of what was set for that server
    /// if tokens can be had for it. If the server refuses the token of that, it is asked again, up to five times for one request. What it throws is thrown to all of them; a `CancellationError` of its own is the same as nil. If all who
    /// wait for it are cancelled, so is the task it runs in; one that goes on for more than a second then is no handler until it has ended: the
    /// server's refusal is thrown.
    ///
    /// What the handler itself asks of that server must not need the answer that it is to give: that fails with `LoadError.cycle(path:)`, or,
    /// in a detached task, when all whom the question is for have left. Those are who had begun to ask before the handler was called.
    ///
    /// Another handler is asked anew for all who wait for the one before, which is cancelled.
    public func setChallengeHandler(_ handler: ChallengeHandler?) {
        state.change { state, wakes in
            wakes.release((state.handler, state.former))
            (state.handler, state.former) = (handler, [:])
            for open in state.questions.values { wakes.call { open.question.putAside() } }
            state.questions = [:]
        }
    }

    /// The token for a request, or nil if there is none for that host and port.
    ///
    /// - Throws: What asking for a token throws. If a server has refused to issue one, the challenge handler is asked first.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        let moment = moment(for: url)
        do {
            return try await heldToken(for: url, replacing: rejected)
        } catch let error as ServiceError where error.transience == .final {
            let challenge = CredentialChallenge(url: url, reason: .signInFailed(error))
            guard let token = try await token(answering: challenge, replacing: rejected, since: moment) else { throw error }
            return token
        }
    }

    func heldToken(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        var refusal: ServiceError?
        for credential in credentials(for: url) {
            do {
                if let token = try await credential.token(for: url, replacing: rejected) { return token }
            } catch let error as ServiceError where error.transience == .final {
                // Another may be good.
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
        return nil
    }

    private func credentials(for url: URL) -> [any Credential] {
        let address = ServerAddress(url)
        return state.read { state in (address.flatMap { state.assigned[$0] }.map { [$0] } ?? []) + state.general.reversed() }
    }
}

extension CredentialStore: CustomStringConvertible {
    /// How many credentials it holds, and nothing of them.
    public var description: String {
        "Store of \(state.read { $0.general.count + $0.assigned.count }) credentials"
    }
}

extension CredentialStore: CustomReflectable {
    /// Nothing: `dump` shows no credential.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
