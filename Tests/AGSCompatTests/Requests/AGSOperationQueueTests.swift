import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSOperationQueueTests {
    /// Ends when it is told to.
    private final class Step: AGSObservableOperation {
        let begun: @Sendable () -> Void
        private(set) var completions: [Bool] = []

        init(_ begun: @escaping @Sendable () -> Void) { self.begun = begun }

        override func doExecute() { begun() }
        override func doCancel() { doneExecuting() }
        override func didComplete(_ everStarted: Bool) {
            completions.append(everStarted)
            super.didComplete(everStarted)
        }
    }

    private final class Computation: AGSOperationBase {
        override var startAsynchronously: Bool { true }
        let isMain = Log<Bool>()

        override func doExecute() {
            isMain.append(CallbackQueue.isMain)
            doneExecuting()
        }
    }

    @Test func `operations start in their order, as many at a time as are wanted`() {
        let queue = AGSOperationQueue()
        queue.maxConcurrentOperationCount = 2
        let begun = Log<Int>()
        let steps = (0..<5).map { number in Step { begun.append(number) } }
        for step in steps { queue.addOperation(step) }
        #expect(begun.elements == [0, 1] && queue.operations.count == 5)
        steps[1].doneExecuting()
        #expect(begun.elements == [0, 1, 2] && queue.operations.count == 4)
        steps[3].cancel()
        #expect(steps[3].completions == [false] && steps[3].state == .completed)
        steps[0].doneExecuting()
        #expect(begun.elements == [0, 1, 2, 4])
        queue.maxConcurrentOperationCount = 0
        queue.cancelAllOperations()
        queue.waitUntilAllOperationsAreFinished()
        #expect(queue.operations.isEmpty && steps.map(\.completions) == [[true], [true], [true], [false], [true]])
    }

    @Test func `random commands leave no operation behind, none started twice, and never too many at once`() {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<200 {
            let queue = AGSOperationQueue()
            let limit = UInt.random(in: 1...3, using: &random)
            queue.maxConcurrentOperationCount = limit
            let begun = Log<Int>()
            var steps: [Step] = []
            for _ in 0..<30 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    let number = steps.count
                    steps.append(Step { begun.append(number) })
                    queue.addOperation(steps[number])
                case 1: steps.randomElement(using: &random)?.doneExecuting()
                default: steps.randomElement(using: &random)?.cancel()
                }
                let executing = steps.filter { $0.state == .executing }.count
                let ready = steps.filter { $0.state == .ready }.count
                #expect(executing <= Int(limit) && (ready == 0 || executing == Int(limit)))
                #expect(queue.operations.count == executing + ready)
            }
            queue.cancelAllOperations()
            #expect(queue.operations.isEmpty && steps.allSatisfy { $0.completions.count == 1 })
            #expect(Set(begun.elements).count == begun.elements.count)
        }
    }

    @Test func `who adds an operation twice has added it once, and what ended is let go of by others than the queue`() {
        let queue = AGSOperationQueue()
        queue.maxConcurrentOperationCount = 1
        let begun = Log<Int>()
        let (first, second) = (Step { begun.append(1) }, Step { begun.append(2) })
        for step in [first, first, second, second, first] { queue.addOperation(step) }
        #expect(queue.operations.count == 2 && begun.elements == [1])
        first.doneExecuting()
        #expect(begun.elements == [1, 2])
        second.doneExecuting()
        #expect(queue.operations.isEmpty)
        weak var gone: AGSOperationBase?
        for _ in 0..<200 {
            let operation = AGSOperationBase()
            gone = operation
            queue.addOperation(operation)
        }
        #expect(gone == nil)
    }

    @Test @MainActor func `what works where it is started works on another thread`() {
        let queue = AGSOperationQueue()
        queue.qualityOfService = .utility
        let operation = Computation()
        queue.addOperation(operation)
        queue.waitUntilAllOperationsAreFinished()
        #expect(operation.isMain.elements == [false] && queue.qualityOfService == .utility)
    }

    @Test func `listeners are told once, also late ones, and not those that have left`() async {
        let operation = Step {}
        let (first, second) = (NSObject(), NSObject())
        let told = Log<String>()
        operation.registerListener(first) { _, _ in told.append("replaced") }
        operation.registerListener(first) { result, _ in told.append("first \(result as? Int ?? 0)") }
        operation.registerListener(second) { _, _ in told.append("second") }
        #expect(operation.isRegisteredListener(second))
        operation.unregisterListener(second)
        #expect(operation.isRegisteredListener(first) && !operation.isRegisteredListener(second))
        operation.execute()
        operation.execute()
        operation.setResult(7, error: nil)
        operation.doneExecuting()
        operation.doneExecuting()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            operation.registerListener(second) { result, _ in
                told.append("late \(result as? Int ?? 0)")
                continuation.resume()
            }
        }
        #expect(told.elements == ["first 7", "late 7"] && operation.result as? Int == 7)
    }

    @Test func `a listener that is dead is not taken for one that lives where it was`() {
        let operation = Step {}
        for _ in 0..<1000 {
            let listener = NSObject()
            #expect(!operation.isRegisteredListener(listener))
            operation.registerListener(listener) { _, _ in }
        }
        operation.cancel()
        #expect((operation.error as NSError?)?.code == NSUserCancelledError && operation.canceled)
    }

    @Test func `a hundred thousand operations that end at once take no stack, and are cancelled in no time`() {
        let queue = AGSOperationQueue()
        queue.maxConcurrentOperationCount = 1
        let first = Step {}
        queue.addOperation(first)
        for _ in 0..<100_000 { queue.addOperation(AGSOperationBase()) }
        first.doneExecuting()
        #expect(queue.operations.isEmpty)
        queue.addOperation(Step {})
        for _ in 0..<100_000 { queue.addOperation(AGSOperationBase()) }
        queue.cancelAllOperations()
        #expect(queue.operations.isEmpty)
    }
}
