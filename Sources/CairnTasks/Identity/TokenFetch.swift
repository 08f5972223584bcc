import CairnCore
import Synchronization

/// One token being fetched, or fetched: loading it is single flight.
final class TokenFetch: Loadable {
    /// For how long what was refused is not sent again: servers lock the accounts of those who try a wrong password again and again.
    private static let pauseAfterRefusal = Duration.seconds(60)

    /// For how long a token that could not be renewed is used before that is tried again.
    private static let pauseAfterFailure = Duration.seconds(5)

    /// Asks for a token; takes what must not be in an error beside what is sent: former tokens, which servers repeat.
    typealias Ask = @Sendable (_ former: [String]) async throws -> IssuedToken

    private struct Held {
        let token: AccessToken
        /// When it is to be renewed, on the clock; nil is when it is refused.
        let end: Duration?
        /// When it expires.
        let expiry: Duration?
    }

    let loader = Loader()
    private let time: ElapsedTime
    private let ask: Ask
    private let issue: Int
    /// The token in whose place this one comes.
    private let replaced: AccessToken?
    /// The same if it may still be good.
    private let former: Held?
    private let held = Mutex<Held?>(nil)
    /// Until when nothing is asked again, for what was sent has been refused.
    private let pause = Mutex<Duration?>(nil)

    convenience init(on time: ElapsedTime, _ ask: @escaping Ask) {
        self.init(on: time, issue: 1, replacing: nil, nil, ask)
    }

    private init(on time: ElapsedTime, issue: Int, replacing replaced: AccessToken?, _ former: Held?, _ ask: @escaping Ask) {
        self.time = time
        self.ask = ask
        self.issue = issue
        self.replaced = replaced
        self.former = former
    }

    var token: AccessToken? { held.withLock { $0?.token } }

    @concurrent func performLoad() async throws {
        // An attempt that everybody had left may have got its answer all the same.
        if token != nil { return }
        let answer: IssuedToken
        do { answer = try await asking() } catch {
            guard let former = stillGood(after: error) else { throw error }
            return held.withLock { $0 = former }
        }
        let (token, now) = (AccessToken(answer, issue: issue, replacing: replaced), time.now)
        held.withLock {
            $0 = Held(token: token, end: answer.validity.map { now + $0 }, expiry: answer.lifetime.map { now + $0 })
        }
    }

    /// The token that was to be renewed before it expires, if nobody could be asked and it has not.
    private func stillGood(after error: any Error) -> Held? {
        let transience = (error as? TransportError)?.transience ?? (error as? ServiceError)?.transience ?? .final
        guard transience != .final, let former, let expiry = former.expiry, time.now < expiry else { return nil }
        return Held(token: former.token, end: min(expiry, time.now + Self.pauseAfterFailure), expiry: expiry)
    }

    private func asking() async throws -> IssuedToken {
        do { return try await ask(replaced?.secrets ?? []) } catch let error as ServiceError where error.isRefusalOfSignIn {
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
            return rejected != nil && rejected == replaced ? nil : next(replacing: rejected ?? replaced, nil)
        }
        guard let held = held.withLock(\.self) else { return nil }
        let isOver = held.end.map { $0 <= time.now } ?? false
        if held.token == rejected { return next(replacing: rejected, nil) }
        return isOver ? next(replacing: held.token, held) : nil
    }

    private func next(replacing token: AccessToken?, _ former: Held?) -> TokenFetch {
        TokenFetch(on: time, issue: issue + 1, replacing: token, former, ask)
    }
}
