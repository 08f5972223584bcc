import Dispatch
import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKTaskTests {
    let fixture = Fixture()
    var workflow: TSKWorkflow { fixture.workflow }
    var recorder: Recorder { fixture.recorder }

    @Test func `a task is ready, and in no workflow`() {
        for task in [TSKTask(), TSKTask(name: nil)] {
            #expect(task.name.hasPrefix("TSKTask 0x"))
            #expect(task.workflow == nil && task.isReady && task.operationQueue == nil)
            #expect(task.prerequisiteTasks.isEmpty && task.dependentTasks.isEmpty && task.keyedPrerequisiteTasks.isEmpty)
            #expect(task.unkeyedPrerequisiteTasks.isEmpty && task.requiredPrerequisiteKeys == [])
        }
        let name: String = TSKTask(name: "N").name
        #expect(name == "N")
    }

    @Test func `a task in a workflow knows its relations`() {
        let (a, b) = (fixture.open("A"), fixture.open("B"))
        let c = fixture.open("C", after: [a], keyed: ["b": b])
        #expect(a.workflow === workflow && a.prerequisiteTasks.isEmpty && a.dependentTasks == [c])
        #expect(c.prerequisiteTasks == [a, b] && c.unkeyedPrerequisiteTasks == [a] && c.keyedPrerequisiteTasks == ["b": b])
        #expect(c.state == .pending && c.dependentTasks.isEmpty)
    }

    @Test func `a task bound to a key and not bound to one counts as bound`() {
        let a = fixture.open("A")
        let b = fixture.open("B", after: [a], keyed: ["x": a, "y": a])
        #expect(b.prerequisiteTasks == [a] && b.unkeyedPrerequisiteTasks.isEmpty && b.keyedPrerequisiteTasks.count == 2)
    }

    @Test func `starting calls main`() async {
        let a = fixture.open("A")
        a.start()
        await fixture.started(a)
        #expect(a.isExecuting && recorder.entries == ["A TSKTaskDidStart", "A main"])
    }

    @Test func `main runs as an operation of the queue, which can hold it back and limit it`() async {
        let queue = OperationQueue()
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let tasks = (0..<3).map { fixture.open("\($0)") }
        fixture.workflow.start()
        #expect(queue.operationCount == 3)
        #expect(tasks.allSatisfy { $0.isReady })
        queue.isSuspended = false
        for task in tasks { await fixture.started(task) }
        // An operation lasts as long as `main`, not as long as the task.
        await fixture.drained(queue)
        #expect(tasks.allSatisfy { $0.isExecuting })
    }

    @Test func `a serial queue runs one main after the other, in the order they were started`() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let fixture = Fixture("Q", queue: queue)
        for number in 0..<20 { fixture.quick("\(number)") }
        fixture.workflow.start()
        await fixture.workflowFinished()
        #expect(fixture.recorder.entries.filter { $0.hasSuffix(" main") } == (0..<20).map { "\($0) main" })
    }

    @Test func `a task can have a queue of its own`() async {
        let a = fixture.open("A")
        #expect(a.operationQueue === workflow.operationQueue)
        let own = OperationQueue()
        own.isSuspended = true
        a.operationQueue = own
        #expect(a.operationQueue === own)
        a.start()
        #expect(own.operationCount == 1)
        own.isSuspended = false
        await fixture.started(a)
        a.operationQueue = nil
        #expect(a.operationQueue === workflow.operationQueue)
    }

    @Test func `on the main queue main runs on the main queue`() async {
        let fixture = Fixture("M", queue: .main)
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let task = fixture.add(
            TestTask(name: "A", recorder: fixture.recorder) { $0.finish(with: DispatchQueue.getSpecific(key: key) == true) })
        fixture.workflow.start()
        await fixture.finished(task)
        #expect(task.result as? Bool == true)
    }

    @Test func `on a queue with an underlying Dispatch queue main runs there`() async {
        let (queue, underlying, key) = (OperationQueue(), DispatchQueue(label: "own"), DispatchSpecificKey<Bool>())
        underlying.setSpecific(key: key, value: true)
        queue.underlyingQueue = underlying
        let fixture = Fixture("U", queue: queue)
        let tasks = (0..<3).map { number in
            fixture.add(
                TestTask(name: "\(number)", recorder: fixture.recorder) {
                    $0.finish(with: DispatchQueue.getSpecific(key: key) == true && OperationQueue.current === queue)
                })
        }
        fixture.workflow.start()
        await fixture.workflowFinished()
        #expect(tasks.allSatisfy { $0.result as? Bool == true })
    }

    @Test func `a name can be set, and taken back`() {
        let task = TSKTask(name: "A")
        task.name = "B"
        #expect(task.name == "B")
        task.name = nil
        #expect(task.name.hasPrefix("TSKTask 0x"))
        #expect(task.description.contains("name = TSKTask 0x"))
    }

    @Test func `finishing keeps the result and the date`() async {
        let (a, start) = (fixture.open("A"), Date())
        a.start()
        await fixture.started(a)
        let result = NSObject()
        a.finish(with: result)
        #expect(a.isFinished && a.result as? NSObject === result && a.error == nil)
        #expect(isSince(a.finishDate, start))
        #expect(recorder.entries.contains("A TSKTaskDidFinish"))
    }

    @Test func `failing keeps the error and the date`() async {
        let (a, start) = (fixture.open("A"), Date())
        a.start()
        await fixture.started(a)
        a.fail(with: TestError(1))
        #expect(a.isFailed && a.error as? TestError == TestError(1) && a.result == nil)
        #expect(isSince(a.finishDate, start))
        a.retry()
        await fixture.started(a, count: 2)
        #expect(a.error == nil && a.finishDate == nil)
        a.fail(with: nil)
        #expect(a.isFailed && a.error == nil)
    }

    @Test func `a retry starts a failed task again, and reaches every dependent`() async {
        let a = fixture.open("A")
        let (b, c) = (fixture.open("B", after: [a]), fixture.open("C", after: [a]))
        a.retry()
        #expect([a, b, c].map(\.state) == [.ready, .pending, .pending])
        #expect([a, b, c].allSatisfy { recorder.count(of: "\($0.name!) retry()") == 1 })
        a.start()
        await fixture.started(a)
        a.fail(with: nil)
        a.retry()
        await fixture.started(a, count: 2)
        #expect(recorder.entries.contains("A TSKTaskDidRetry") && a.isExecuting)
        a.finish(with: nil)
        #expect(a.isFinished)
    }

    @Test func `what is cancelled ignores a late finish`() async {
        let a = fixture.open("A")
        a.start()
        await fixture.started(a)
        a.cancel()
        #expect(a.isCancelled && recorder.entries.contains("A TSKTaskDidCancel"))
        a.finish(with: "late")
        #expect(a.isCancelled && a.result == nil && a.finishDate == nil)
    }

    @Test func `cancelling what has not started cancels what depends on it`() {
        let a = fixture.open("A")
        let (b, c) = (fixture.open("B", after: [a]), fixture.open("C", after: [a]))
        a.cancel()
        #expect([a, b, c].allSatisfy { $0.isCancelled && recorder.count(of: "\($0.name!) TSKTaskDidCancel") == 1 })
    }

    @Test func `what is cancelled ignores a late failure`() async {
        let a = fixture.open("A")
        a.start()
        await fixture.started(a)
        a.cancel()
        a.fail(with: TestError(1))
        #expect(a.isCancelled && a.error == nil && a.finishDate == nil)
    }

    @Test func `a reset task can be run again, and reaches every dependent`() async {
        let a = fixture.open("A")
        fixture.open("B", after: [a])
        a.start()
        await fixture.started(a)
        a.finish(with: 1)
        a.reset()
        #expect(a.isReady && a.finishDate == nil && a.result == nil)
        #expect(recorder.entries.contains("A TSKTaskDidReset") && recorder.count(of: "B reset()") == 1)
        a.start()
        await fixture.started(a, count: 2)
        a.finish(with: 2)
        #expect(a.result as? Int == 2)
    }

    @Test func `the delegate hears of the end, once, and of nothing else`() async {
        let delegate = TaskDelegate(recorder)
        let a = fixture.add(TestTask(name: "A", recorder: recorder) { $0.finish(with: 1) })
        a.delegate = delegate
        let b = fixture.failing("B", TestError(2))
        b.delegate = delegate
        let c = fixture.open("C")
        c.delegate = delegate
        workflow.start()
        await fixture.finished(a)
        await fixture.failed(b)
        c.cancel()
        #expect(
            Set(recorder.entries.filter { $0.contains("delegate") }) == [
                "A delegate finish 1", "B delegate fail 2", "C delegate cancel",
            ])
        #expect(recorder.entries.filter { $0.contains("delegate") }.count == 3)
    }

    @Test func `a delegate that implements nothing is fine`() async {
        let bare = BareDelegate()
        let (a, b, c) = (fixture.quick("A"), fixture.failing("B"), fixture.open("C"))
        for task in [a, b, c] { task.delegate = bare }
        workflow.start()
        await fixture.finished(a)
        await fixture.failed(b)
        c.cancel()
        #expect([a, b, c].map(\.state) == [.finished, .failed, .cancelled])
    }

    @Test(arguments: [false, true])
    func `results of prerequisites can be had in every way`(hasValues: Bool) async {
        func value(_ name: String) -> Any? { hasValues ? name : nil }
        let unkeyed = (0..<6).map { number in
            fixture.add(TestTask(name: "u\(number)", recorder: recorder) { $0.finish(with: value($0.name)) })
        }
        let keyed = (0..<7).map { number in
            fixture.add(TestTask(name: "k\(number)", recorder: recorder) { $0.finish(with: value($0.name)) })
        }
        let keys = Dictionary(uniqueKeysWithValues: keyed.map { (AnyHashable($0.name!), $0 as TSKTask) })
        let last = fixture.open("last", after: unkeyed, keyed: keys)
        workflow.start()
        await fixture.started(last)

        func text(_ value: Any?) -> String { value is NSNull ? "NSNull" : value as? String ?? "nil" }
        let expected = { (tasks: [TestTask]) in tasks.map { hasValues ? $0.name! : "NSNull" }.sorted() }
        #expect(last.allPrerequisiteResults().map(text).sorted() == expected(unkeyed + keyed))
        #expect(last.allUnkeyedPrerequisiteResults().map(text).sorted() == expected(unkeyed))
        #expect(
            last.keyedPrerequisiteResults().mapValues(text)
                == Dictionary(uniqueKeysWithValues: keyed.map { (AnyHashable($0.name!), hasValues ? $0.name! : "NSNull") }))
        #expect(last.prerequisiteResultsByTask().count == 13)
        #expect(last.prerequisiteResultsByTask().allSatisfy { text($0.value) == (hasValues ? $0.key.name! : "NSNull") })
        #expect(text(last.prerequisiteResult(forKey: "k3")) == (hasValues ? "k3" : "nil"))
        #expect(last.prerequisiteResult(forKey: "none") == nil)
        #expect((last.anyPrerequisiteResult() != nil) == hasValues)
    }

    @Test func `main finishes with nothing unless overridden`() async {
        let task = fixture.add(TSKTask(name: "T"))
        workflow.start()
        await fixture.finished(task)
        #expect(task.result == nil)
    }

    @Test func `commands that a state does not allow change nothing`() async {
        let task = TSKTask(name: "T")
        task.finish(with: 1)
        task.fail(with: TestError(1))
        task.retry()
        #expect(task.isReady && task.result == nil)
        task.cancel()
        #expect(task.isCancelled)
        workflow.add(task, prerequisites: nil)
        #expect(task.isCancelled && workflow.hasUnfinishedTasks())
        task.reset()
        #expect(task.isReady)
        task.start()
        await fixture.finished(task)
        task.finish(with: 2)
        task.fail(with: TestError(2))
        task.cancel()
        task.retry()
        #expect(task.isFinished && task.result == nil && task.error == nil)
    }
}
