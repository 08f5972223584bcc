import Foundation
import Synchronization

/// A thread that runs bodies, as those see it that watch whether it is blocked.
package final class BlockingThread: @unchecked Sendable {
    // Proof: the path is set once, the count is atomic, and the rest is behind the lock of ``BlockingThreads``.
    #if os(Linux)
        /// Where the kernel tells the thread's state.
        private let statePath: String
    #endif
    var isBusy = false
    private let bodyCount = Atomic(0)
    private var lastBodyCount = 0
    /// For how many looks in a row it has had the same body and done nothing.
    private(set) var blockedLooks = 0

    /// For the current thread.
    init() {
        #if os(Linux)
            let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
            statePath = "/proc/\(link)/stat"
        #endif
    }

    /// Tells that a body has ended.
    package func bodyEnded() {
        bodyCount.add(1, ordering: .relaxed)
    }

    /// Looks whether the thread sleeps in the body that it had at the last look.
    func look() {
        let bodyCount = bodyCount.load(ordering: .relaxed)
        // Who has slept for long is not asked every time.
        let isStill = isBusy && bodyCount == lastBodyCount && (blockedLooks > 8 && !blockedLooks.isMultiple(of: 8) || isAsleep)
        blockedLooks = isStill ? blockedLooks + 1 : 0
        lastBodyCount = bodyCount
    }

    /// Whether it waits for something else than a processor. Where that cannot be told, a thread that has a body is taken for blocked.
    private var isAsleep: Bool {
        #if os(Linux)
            guard let file = fopen(statePath, "re") else { return true }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            guard fgets(&line, 512, file) != nil else { return true }
            // "number (name) state …", and a name may hold anything.
            guard let end = line.lastIndex(of: CChar(UInt8(ascii: ")"))), end + 2 < line.count else { return true }
            return line[end + 2] != CChar(UInt8(ascii: "R"))
        #else
            return true
        #endif
    }
}
