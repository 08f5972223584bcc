import Foundation

/// State behind Foundation's lock.
///
/// Not `Mutex`: where bodies do hardly more than end, two threads want the lock all the time, and on Linux that one is handed from thread to
/// thread through the kernel, which can take a hundred times as long as what is done under it. Who finds this one taken asks again for a while.
final class Locked<State>: @unchecked Sendable {
    // Proof: `state` is touched only by who holds the lock.
    private let lock: NSLock
    private var state: State

    init(_ state: State, lock: NSLock = NSLock()) {
        self.state = state
        self.lock = lock
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        acquire()
        defer { lock.unlock() }
        return try body(&state)
    }

    private func acquire() {
        for _ in 0..<1000 where lock.try() { return }
        lock.lock()
    }

    /// For who holds the lock already, with which several states are guarded.
    func whileLocked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try body(&state)
    }
}
