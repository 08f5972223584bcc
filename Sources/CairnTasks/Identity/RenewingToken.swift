import CairnCore

/// A token that is fetched when it is first wanted, renewed before it expires and when it is refused, once for all who want it.
final class RenewingToken: Sendable {
    private let current: Guarded<TokenFetch>

    init(on clock: any Clock<Duration>, _ ask: @escaping TokenFetch.Ask) {
        current = Guarded(TokenFetch(on: ElapsedTime(clock), ask))
    }

    func token(replacing rejected: AccessToken?) async throws -> AccessToken? {
        let fetch = current.change { current, wakes in
            if let next = current.successor(rejecting: rejected) {
                wakes.release(current)
                current = next
            }
            return current
        }
        try await fetch.load()
        return fetch.token
    }
}
