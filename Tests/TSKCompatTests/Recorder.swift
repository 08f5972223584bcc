import Foundation
import Synchronization

/// What has happened, in order, from whatever thread; tests wait for what they expect.
final class Recorder: @unchecked Sendable {
    private struct State {
        var entries: [String] = []
        var waiters: [(isOver: ([String]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let lock = NSLock()
    private var state = State()

    var entries: [String] {
        lock.lock()
        defer { lock.unlock() }
        return state.entries
    }

    func add(_ entry: String) {
        lock.lock()
        state.entries.append(entry)
        let entries = state.entries
        let due = state.waiters.filter { $0.isOver(entries) }
        state.waiters.removeAll { $0.isOver(entries) }
        lock.unlock()
        for waiter in due { waiter.continuation.resume() }
    }

    func clear() {
        lock.lock()
        state.entries = []
        lock.unlock()
    }

    func count(of entry: String) -> Int { entries.filter { $0 == entry }.count }

    /// Waits until `entry` has been recorded that often.
    func wait(for entry: String, count: Int = 1) async {
        await wait { entries in entries.filter { $0 == entry }.count >= count }
    }

    func wait(until isOver: @escaping ([String]) -> Bool) async {
        await withCheckedContinuation { continuation in
            lock.lock()
            let isOverNow = isOver(state.entries)
            if !isOverNow { state.waiters.append((isOver, continuation)) }
            lock.unlock()
            if isOverNow { continuation.resume() }
        }
    }
}
