import CairnCore
import Foundation

extension CredentialStore {
    private enum Step {
        case nobodyIsAsked
        case wasAnswered
        case ask(CredentialQuestion)
    }

    /// Makes a request with the token there is; if that is refused, with a renewed one; then with that of the handler's answer.
    func withToken<Answer>(for url: URL, _ attempt: (AccessToken?) async throws -> Answer) async throws -> Answer {
        let round = round(for: url)
        let given = try await token(for: url, replacing: nil)
        do {
            return try await attempt(given)
        } catch  where CredentialChallenge.Reason(error) != nil {
            guard let renewed = try await token(for: url, replacing: given) else {
                return try await answer(error, url, replacing: given, since: round, attempt)
            }
            do {
                return try await attempt(renewed)
            } catch  where CredentialChallenge.Reason(error) != nil {
                return try await answer(error, url, replacing: renewed, since: round, attempt)
            }
        }
    }

    private func answer<Answer>(
        _ refusal: any Error, _ url: URL, replacing refused: AccessToken?, since round: Int,
        _ attempt: (AccessToken?) async throws -> Answer
    ) async throws -> Answer {
        guard let reason = CredentialChallenge.Reason(refusal) else { throw refusal }
        let challenge = CredentialChallenge(url: url, reason: reason)
        guard let token = try await token(answering: challenge, replacing: refused, since: round) else { throw refusal }
        return try await attempt(token)
    }

    /// How many questions about a server have been answered by now.
    func round(for url: URL) -> Int {
        let address = ServerAddress(url)
        return state.read { state in address.flatMap { state.rounds[$0] } ?? 0 }
    }

    /// The token of the handler's answer; nil if there is nobody to ask, or he has none.
    ///
    /// - Parameter round: The round when the request was begun. If a question has been answered since, who asks is one of those it was
    ///   answered for, however late he was refused, and the handler is not asked again.
    func token(
        answering challenge: CredentialChallenge, replacing refused: AccessToken?, since round: Int
    ) async throws -> AccessToken? {
        switch step(for: challenge, replacing: refused, since: round) {
        case .nobodyIsAsked: return nil
        case .wasAnswered: return try await heldToken(for: challenge.url, replacing: refused)
        case .ask(let question):
            try await question.load()
            return question.token
        }
    }

    private func step(for challenge: CredentialChallenge, replacing refused: AccessToken?, since round: Int) -> Step {
        guard let address = ServerAddress(challenge.url) else { return .nobodyIsAsked }
        return state.change { state, _ in
            if let question = state.questions[address] { return .ask(question) }
            if state.rounds[address] ?? 0 != round { return .wasAnswered }
            guard state.handler != nil else { return .nobodyIsAsked }
            let question = CredentialQuestion { [weak self] in try await self?.ask(challenge, at: address, replacing: refused) }
            state.questions[address] = question
            return .ask(question)
        }
    }

    private func ask(
        _ challenge: CredentialChallenge, at address: ServerAddress, replacing refused: AccessToken?
    ) async throws -> AccessToken? {
        do {
            let token = try await answeredToken(challenge, replacing: refused)
            close(address)
            return token
        } catch is CancellationError {
            // Nobody waits any more: the question stays open for who comes next.
            try Task.checkCancellation()
            close(address)
            return nil
        } catch {
            close(address)
            throw error
        }
    }

    private func answeredToken(_ challenge: CredentialChallenge, replacing refused: AccessToken?) async throws -> AccessToken? {
        guard let handler = state.read(\.handler), let credential = try await handler(challenge),
            let token = try await credential.token(for: challenge.url, replacing: refused)
        else { return nil }
        set(credential, for: challenge.url)
        return token
    }

    private func close(_ address: ServerAddress) {
        state.change { state, wakes in
            if let question = state.questions.removeValue(forKey: address) { wakes.release(question) }
            state.rounds[address, default: 0] += 1
        }
    }
}
