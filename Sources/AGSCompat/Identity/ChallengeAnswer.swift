/// An answer that somebody waits for. The first counts; who lets go of it without one leaves the server's refusal.
final class ChallengeAnswer: Sendable {
    enum Answer: Sendable {
        case credential(AGSCredential)
        /// The user does not want to say who he is.
        case cancelled
        /// There is nobody who could say it.
        case nobody
    }

    /// The answer, or none at all. It does not keep this.
    let answers: AsyncStream<Answer>
    private let continuation: AsyncStream<Answer>.Continuation

    init() { (answers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    deinit { continuation.finish() }

    func give(_ answer: Answer) {
        continuation.yield(answer)
        continuation.finish()
    }
}
