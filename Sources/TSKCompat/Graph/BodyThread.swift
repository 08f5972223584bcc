import Foundation
import Synchronization

/// A thread that runs bodies, as those see it that watch whether it is blocked.
final class BodyThread: @unchecked Sendable {
    // Proof: `clock` is set by the thread itself before anybody sees this, the count is atomic, and the rest is behind the lock of ``BodyThreads``.
    #if os(Linux)
        private var clock = clockid_t()
    #endif
    private var lastTime = 0.0
    var isBusy = false
    private let bodyCount = Atomic(0)
    private var lastBodyCount = 0
    /// For how many looks in a row it has had the same body and done nothing.
    private(set) var blockedLooks = 0

    /// For the current thread.
    init() {
        #if os(Linux)
            pthread_getcpuclockid(pthread_self(), &clock)
        #endif
    }

    /// Tells that a body has ended.
    func bodyEnded() {
        bodyCount.add(1, ordering: .relaxed)
    }

    /// Looks whether the thread has used the processor since the last look.
    ///
    /// - Parameter elapsed: How long ago that was, in seconds.
    func look(after elapsed: Double) {
        let (time, bodyCount) = (processorTime, bodyCount.load(ordering: .relaxed))
        let isStill = isBusy && bodyCount == lastBodyCount && time - lastTime < elapsed / 10
        blockedLooks = isStill ? blockedLooks + 1 : 0
        (lastTime, lastBodyCount) = (time, bodyCount)
    }

    /// In seconds. Where it cannot be told, a thread that has a body is taken for blocked.
    private var processorTime: Double {
        #if os(Linux)
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        #else
            return 0
        #endif
    }
}
