#if os(Linux) && !CAIRN_DARWIN
    import Dispatch
    import Foundation
    import Synchronization
    import Testing

    @testable import CairnCallbacks

    @Suite(.timeLimit(.minutes(10)))
    struct KernelThreadTests {
        /// Counts until it may rest, and then waits.
        private final class Worker: Sendable {
            let count = Atomic(0)
            let mayRest = Atomic(false)
            let wakes = DispatchSemaphore(value: 0)

            func work() {
                while !mayRest.load(ordering: .relaxed) { count.add(1, ordering: .relaxed) }
                wakes.wait()
            }
        }

        @Test(arguments: ["/nowhere", "/proc/thread-self/stat/nothing", "/dev/null"])
        func `who works is awake and who waits asleep, where the state cannot be read`(path: String) async {
            let worker = Worker()
            var thread = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(returning: KernelThread(statePath: path))
                    worker.work()
                }
            }
            for _ in 0..<10 {
                let seen = worker.count.load(ordering: .relaxed)
                while worker.count.load(ordering: .relaxed) < seen + 10_000 { await Task.yield() }
                let isAsleep = thread.isAsleep()
                #expect(!isAsleep)
            }
            worker.mayRest.store(true, ordering: .relaxed)
            while !thread.isAsleep() { await Task.yield() }
            worker.wakes.signal()
        }
    }
#endif
