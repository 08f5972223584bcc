import Dispatch
import Synchronization

/// A thread that runs bodies, as those see it that watch whether it is blocked.
package final class BlockingThread: @unchecked Sendable {
    // Proof: the count is atomic, and the rest is behind the lock of ``BlockingThreads``.
    private var thread = KernelThread()
    var isBusy = false
    /// On which its bodies run: they never wait for others there.
    let queue = DispatchQueue(label: "cairn.callbacks")
    /// How many bodies in a row have ended between two looks.
    var shortBodies = 0
    /// Whether they are so many that the next is expected to be one, too.
    var isSwift: Bool { shortBodies >= 16 }
    private let bodyCount = Atomic(0)
    private var lastBodyCount = 0
    /// For how many looks in a row it has had the same body and done nothing.
    private(set) var blockedLooks = 0

    /// For the current thread.
    init() {}

    /// Tells that a body has ended.
    package func bodyEnded() {
        bodyCount.add(1, ordering: .relaxed)
    }

    /// Looks whether the thread sleeps in the body that it had at the last look.
    func look() {
        let bodyCount = bodyCount.load(ordering: .relaxed)
        if isBusy, bodyCount == lastBodyCount { shortBodies = 0 }
        // Who has slept for long is not asked every time.
        let isStill =
            isBusy && bodyCount == lastBodyCount && (blockedLooks > 8 && !blockedLooks.isMultiple(of: 8) || thread.isAsleep())
        blockedLooks = isStill ? blockedLooks + 1 : 0
        lastBodyCount = bodyCount
    }
}
