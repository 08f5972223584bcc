import Foundation
import Synchronization

/// Lets go of objects that let go of others as they end, one after the other: by itself a long chain of them would take as much stack as it is long.
///
/// Unchecked: the objects are under the lock, and the thread that has put them in is the one that takes them out.
final class ReleaseQueue: @unchecked Sendable {
    static let shared = ReleaseQueue()

    /// What each thread still has to let go.
    private let queues = Mutex<[pthread_t: [AnyObject]]>([:])

    /// Holds objects until this thread lets them go.
    ///
    /// - Returns: Whether the caller has to call ``run()``, for nobody below it on this thread will.
    func add(_ objects: [AnyObject]) -> Bool {
        let thread = pthread_self()
        return queues.withLock { queues in
            let isFirst = queues[thread] == nil
            queues[thread, default: []] += objects
            return isFirst
        }
    }

    /// Lets go of all that this thread has added, and adds meanwhile.
    func run() {
        while let object = next() { _ = object }
    }

    private func next() -> AnyObject? {
        let thread = pthread_self()
        return queues.withLock { queues in
            let object = queues[thread]?.popLast()
            if object == nil { queues[thread] = nil }
            return object
        }
    }
}
