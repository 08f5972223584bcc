import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKExternalConditionTaskTests {
    let fixture = Fixture()
    let task = TSKExternalConditionTask(name: "C")

    init() {
        fixture.workflow.add(task, prerequisites: nil)
    }

    private var notes: [String] { fixture.recorder.entries.filter { $0.hasPrefix("C TSKTask") } }

    @Test func `a condition is not fulfilled at first`() {
        let plain = TSKExternalConditionTask()
        #expect(plain.name.hasPrefix("TSKTask 0x"))
        #expect(!plain.isFulfilled && plain.result == nil)
        #expect(TSKExternalConditionTask(name: "x").name == "x")
    }

    @Test func `started too early it fails, and being fulfilled retries it; the first fulfilment counts`() async {
        fixture.workflow.start()
        await fixture.failed(task)
        #expect(notes == ["C TSKTaskDidStart", "C TSKTaskDidFail"])
        task.fulfill(with: "r")
        await fixture.finished(task)
        task.fulfill(with: "other")
        #expect(
            notes == ["C TSKTaskDidStart", "C TSKTaskDidFail", "C TSKTaskDidRetry", "C TSKTaskDidStart", "C TSKTaskDidFinish"])
        #expect(task.isFulfilled && task.isFinished && task.result as? String == "r" && task.error == nil)
    }

    @Test func `fulfilling a ready task starts it and what depends on it, the workflow not having been started`() async {
        let after = fixture.quick("X", after: [task])
        task.fulfill(with: 1)
        await fixture.finished(after)
        #expect(task.result as? Int == 1)
    }

    @Test func `unfulfilled it fails with the domain and code of old`() async {
        task.start()
        await fixture.failed(task)
        let error = task.error as NSError?
        #expect(error?.domain == TSKTaskErrorDomain && error?.code == TSKErrorCode.externalConditionNotFulfilled.rawValue)
        #expect(!task.isFulfilled)
    }

    @Test func `a reset forgets the fulfilment`() async {
        task.fulfill(with: 1)
        await fixture.finished(task)
        task.reset()
        #expect(!task.isFulfilled && task.isReady && notes.last == "C TSKTaskDidReset")
        task.start()
        await fixture.failed(task)
    }

    @Test func `a reset that comes from a prerequisite forgets it too, also while pending`() async {
        let before = fixture.quick("P")
        let condition = TSKExternalConditionTask(name: "C2")
        fixture.workflow.add(condition, prerequisites: [before])
        condition.fulfill(with: 1)
        #expect(condition.isFulfilled && condition.state == .pending)
        before.reset()
        #expect(!condition.isFulfilled)
    }

    @Test func `a pending condition that is fulfilled finishes by itself when it is reached`() async {
        let before = fixture.open("P")
        let condition = TSKExternalConditionTask(name: "C2")
        fixture.workflow.add(condition, prerequisites: [before])
        fixture.workflow.start()
        await fixture.started(before)
        condition.fulfill(with: "early")
        #expect(condition.state == .pending)
        before.finish(with: nil)
        await fixture.finished(condition)
        #expect(condition.result as? String == "early")
    }

    @Test func `retry keeps the fulfilment, and revives what was cancelled after it`() async {
        let after = fixture.quick("X", after: [task])
        fixture.workflow.start()
        await fixture.failed(task)
        fixture.workflow.cancel()
        #expect(task.isFailed && after.isCancelled)
        task.fulfill(with: "q")
        await fixture.finished(after)
        #expect(task.isFinished)
    }

    @Test func `fulfilling from within the handler of its own failure works`() async {
        let delegate = WorkflowDelegate(fixture.recorder)
        delegate.onFail = { ($0 as? TSKExternalConditionTask)?.fulfill(with: "late") }
        fixture.workflow.delegate = delegate
        fixture.workflow.start()
        await fixture.finished(task)
        #expect(task.result as? String == "late")
    }

    @Test func `fulfilled before it is in a workflow, it only remembers that`() async {
        let condition = TSKExternalConditionTask(name: "C3")
        condition.fulfill(with: 3)
        #expect(condition.isFulfilled && condition.isReady)
        fixture.workflow.add(condition, prerequisites: nil)
        condition.start()
        await fixture.finished(condition)
    }
}
