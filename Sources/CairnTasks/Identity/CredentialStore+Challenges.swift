import CairnCore
import Foundation

extension CredentialStore {
    /// When a request was begun, as far as questions about its server go.
    struct Moment: Sendable {
        /// How many had been answered.
        let round: Int
        /// How many had been put, about any server.
        let put: Int
    }

    private enum Step {
        case nobodyIsAsked
        case wasAnswered
        case ask(CredentialQuestion)
    }

    /// Makes a request with the token there is; if that is refused, with a renewed one; then with that of the handler's answer.
    func withToken<Answer>(for url: URL, _ attempt: (AccessToken?) async throws -> Answer) async throws -> Answer {
        let moment = moment(for: url)
        let given = try await token(for: url, replacing: nil)
        do {
            return try await attempt(given)
        } catch  where CredentialChallenge.Reason(error) != nil {
            guard let renewed = try await token(for: url, replacing: given) else {
                return try await answer(error, url, replacing: given, since: moment, attempt)
            }
            do {
                return try await attempt(renewed)
            } catch  where CredentialChallenge.Reason(error) != nil {
                return try await answer(error, url, replacing: renewed, since: moment, attempt)
            }
        }
    }

    /// Makes the request with the handler's answer, and asks again if the server refuses the token of that.
    private func answer<Answer>(
        _ refusal: any Error, _ url: URL, replacing refused: AccessToken?, since moment: Moment,
        _ attempt: (AccessToken?) async throws -> Answer
    ) async throws -> Answer {
        var (refusal, refused, moment) = (refusal, refused, moment)
        for refusalCount in 0..<Self.mostAnswers {
            guard let reason = CredentialChallenge.Reason(refusal) else { break }
            var challenge = CredentialChallenge(url: url, reason: reason)
            challenge.refusalCount = refusalCount
            guard let token = try await token(answering: challenge, replacing: refused, since: moment) else { break }
            moment = self.moment(for: url)
            do { return try await attempt(token) } catch  where CredentialChallenge.Reason(error) != nil {
                (refusal, refused) = (error, token)
            }
        }
        throw refusal
    }

    /// How many answers of a handler are tried for one request: one that never repeats itself, and is always wrong, would ask for ever.
    private static let mostAnswers = 5

    func moment(for url: URL) -> Moment {
        if let outer { return outer.moment(for: url) }
        let address = ServerAddress(url)
        return state.read { state in Moment(round: address.flatMap { state.rounds[$0] } ?? 0, put: state.put) }
    }

    /// The token of the handler's answer; nil if there is nobody to ask, or he has none.
    ///
    /// - Parameter moment: When the request was begun. If a question has been answered since, who asks is one of those it was answered for,
    ///   however late he was refused, and the handler is not asked again.
    func token(
        answering challenge: CredentialChallenge, replacing refused: AccessToken?, since moment: Moment
    ) async throws -> AccessToken? {
        if let outer {
            let token = try await outer.token(answering: challenge, replacing: refused, since: moment)
            // It is there in the place of what was set here.
            if token != nil { remove(for: challenge.url) }
            return token
        }
        while true {
            switch step(for: challenge, replacing: refused, since: moment) {
            case .nobodyIsAsked: return nil
            case .wasAnswered:
                if let token = try await heldToken(for: challenge.url, replacing: refused) { return token }
                if let failure = failure(at: challenge.url) { throw failure }
                return nil
            case .ask(let question):
                do {
                    try await question.load()
                    return question.token
                } catch is CancellationError {
                    leave(question, challenge.url, since: moment)
                    try Task.checkCancellation()
                    // All others have left, or there is another handler: who still waits asks anew, unless the answer came all the same.
                    if let token = try await answered(challenge.url, replacing: refused) { return token }
                }
            }
        }
    }

    private func answered(_ url: URL, replacing refused: AccessToken?) async throws -> AccessToken? {
        do {
            return try await heldToken(for: url, replacing: refused)
        } catch let error as ServiceError where error.transience == .final {
            return nil
        }
    }

