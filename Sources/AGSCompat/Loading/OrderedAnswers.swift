import CairnCallbacks
import Synchronization

/// Answers callers on the main queue in the order in which they have asked: who asks when all is there already may be answered before those who have
/// waited for it are.
final class OrderedAnswers: Sendable {
    private struct Caller: Sendable {
        let callback: Callback<(any Error)?>
        /// What it is to be told; nil until that is known.
        var answer: (any Error)??
    }

    private struct State: Sendable {
        /// The numbers of the first that is not answered, and of the next to come.
        var (first, next) = (0, 0)
        var callers: [Int: Caller] = [:]
    }

    private let state = Mutex(State())
    /// How many are not answered: written under the lock, and asked without it by everybody who loads what is loaded.
    private let open = Atomic(0)

    /// A caller to be answered.
    ///
    /// - Returns: Its number.
    func expect(_ completion: @escaping ((any Error)?) -> Void) -> Int {
        let caller = Caller(callback: Callback(on: .main, completion))
        return state.withLock { state in
            defer { state.next += 1 }
            state.callers[state.next] = caller
            open.add(1, ordering: .relaxed)
            return state.next
        }
    }

    /// Whether all are answered.
    var isIdle: Bool { open.load(ordering: .acquiring) == 0 }

    /// Answers a caller, once those before it are answered. Each is answered by whoever cancels or ends what all of them wait for, so that nobody
    /// waits for another for long.
    func answer(_ number: Int, _ error: (any Error)?) {
        state.withLock { state in
            state.callers[number]?.answer = .some(error)
            // Under the lock, for a call only goes on the main queue there.
            while let caller = state.callers[state.first], let answer = caller.answer {
                caller.callback.callLater(answer)
                state.callers[state.first] = nil
                state.first += 1
                open.subtract(1, ordering: .releasing)
            }
        }
    }
}
