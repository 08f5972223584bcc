/// An answer that somebody waits for. The first counts; who lets go of it without one has cancelled.
final class ChallengeAnswer: Sendable {
    /// The answer, or none at all. It does not keep this.
    let answers: AsyncStream<AGSCredential?>
    private let continuation: AsyncStream<AGSCredential?>.Continuation

    init() { (answers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    deinit { continuation.finish() }

    func give(_ credential: AGSCredential?) {
        continuation.yield(credential)
        continuation.finish()
    }
}