    private func failure(at url: URL) -> (any Error)? {
        ServerAddress(url).flatMap { address in state.read { $0.failures[address] } }
    }

    private func step(for challenge: CredentialChallenge, replacing refused: AccessToken?, since moment: Moment) -> Step {
        guard let address = ServerAddress(challenge.url) else { return .nobodyIsAsked }
        return state.change { state, wakes in
            if let open = state.questions[address] {
                if open.question.isKept(by: moment) { state.questions[address]?.askers += 1 }
                return .ask(open.question)
            }
            if state.rounds[address] ?? 0 != moment.round { return .wasAnswered }
            guard let handler = state.handler else { return .nobodyIsAsked }
            wakes.release(state.former[address])
            let former = state.former[address, default: []].filter(\.isRunning)
            state.put += 1
            let question = CredentialQuestion(number: state.put, after: former, on: clock) { [weak self] question in
                try await self?.ask(handler, challenge, question, at: address, replacing: refused)
            }
            state.former[address] = former
            state.questions[address] = OpenQuestion(question: question, askers: 1)
            return .ask(question)
        }
    }

    private func ask(
        _ handler: ChallengeHandler, _ challenge: CredentialChallenge, _ question: CredentialQuestion, at address: ServerAddress,
        replacing refused: AccessToken?
    ) async throws -> AccessToken? {
        // If all who waited have just left, that is no answer for who comes: the last of them puts the question aside, unless somebody has come.
        var failure: (any Error)?
        defer { if !Task.isCancelled { close(question, at: address, failure) } }
        let removals = state.read { $0.removals(at: address) }
        do {
            // As if there were no handler: what it waits for goes on then, and it is never called twice at a time.
            guard await question.isFree() else { return nil }
            try Task.checkCancellation()
            guard let credential = try await handler(challenge),
                let token = try await credential.token(for: challenge.url, replacing: refused)
            else { return nil }
            keep(credential, for: address, since: removals)
            return token
        } catch is CancellationError {
            // The handler's own, unless nobody waits any more.
            try Task.checkCancellation()
            return nil
        } catch {
            failure = error
            throw error
        }
    }

    /// Keeps an answer, unless what is known of its server was to be forgotten since it was asked for: it is for those who wait, and nobody else.
    private func keep(_ credential: any Credential, for address: ServerAddress, since removals: Int) {
        state.change { state, wakes in
            guard state.removals(at: address) == removals else { return }
            if let old = state.assigned.updateValue(credential, forKey: address) { wakes.release(old) }
        }
    }

    /// Notes that a question has been answered, or what its handler has thrown, unless another has taken its place.
    private func close(_ question: CredentialQuestion, at address: ServerAddress, _ failure: (any Error)?) {
        state.change { state, wakes in
            guard state.questions[address]?.question === question else { return }
            wakes.release(state.questions.removeValue(forKey: address))
            state.rounds[address, default: 0] += 1
            if let former = state.failures[address] { wakes.release(former) }
            state.failures[address] = failure
        }
    }

    /// Notes that somebody does not wait for an answer any more; with the last of those it is for, the question is over.
    private func leave(_ question: CredentialQuestion, _ url: URL, since moment: Moment) {
        guard let address = ServerAddress(url), question.isKept(by: moment) else { return }
        state.change { state, wakes in
            guard let open = state.questions[address], open.question === question else { return }
            state.questions[address]?.askers -= 1
            guard open.askers == 1 else { return }
            state.questions[address] = nil
            state.former[address, default: []].append(question)
            wakes.call { question.putAside() }
        }
    }
}

extension CredentialQuestion {
    /// Whether it is open for a request of that moment: one that opens it, or was begun before it was put.
    fileprivate func isKept(by moment: CredentialStore.Moment) -> Bool { moment.put < number }
}
