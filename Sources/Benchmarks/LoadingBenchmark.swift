import CairnCore
import CairnTesting
import Synchronization

/// `load()` when loaded, and ten thousand first callers.
enum LoadingBenchmark {
    private final class Thing: Loadable {
        let loader = Loader()
        let gate: Gate?
        init(_ gate: Gate? = nil) { self.gate = gate }
        @concurrent func performLoad() async throws { try await gate?.pass() }
    }

    private final class Waiting: Sendable {
        let list = Mutex<[CheckedContinuation<Void, any Error>]>([])
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        [try await warm(), try await first()]
    }

    private static func warm() async throws -> Measurement {
        let count = 2_000_000
        let thing = Thing()
        try await thing.load()
        let mutex = Mutex(0)
        let lock = await median { seconds { for _ in 0..<count { mutex.withLock { $0 &+= 1 } } } } / Double(count) * 1e9
        let load = try await median { try await seconds { for _ in 0..<count { try await thing.load() } } } / Double(count) * 1e9
        return Measurement(
            name: "load() of a loaded object", value: load, unit: "ns",
            peer: "≤ 3 × Mutex.withLock (\(rounded(lock)) ns): \(rounded(load / lock)) ×", isWithinBound: load <= 3 * lock)
    }

    private static func first() async throws -> Measurement {
        let count = 10_000
        let (load, bare) = try await medians({ try await firstCallers(count) }, { await bareContinuations(count) })
        return Measurement(
            name: "10,000 concurrent first callers, one attempt", value: load * 1000, unit: "ms",
            peer: "≤ 1.3 × bare continuations (\(rounded(bare * 1000)) ms): \(rounded(load / bare)) ×",
            isWithinBound: load <= 1.3 * bare)
    }

    private static func firstCallers(_ count: Int) async throws -> Double {
        let gate = Gate()
        let thing = Thing(gate)
        return try await seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { try await thing.load() } }
                while thing.loader.waiting < count { await Task.yield() }
                gate.open()
                try await group.waitForAll()
            }
        }
    }

    /// The same callers, each suspended on a continuation that is resumed by hand.
    private static func bareContinuations(_ count: Int) async -> Double {
        let waiting = Waiting()
        return await seconds {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try? await withCheckedThrowingContinuation { continuation in
                            waiting.list.withLock { $0.append(continuation) }
                        }
                    }
                }
                while waiting.list.withLock(\.count) < count { await Task.yield() }
                for continuation in waiting.list.withLock(\.self) { continuation.resume() }
                await group.waitForAll()
            }
        }
    }
}

func rounded(_ value: Double) -> String {
    let tenths = Int(rounding: value * 10, .towardZero) ?? 0
    return "\(tenths / 10).\(tenths % 10)"
}
