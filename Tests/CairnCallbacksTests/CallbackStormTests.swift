import CairnCallbacks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Many calls at once, from everywhere, with cancellations from two threads.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CallbackStormTests {
    /// Keeps count of answers, and says when all have come.
    private final class Storm: Sendable {
        private struct State {
            var counts: [UInt8]
            var misplaced = 0
            var open: Int
            var end: CheckedContinuation<Void, Never>?
        }

        private let state: Mutex<State>
        let cancellers = [DispatchQueue(label: "cancel.1"), DispatchQueue(label: "cancel.2")]

        init(_ count: Int) { state = Mutex(State(counts: Array(repeating: 0, count: count), open: count)) }

        func came(_ number: Int, inPlace: Bool) {
            let end = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.counts[number] += 1
                state.open -= 1
                if !inPlace { state.misplaced += 1 }
                return state.open == 0 ? state.end.take() : nil
            }
            end?.resume()
        }

        func allCame(_ begin: () -> Void) async {
            await withCheckedContinuation { continuation in
                state.withLock { $0.end = continuation }
                begin()
            }
        }

        var outcome: (answeredOnce: Bool, misplaced: Int) {
            state.withLock { ($0.counts.allSatisfy { $0 == 1 }, $0.misplaced) }
        }

        /// Makes a call, and from its answer another one.
        func call(_ number: Int, thenFrom next: Int?) {
            let wasMain = CallbackQueue.isMain
            let operation = CallbackOperation {
                if number.isMultiple(of: 3) { await Task.yield() }
                try Task.checkCancellation()
            } completion: { _ in
                let isMain = CallbackQueue.isMain
                if let next { self.call(next, thenFrom: nil) }
                self.came(number, inPlace: isMain == wasMain)
            }
            guard number.isMultiple(of: 5) else { return }
            for queue in cancellers { queue.async { operation.cancel() } }
        }
    }

    @Test func `calls from main, from elsewhere and from callbacks are each answered once, where they must be`() async {
        let count = rounds(4000, long: 50_000)
        let storm = Storm(count * 2)
        await storm.allCame {
            DispatchQueue.main.async { @Sendable in
                for number in stride(from: 0, to: count, by: 2) { storm.call(number, thenFrom: number + count) }
            }
            DispatchQueue.global().async { @Sendable in
                for number in stride(from: 1, to: count, by: 2) { storm.call(number, thenFrom: number + count) }
            }
        }
        #expect(storm.outcome == (true, 0))
    }
}
