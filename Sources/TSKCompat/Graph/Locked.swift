import Foundation

/// State behind Foundation's lock.
///
/// Not `Mutex`: where bodies do hardly more than end, two threads want the lock all the time, and on Linux that one is handed from thread to
/// thread through the kernel, which can take a hundred times as long as what is done under it. Who finds this one taken asks again for a while.
final class Locked<State>: @unchecked Sendable {
    // Proof: `state` is touched only by who holds the lock.
    private let lock: NSLock
    /// Not a variable of the object: of those it is checked at run time, each time, that nobody else is at them.
    private let state: UnsafeMutablePointer<State>

    init(_ state: State, lock: NSLock = NSLock()) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        self.lock = lock
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        acquire()
        defer { lock.unlock() }
        return try body(&state.pointee)
    }

    private func acquire() {
        for _ in 0..<1000 where lock.try() { return }
        lock.lock()
    }

    /// For who holds the lock already, with which several states are guarded.
    func whileLocked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try body(&state.pointee)
    }
}
