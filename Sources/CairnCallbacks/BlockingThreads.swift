import CairnCore
import Dispatch
import Foundation
import Synchronization

/// Threads for code that may block: each body has one to itself, and threads are kept for the next.
///
/// As many bodies run as there are processors, not counting those that are blocked: while bodies wait for a thread, somebody looks every two
/// milliseconds which of them sleep, and for each that does there is a thread more. When those have woken up there are too many, and as many take
/// leave after the body they have.
package final class BlockingThreads: @unchecked Sendable {
    /// Bodies that run one after the other on one thread, which is told when each of them has ended.
    package typealias Work = @Sendable (BlockingThread) -> Void

    /// Work that waits. Closures that are kept as they are in something generic are wrapped anew on their way in, and again on their way out.
    private struct Waiting: Sendable {
        let work: Work
    }

    // Proof: everything that changes is behind the condition's lock, or atomic.

    /// For tasks' mains.
    package static let shared = BlockingThreads()

    /// None yet: they come with the work.
    package init() {}

    private let condition = NSCondition()
    private var waiting = Queue<Waiting>()
    private var threads: [ObjectIdentifier: BlockingThread] = [:]
    /// Threads that were asked for and have not begun.
    private var comingCount = 0
    private var idleCount = 0
    /// How many of the idle ones were woken, and have not come to that yet.
    private var wokenCount = 0
    private var busyCount = 0
    /// How many of the busy ones have had short bodies only.
    private var swiftCount = 0
    /// How many bodies may run, blocked ones included.
    private var limit = BlockingThreads.processorCount
    private var takenCount = 0
    private var isWatched = false
    private var hasWatcher = false
    private let wantsWatch = DispatchSemaphore(value: 0)
    /// How many threads too many have a body.
    private let surplus = Atomic(0)

    private static let processorCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// How long a thread without work is kept, in seconds.
    private static let patience = 5.0
    /// How many bodies wait for those who are at work before others are woken.
    private static let patientCount = 8
    /// How often somebody looks, in seconds.
    private static let interval = 0.002
    /// For how many looks a thread must have done nothing to be taken for blocked: while nobody gets on, and while others do.
    private static let certainty = (alone: 2, amongOthers: 5)

    /// Runs a body on a thread that runs nothing else meanwhile.
    package func run(_ work: @escaping Work) {
        condition.lock()
        waiting.append(Waiting(work: work))
        // Whose bodies have been short takes the next sooner than another could be woken. If this one is long, or blocks, who looks sees that.
        let isServed = swiftCount > 0 && waiting.count <= Self.patientCount
        let newThreads = isServed ? 0 : provide()
        // In any case: a thread that was woken for this body may find that another has taken the last place.
        let needsWatch = !isWatched
        isWatched = true
        let needsWatcher = !hasWatcher
        hasWatcher = true
        condition.unlock()
        // Where the system has no thread now, Dispatch has one some time.
        if needsWatcher, !SystemThread.start({ self.watch() }) { DispatchQueue.global().async { self.watch() } }
        start(newThreads)
        if needsWatch { wantsWatch.signal() }
    }

    /// Under the lock: wakes threads for those who wait, within the limit.
    ///
    /// - Returns: How many new threads there must be.
    private func provide() -> Int {
        let wanted = min(waiting.count, limit - busyCount) - comingCount
        guard wanted > 0 else { return 0 }
        if idleCount > wokenCount {
            wokenCount += 1
            condition.signal()
        }
        let new = max(0, wanted - idleCount)
        comingCount += new
        return new
    }

    /// Starts threads. Those that the system refuses are asked for again at the next look, for somebody waits.
    private func start(_ count: Int) {
        let refusedCount = (0..<count).count { _ in !SystemThread.start { self.serve() } }
        guard refusedCount > 0 else { return }
        condition.lock()
        comingCount -= refusedCount
        condition.unlock()
    }

    /// Whether the calling thread, which has run a body, is one too many and takes no other.
    package func takeLeave() -> Bool {
        var count = surplus.load(ordering: .relaxed)
        while count > 0 {
            let (isTaken, now) = surplus.weakCompareExchange(expected: count, desired: count - 1, ordering: .relaxed)
            if isTaken { return true }
            count = now
        }
        return false
    }

    private func serve() {
        let thread = BlockingThread()
        // All its life: whoever asks on which queue a callback runs finds one that nothing else runs on, and entering it costs as much as a lock.
        thread.queue.sync { serve(thread) }
    }

    private func serve(_ thread: BlockingThread) {
        condition.lock()
        comingCount -= 1
        threads[ObjectIdentifier(thread)] = thread
        var work = next()
        while work != nil {
            (thread.isBusy, busyCount, takenCount) = (true, busyCount + 1, takenCount + 1)
            if thread.isSwift { swiftCount += 1 }
            condition.unlock()
            withAutoreleasePool { work?(thread) }
            // Let go before the lock is wanted again: what it holds is of others.
            work = nil
            condition.lock()
            (thread.isBusy, busyCount) = (false, busyCount - 1)
            if thread.isSwift { swiftCount -= 1 }
            thread.shortBodies += 1
            work = next()
        }
        threads[ObjectIdentifier(thread)] = nil
        condition.unlock()
    }

    /// Under the lock: the next body; nil if there has been none for a while.
    private func next() -> Work? {
        if waiting.isEmpty || busyCount >= limit {
            let deadline = Date(timeIntervalSinceNow: Self.patience)
            while waiting.isEmpty || busyCount >= limit {
                idleCount += 1
                let isInTime = condition.wait(until: deadline)
                idleCount -= 1
                // Whoever wakes: at worst another is woken for nothing.
                wokenCount = max(0, wokenCount - 1)
                if !isInTime, waiting.isEmpty || busyCount >= limit { return nil }
            }
        }
        return waiting.popFirst()?.work
    }

    /// Looks who is blocked, as long as bodies wait.
    private func watch() {
        while true {
            wantsWatch.wait()
            var seenCount = -1
            repeat { Thread.sleep(forTimeInterval: Self.interval) } while look(&seenCount)
        }
    }

    /// Looks who is blocked, and sees to it that there is a thread more for each.
    ///
    /// - Returns: Whether bodies wait.
    private func look(_ seenCount: inout Int) -> Bool {
        condition.lock()
        for thread in threads.values {
            let wasSwift = thread.isSwift
            thread.look()
            if wasSwift, !thread.isSwift, thread.isBusy { swiftCount -= 1 }
        }
        guard !waiting.isEmpty else {
            isWatched = false
            // Whoever is blocked may have woken up by the time that somebody waits again: then a few too many run until the next look. Taken for
            // awake, he would have the next body wait for one.
            limit = Self.processorCount + threads.values.count { $0.blockedLooks >= Self.certainty.alone }
            surplus.store(0, ordering: .relaxed)
            condition.unlock()
            return false
        }
        let looks = takenCount == seenCount ? Self.certainty.alone : Self.certainty.amongOthers
        let blockedCount = threads.values.count { $0.blockedLooks >= looks }
        // While nobody gets on it is to be expected that the next ones block as well.
        limit = Self.processorCount + blockedCount * (takenCount == seenCount ? 2 : 1)
        surplus.store(max(0, busyCount - limit), ordering: .relaxed)
        seenCount = takenCount
        let newThreads = provide()
        condition.broadcast()
        condition.unlock()
        start(newThreads)
        return true
    }
}
