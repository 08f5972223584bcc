import CairnCore
import Synchronization

/// One token being fetched, or fetched: loading it is single flight.
final class TokenFetch: Loadable {
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
        let answer = try await ask()
        let token = AccessToken(answer.value, headers: answer.headers, issue: issue)
        let end = answer.validity.map { time.now + $0 }
        held.withLock { $0 = Held(token: token, end: end) }
    }

    /// What must be fetched instead of this for who comes with a refused token, or with none; nil if this is good for him.
    ///
    /// Who has been refused the very token that this was to replace shares its failure: he is one of many who were refused together.
    /// Who comes without one is new, and tries again.
    func successor(rejecting rejected: AccessToken?) -> TokenFetch? {
        if loadStatus.error != nil {
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
