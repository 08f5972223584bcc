import CairnTesting
import Synchronization
import Testing

@testable import CairnCore

/// Random commands from eight tasks against what a loader promises.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct LoaderStressTests {
    /// Ends as chance says, and notes when two attempts overlap.
    private final class Fickle: Loadable {
        let loader = Loader()
        let attempts = Atomic(0)
        let running = Atomic(0)
        let faults = Mutex<[String]>([])
        private let generator: Mutex<SeededGenerator>

        init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

        @concurrent func performLoad() async throws {
            attempts.add(1, ordering: .relaxed)
            if running.add(1, ordering: .sequentiallyConsistent).newValue > 1 { fault("two attempts overlap") }
            defer { running.subtract(1, ordering: .sequentiallyConsistent) }
            if loader.isLoaded { fault("loaded, and loaded again") }
            let chance = generator.withLock { $0.next() }
            for _ in 0..<chance % 4 { await Task.yield() }
            switch chance >> 8 & 7 {
            case 0: throw Broken()
            case 1: throw CancellationError()
            case 2: try Task.checkCancellation()
            default: break
            }
        }

        func fault(_ text: String) { faults.withLock { $0.append(text) } }
    }

    @Test func `whatever is asked from all sides, one attempt runs and everybody is answered`() async throws {
        let watchdog = Watchdog("a loader")
        for seed in 0..<UInt64(rounds(500)) {
            let thing = Fickle(seed: seed)
            watchdog.step { "\(thing.loadStatus), \(thing.loader.waiting) wait, \(thing.running.load(ordering: .relaxed)) run" }
            let users = (0..<8).map { number in Task { await Self.use(thing, SeededGenerator(seed: seed << 8 | UInt64(number))) }
            }
            for user in users { await user.value }
            while !thing.loadStatus.isLoaded { try? await thing.retryLoad() }
            try await thing.load()
            #expect(thing.faults.withLock(\.self) == [] && thing.loader.waiting == 0, "seed \(seed)")
            var last = thing.loadStatuses.makeAsyncIterator()
            #expect(await last.next()?.isLoaded == true)
        }
    }

    private static func use(_ thing: Fickle, _ generator: SeededGenerator) async {
        var generator = generator
        for _ in 0..<4 {
            let chance = generator.next()
            switch chance % 5 {
            case 0: thing.cancelLoad()
            case 1: await cancelled(after: chance >> 8 & 3) { try? await thing.load() }
            case 2: await cancelled(after: chance >> 8 & 3) { await watch(thing) }
            case 3: try? await thing.retryLoad()
            default:
                if (try? await thing.load()) != nil, !thing.loadStatus.isLoaded { thing.fault("answered before it was loaded") }
            }
        }
    }

    /// Nothing follows `loaded`.
    private static func watch(_ thing: Fickle) async {
        var wasLoaded = false
        await withTaskCancellationHandler {
            for await status in thing.loadStatuses {
                if wasLoaded { thing.fault("\(status) after loaded") }
                wasLoaded = status.isLoaded
                if wasLoaded { return }
            }
        } onCancel: {
            thing.cancelLoad()
        }
    }
}

/// Runs a body in a task of its own, and cancels it a little later.
func cancelled(after yields: UInt64, _ body: @escaping @Sendable () async -> Void) async {
    let task = Task { await body() }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    await task.value
}
