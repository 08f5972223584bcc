import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Dispatch
import Foundation
import Synchronization

/// What a closure costs beside a bare task that hops to a queue itself.
enum CallbackBenchmark {
    private static let count = 20_000
    /// What is measured takes microseconds on a few threads: a few runs tell little.
    private static let rounds = 101
    /// Of what takes a second.
    private static let slowRounds = 15
    private static let blockedCount = 8

    /// Counts answers, and says when all have come.
    private final class Answers: Sendable {
        private let open: Atomic<Int>
        private let all: CheckedContinuation<Void, Never>

        init(_ count: Int, _ all: CheckedContinuation<Void, Never>) {
            open = Atomic(count)
            self.all = all
        }

        func came() {
            if open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { all.resume() }
        }
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        [await elsewhere(), await main(), await besideBlocked(), try await loaded()]
    }

    private static func elsewhere() async -> Measurement {
        let queue = DispatchQueue(label: "cairn.benchmark")
        let (closure, bare) = await medians(
            rounds: rounds,
            {
                await answers(on: .global()) { answers in
                    _ = CallbackOperation {
                        7
                    } completion: { _ in
                        answers.came()
                    }
                }
            },
            {
                await answers(on: .global()) { answers in
                    Task {
                        _ = await seven()
                        queue.async { answers.came() }
                    }
                }
            })
        return measurement("a closure's answer, elsewhere", closure, "a task with queue.async", bare, 1.5)
    }

    private static func main() async -> Measurement {
        let (closure, bare) = await medians(
            rounds: rounds,
            {
                await answers(on: .main) { answers in
                    _ = CallbackOperation {
                        7
                    } completion: { _ in
                        answers.came()
                    }
                }
            },
            {
                await answers(on: .main) { answers in
                    Task {
                        _ = await seven()
                        DispatchQueue.main.async { answers.came() }
                    }
                }
            })
        return measurement("a closure's answer, on main", closure, "a task with DispatchQueue.main.async", bare, 1.2)
    }

    /// Answers one after the other while other callbacks are blocked, beside those while none is.
    private static func besideBlocked() async -> Measurement {
        let (blocked, free) = await medians(
            rounds: slowRounds,
            {
                let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                for _ in 0..<blockedCount {
                    CallbackQueue.ofSingleAnswer.callLater {
                        begun.signal()
                        mayEnd.wait()
                    }
                }
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        for _ in 0..<blockedCount { begun.wait() }
                        continuation.resume()
                    }
                }
                defer { for _ in 0..<blockedCount { mayEnd.signal() } }
                return await seconds { await oneByOne() }
            },
            { await seconds { await oneByOne() } })
        let name = "a closure's answer beside \(blockedCount) that are blocked"
        return measurement(name, blocked, "one beside none", free, 2)
    }

    private static func oneByOne() async {
        for _ in 0..<count {
            await withCheckedContinuation { continuation in
                _ = CallbackOperation {
                    7
                } completion: { _ in
                    continuation.resume()
                }
            }
        }
    }

    /// The completion of what is loaded, from the main queue to the main queue.
    private static func loaded() async throws -> Measurement {
        let transport = StubTransport { _ in .json(#"{"singleLineAddressField":{"name":"SingleLine"},"addressFields":[]}"#) }
        let task = LocatorTask(url: URL(string: "http://local.test/GeocodeServer")!, transport: transport)
        try await task.load()
        let carried = Carried(AGSLocatorTask(task))
        let time = await median {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { @Sendable in
                    let calls = seconds { for _ in 0..<count { carried.value.load { _ in } } }
                    DispatchQueue.main.async { @Sendable in continuation.resume(returning: calls) }
                }
            }
        }
        let each = time / Double(count) * 1e6
        return Measurement("load(completion:) of a loaded object, on main", each, unit: "µs", peer: "≤ 1 µs", atMost: 1)
    }

    private static func answers(on queue: DispatchQueue, _ ask: @escaping @Sendable (Answers) -> Void) async -> Double {
        await seconds {
            await withCheckedContinuation { continuation in
                let answers = Answers(count, continuation)
                queue.async { @Sendable in for _ in 0..<count { ask(answers) } }
            }
        }
    }

    private static func measurement(_ name: String, _ own: Double, _ peer: String, _ bare: Double, _ bound: Double) -> Measurement
    {
        let each = { (seconds: Double) in seconds / Double(count) * 1e6 }
        return Measurement(
            name: name, value: each(own), unit: "µs",
            peer: "≤ \(bound) × \(peer) (\(rounded(each(bare))) µs): \(rounded(own / bare)) ×", isWithinBound: own <= bound * bare
        )
    }

    @concurrent
    private static func seven() async -> Int { 7 }
}
