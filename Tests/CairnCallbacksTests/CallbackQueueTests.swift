import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Foundation
import Testing

extension CallbackQueue {
    /// Returns when everything that is to be called now has been.
    func drained() async {
        await withCheckedContinuation { continuation in callLater { continuation.resume() } }
    }
}

/// Where callbacks are called, on how many threads, and where their closures end.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CallbackQueueTests {
    /// Tells where it ends.
    final class Canary: Sendable {
        let ended: @Sendable () -> Void
        init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
        deinit { ended() }
    }

    /// Called on main, where no other reference to the closure is left when it returns.
    @MainActor private func callback(_ ended: @escaping @Sendable () -> Void) -> Callback<Int> {
        let canary = Canary(ended)
        return Callback<Int>(on: .main) { _ in withExtendedLifetime(canary) {} }
    }

    @MainActor private func handler(_ ended: @escaping @Sendable () -> Void) -> Handler<Int> {
        let canary = Canary(ended)
        return Handler<Int>(on: .main) { _ in withExtendedLifetime(canary) {} }
    }

    @Test func `a closure is let go on main where it is called there, from wherever that is told`() async {
        for _ in 0..<rounds(200) {
            let ends = Log<Bool>()
            let callback = await callback { ends.append(CallbackQueue.isMain) }
            Thread.detachNewThread { callback(1) }
            for await isMain in ends.entries {
                #expect(isMain)
                break
            }
        }
    }

    @Test func `one that is dropped uncalled, and a handler's, are let go on main as well`() async {
        let ends = Log<Bool>()
        _ = await callback { ends.append(CallbackQueue.isMain) }
        let handler = await handler { ends.append(CallbackQueue.isMain) }
        handler(1)
        handler.end()
        var count = 0
        for await isMain in ends.entries {
            #expect(isMain)
            count += 1
            if count == 2 { break }
        }
    }

    @Test func `callbacks that block until another is called stop nobody, however many they are`() async {
        let count = 120
        let semaphores = (0..<count).map { _ in DispatchSemaphore(value: 0) }
        let last = CallbackQueue()
        await withCheckedContinuation { continuation in
            for number in 0..<count {
                CallbackQueue().callLater {
                    semaphores[number].wait()
                    if number == 0 { continuation.resume() } else { semaphores[number - 1].signal() }
                }
            }
            last.callLater { semaphores[count - 1].signal() }
        }
        await last.drained()
    }

    @Test func `while all of them block Swift's tasks go on`() async {
        let release = DispatchSemaphore(value: 0)
        let queues = (0..<16).map { _ in CallbackQueue() }
        for queue in queues { queue.callLater { release.wait() } }
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<100 { group.addTask { number } }
            return await group.reduce(0, +)
        }
        #expect(sum == 4950)
        for _ in queues { release.signal() }
        for queue in queues { await queue.drained() }
    }

    #if os(Linux)
        @Test func `ten thousand queues whose callbacks return at once share few threads`() async throws {
            // In a process of its own, where no other test makes threads.
            await #expect(processExitsWith: .success) {
                func threadCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
                let before = try threadCount()
                let queues = (0..<10_000).map { _ in CallbackQueue() }
                let most = Level(0)
                await withTaskGroup(of: Void.self) { group in
                    for queue in queues {
                        queue.callLater {}
                        queue.callLater {}
                    }
                    most.send(try! threadCount())
                    for queue in queues { group.addTask { await queue.drained() } }
                }
                let after = try threadCount()
                precondition(max(most.value, after) - before <= 64, "\(before), \(most.value), \(after)")
            }
        }
    #endif

    @Test func `calls of one queue are made in order, whoever makes them`() async {
        let (queue, log) = (CallbackQueue(), Log<Int>())
        for number in 0..<1000 { queue.callLater { log.append(number) } }
        await queue.drained()
        #expect(log.elements == Array(0..<1000))
    }
}
