import Foundation

/// Threads for code that may block: each body has one to itself, and threads are kept for the next.
final class BodyThreads: @unchecked Sendable {
    // Proof: everything is behind the condition's lock.
    static let shared = BodyThreads()

    private let condition = NSCondition()
    private var bodies: [@Sendable () -> Void] = []
    private var head = 0
    private var idleCount = 0

    /// How long a thread without work is kept, in seconds.
    private static let patience = 5.0

    /// Runs a body on a thread that runs nothing else meanwhile.
    func run(_ body: @escaping @Sendable () -> Void) {
        condition.lock()
        bodies.append(body)
        let needsThread = bodies.count - head > idleCount
        if !needsThread { condition.signal() }
        condition.unlock()
        if needsThread { Thread { self.serve() }.start() }
    }

    private func serve() {
        condition.lock()
        while let body = next() {
            condition.unlock()
            body()
            condition.lock()
        }
        condition.unlock()
    }

    /// Under the lock: the next body; nil if there has been none for a while.
    private func next() -> (@Sendable () -> Void)? {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while head == bodies.count {
            idleCount += 1
            let isInTime = condition.wait(until: deadline)
            idleCount -= 1
            if !isInTime, head == bodies.count { return nil }
        }
        let body = bodies[head]
        head += 1
        if head == bodies.count { (bodies, head) = ([], 0) }
        return body
    }
}
