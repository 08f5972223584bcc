import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CallbackTests {
    struct Broken: Error {}

    @Test func `a callback is called once however often it is told`() async {
        let (calls, queue) = (Log<Int>(), CallbackQueue())
        let callback = Callback<Int>(on: queue) { calls.append($0) }
        #expect(callback(1))
        #expect(!callback(2))
        await queue.drained()
        #expect(calls.elements == [1])
    }

    @Test func `an operation made on main is answered on main`() async {
        let isMain = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { @Sendable in
                _ = CallbackOperation {
                    await Task.yield()
                    return 1
                } completion: { _ in
                    continuation.resume(returning: CallbackQueue.isMain)
                }
            }
        }
        #expect(isMain)
    }

    @Test func `elsewhere the caller is not main`() async {
        let queues = await Task.detached { [CallbackQueue.ofCaller, CallbackQueue.ofCaller] }.value
        #expect(queues[0] !== CallbackQueue.main && queues[0] !== queues[1])
    }

    @Test func `a cancelled operation still answers, with CancellationError`() async {
        let gate = Gate()
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            let operation = CallbackOperation {
                try await gate.pass()
            } completion: { result in
                if case .failure(let error) = result { continuation.resume(returning: error) }
            }
            operation.cancel()
        }
        #expect(error is CancellationError)
    }

    @Test func `a handler is called every time in order`() async {
        let (seen, queue) = (Log<Int>(), CallbackQueue())
        let handler = Handler<Int>(on: queue) { seen.append($0) }
        for number in 0..<5 { handler(number) }
        await queue.drained()
        #expect(seen.elements == [0, 1, 2, 3, 4])
    }

    @Test func `an awaited callback returns what it is given, the first time`() async throws {
        let value: Int = try await awaitCallback { done in
            done(.success(7))
            done(.success(8))
            done(.failure(Broken()))
            return nil
        }
        #expect(value == 7)
        await #expect(throws: Broken.self) {
            let _: Int = try await awaitCallback { done in
                DispatchQueue.global().async { done(.failure(Broken())) }
                return nil
            }
        }
    }

    @Test func `a callback that is dropped uncalled is an error, not a hang`() async {
        await #expect(throws: CallbackError.self) {
            let _: Int = try await awaitCallback { _ in nil }
        }
    }

    @Test func `cancelling the awaiting task cancels the operation and returns promptly`() async {
        let isCancelled = Level(false)
        let kept = Level<Completion<Int>?>(nil)
        let caller = Task {
            let value: Int = try await awaitCallback { done in
                kept.send(done)
                return { isCancelled.send(true) }
            }
            return value
        }
        for await completion in kept.values where completion != nil { break }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(isCancelled.value)
    }

    @Test func `a handler may be called from within its own closure`() async {
        let (seen, queue) = (Log<Int>(), CallbackQueue())
        let again = Level<Handler<Int>?>(nil)
        let handler = Handler<Int>(on: queue) { value in
            if value < 3 { again.value?(value + 1) }
            seen.append(value)
            if value == 3 { seen.finish() }
        }
        again.send(handler)
        handler(1)
        for await _ in seen.entries {}
        again.send(nil)
        #expect(seen.elements == [1, 2, 3], "one call after the other")
    }

    @Test func `an operation is not started for a task that is cancelled already`() async {
        let isStarted = Level(false)
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let _: Int = try await awaitCallback { _ in
                isStarted.send(true)
                return nil
            }
        }
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(!isStarted.value)
    }
}
