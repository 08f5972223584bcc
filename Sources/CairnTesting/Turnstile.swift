import Synchronization

/// Lets one through at a time; who of those that wait is next is left to chance.
final class Turnstile: Sendable {
    private struct State: Headcount {
        var random: SeededGenerator
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var watchers: [Int: CountWatcher] = [:]

        var count: Int { waiters.count }
    }

    private let state: Mutex<State>
    private let lastWatcher = Atomic(0)

    init(seed: UInt64) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    func enter() async {
        await withCheckedContinuation { continuation in
            let (isFree, watchers) = state.withLock { state in
                let isFree = !state.isTaken
                if !isFree { state.waiters.append(continuation) }
                state.isTaken = true
                return (isFree, state.takeSatisfiedWatchers())
            }
            if isFree { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let chosen = state.waiters.indices.randomElement(using: &state.random) else {
                state.isTaken = false
                return nil
            }
            return state.waiters.remove(at: chosen)
        }
        next?.resume()
    }

    /// Returns once at least `count` wait, or the waiting task is cancelled.
    func waiting(for count: Int) async {
        await state.reach(count, as: lastWatcher.add(1, ordering: .relaxed).newValue)
    }
}
