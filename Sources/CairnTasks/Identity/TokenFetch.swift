import CairnCore
import Synchronization

/// One token being fetched, or fetched: loading it is single flight.
final class TokenFetch: Loadable {
    /// For how long what was refused is not sent again: servers lock the accounts of those who try a wrong password again and again.
    private static let pauseAfterRefusal = Duration.seconds(60)

    typealias Ask = @Sendable () async throws -> IssuedToken

    private struct Held {
        let token: AccessToken
        /// When it is to be renewed, on the clock; nil is when it is refused.
        let end: Duration?
    }

    let loader = Loader()
    private let time: ElapsedTime
    private let ask: Ask
    private let issue: Int
    /// The token in whose place this one comes.
    private let replaced: AccessToken?
    private let held = Mutex<Held?>(nil)
    /// Until when nothing is asked again, for what was sent has been refused.
    private let pause = Mutex<Duration?>(nil)

    init(on time: ElapsedTime, issue: Int = 1, replacing replaced: AccessToken? = nil, _ ask: @escaping Ask) {
        self.time = time
        self.ask = ask
        self.issue = issue
        self.replaced = replaced
    }

    var token: AccessToken? { held.withLock { $0?.token } }

    @concurrent func performLoad() async throws {
        // An attempt that everybody had left may have got its answer all the same.
        if token != nil { return }
        let answer = try await asking()
        let token = AccessToken(answer, issue: issue, replacing: replaced)
        let end = answer.validity.map { time.now + $0 }
        held.withLock { $0 = Held(token: token, end: end) }
    }

    private func asking() async throws -> IssuedToken {
        do { return try await ask() } catch let error as ServiceError where error.isRefusalOfSignIn {
            pause.withLock { $0 = time.now + Self.pauseAfterRefusal }
            throw error
        }
    }

    /// What must be fetched instead of this for who comes with a refused token, or with none; nil if this is good for him.
    ///
    /// Who has been refused the very token that this was to replace shares its failure: he is one of many who were refused together.
    /// Who comes without one is new, and tries again, but not at once what was refused.
    func successor(rejecting rejected: AccessToken?) -> TokenFetch? {
        if loadStatus.error != nil {
            if let end = pause.withLock(\.self), time.now < end { return nil }
            return rejected != nil && rejected == replaced ? nil : next(replacing: rejected ?? replaced)
        }
        guard let held = held.withLock(\.self) else { return nil }
        let isOver = held.end.map { $0 <= time.now } ?? false
        return held.token == rejected || isOver ? next(replacing: held.token) : nil
    }

    private func next(replacing token: AccessToken?) -> TokenFetch {
        TokenFetch(on: time, issue: issue + 1, replacing: token, ask)
    }
}
