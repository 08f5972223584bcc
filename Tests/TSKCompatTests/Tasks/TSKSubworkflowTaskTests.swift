import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKSubworkflowTaskTests {
    let inner = Fixture("IN")
    let outer = Fixture("OUT")

    private func addTask(after prerequisites: [TSKTask] = []) -> TSKSubworkflowTask {
        outer.add(TSKSubworkflowTask(name: "S", subworkflow: inner.workflow), prerequisites)
    }

    @Test func `it keeps its workflow and name`() {
        let plain = TSKSubworkflowTask(subworkflow: inner.workflow)
        #expect(plain.subworkflow === inner.workflow && plain.name.hasPrefix("TSKTask 0x"))
        #expect(addTask().name == "S")
    }

    @Test func `starting it starts the workflow`() async {
        let task = addTask()
        task.start()
        await inner.recorder.wait(for: "IN TSKWorkflowWillStart")
        await outer.finished(task)
    }

    @Test func `cancelling it cancels the workflow`() {
        let step = inner.open("I")
        let task = addTask()
        task.cancel()
        #expect(task.isCancelled && step.isCancelled)
        #expect(inner.recorder.entries.first == "IN TSKWorkflowWillCancel")
        #expect(outer.recorder.count(of: "S TSKTaskDidCancel") == 1)
    }

    @Test func `resetting it resets the workflow`() async {
        let step = inner.quick("I")
        let task = addTask()
        task.start()
        await outer.finished(task)
        task.reset()
        #expect(inner.recorder.count(of: "IN TSKWorkflowWillReset") == 1)
        #expect(outer.recorder.count(of: "S TSKTaskDidReset") == 1)
        #expect(task.isReady && step.isReady)
    }

    @Test func `retrying it retries the workflow`() async {
        let step = inner.failing("I")
        let task = addTask()
        task.start()
        await outer.failed(task)
        await inner.recorder.wait(for: "IN TSKWorkflowTaskDidFail{I}")
        task.retry()
        await outer.failed(task, count: 2)
        #expect(inner.recorder.count(of: "IN TSKWorkflowWillRetry") == 1)
        #expect(outer.recorder.count(of: "S TSKTaskDidRetry") == 1)
        #expect(task.isFailed && step.isFailed)
    }

    @Test(arguments: [false, true])
    func `a workflow that has finished before finishes it at once`(hasTask: Bool) async {
        if hasTask { inner.quick("I") }
        inner.workflow.start()
        await inner.workflowFinished()
        let (task, start) = (addTask(), Date())
        task.start()
        await outer.finished(task)
        #expect(task.result as? TSKWorkflow === inner.workflow)
        #expect(isSince(task.finishDate, start))
    }

    @Test func `it finishes when the workflow does`() async {
        let step = inner.open("I")
        let task = addTask()
        task.start()
        await inner.started(step)
        #expect(task.isExecuting && step.isExecuting)
        step.finish(with: nil)
        await outer.finished(task)
        #expect(task.result as? TSKWorkflow === inner.workflow)
    }

    @Test func `of tasks that have failed before, the one that failed first gives the error`() async {
        let first = inner.open("I1")
        let second = inner.open("I2")
        inner.workflow.start()
        await inner.started(first)
        await inner.started(second)
        second.fail(with: TestError(2))
        first.fail(with: TestError(1))
        let task = addTask()
        task.start()
        await outer.failed(task)
        #expect(task.error as? TestError == TestError(2))
    }

    @Test func `it fails when a task of the workflow does`() async {
        let step = inner.open("I")
        let task = addTask()
        task.start()
        await inner.started(step)
        step.fail(with: TestError(3))
        await outer.failed(task)
        #expect(task.error as? TestError == TestError(3))
    }

    @Test func `a task cancelled before it exists cancels it when it starts`() async {
        let step = inner.open("I")
        step.cancel()
        let task = addTask()
        task.start()
        await outer.recorder.wait(for: "S TSKTaskDidCancel")
        #expect(task.isCancelled)
    }

    @Test func `failure goes before cancellation`() async {
        let cancelled = inner.open("I1")
        let failed = inner.open("I2")
        inner.workflow.start()
        await inner.started(failed)
        await inner.started(cancelled)
        cancelled.cancel()
        failed.fail(with: TestError(4))
        let task = addTask()
        task.start()
        await outer.failed(task)
        #expect(task.error as? TestError == TestError(4))
    }

    @Test func `it is cancelled when a task of the workflow is`() async {
        let step = inner.open("I")
        let task = addTask()
        task.start()
        await inner.started(step)
        step.cancel()
        #expect(task.isCancelled)
    }

    @Test func `an inner cancellation before it has started cancels it and what depends on it`() {
        let step = inner.open("I")
        let task = addTask()
        let after = outer.open("X", after: [task])
        step.cancel()
        #expect(task.isCancelled && after.isCancelled)
    }

    @Test func `retried while its prerequisite is missing, the inner tasks wait for it`() async {
        let step = inner.open("I")
        let before = outer.open("P")
        let task = addTask(after: [before])
        outer.workflow.start()
        await outer.started(before)
        task.cancel()
        #expect(step.isCancelled)
        task.retry()
        #expect(task.state == .pending && step.isCancelled)
        before.finish(with: nil)
        await inner.started(step)
        step.finish(with: nil)
        await outer.finished(task)
    }

    @Test func `an inner cancellation after a failure leaves what depends on it alone`() async {
        let failing = inner.failing("F")
        let other = inner.open("G")
        let task = addTask()
        let after = outer.open("X", after: [task])
        task.start()
        await outer.failed(task)
        await inner.started(other)
        _ = failing
        other.cancel()
        #expect(task.isFailed && after.state == .pending)
    }

    @Test func `handlers are called in the order of old when it is cancelled`() async {
        for name in ["J0", "J1"] { inner.open(name) }
        let task = addTask()
        outer.open("X", after: [task])
        task.start()
        await inner.recorder.wait { $0.contains("J0 main") && $0.contains("J1 main") }
        let log = Recorder()
        let delegate = TaskDelegate(log)
        task.delegate = delegate
        for step in inner.workflow.allTasks { step.delegate = delegate }
        for step in outer.workflow.allTasks { step.delegate = delegate }
        task.cancel()
        #expect(log.entries == ["J0 delegate cancel", "S delegate cancel", "X delegate cancel", "J1 delegate cancel"])
    }

    @Test func `workflows nest, and the inmost failure reaches the outmost task`() async {
        let middle = Fixture("MID")
        inner.failing("I", TestError(9))
        let within = middle.add(TSKSubworkflowTask(name: "M", subworkflow: inner.workflow))
        let task = outer.add(TSKSubworkflowTask(name: "S", subworkflow: middle.workflow))
        outer.workflow.start()
        await outer.failed(task)
        #expect(within.isFailed && task.error as? TestError == TestError(9))
    }

    @Test func `a workflow that was reset in the middle does not hang it`() async {
        let first = inner.quick("A")
        let second = inner.quick("B", after: [first])
        inner.workflow.start()
        await inner.workflowFinished()
        second.reset()
        let task = addTask()
        task.start()
        await outer.finished(task)
    }

    @Test func `it goes on where a handler of the inner cancellation has retried that`() async {
        let (task, open, delegate) = (addTask(), inner.open("A"), TaskDelegate(Recorder()))
        open.delegate = delegate
        delegate.onCancel = { $0.retry() }
        task.start()
        await inner.started(open)
        open.cancel()
        #expect(task.isExecuting)
        await inner.started(open, count: 2)
        open.finish(with: nil)
        #expect(task.isFinished)
    }
}
