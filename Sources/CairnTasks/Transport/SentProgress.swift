import Dispatch

/// Tells a caller how much of a request has been sent, in order and on a queue of its own: who takes long over it stops nobody else.
struct SentProgress: Sendable {
    private let queue = DispatchQueue(label: "cairn.transport.sent")
    private let sent: @Sendable (Int) -> Void

    init(_ sent: @escaping @Sendable (Int) -> Void) {
        self.sent = sent
    }

    func tell(_ count: Int) {
        queue.async { [sent] in sent(count) }
    }

    /// Returns when all has been told.
    func settle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
