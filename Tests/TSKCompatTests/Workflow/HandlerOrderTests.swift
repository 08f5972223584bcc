import Dispatch
import Foundation
import Synchronization
import Testing
import TSKCompat

/// Which handler is called when, as the original did it.
@Suite(.timeLimit(.minutes(10)))
struct HandlerOrderTests {
    let fixture = Fixture()
    var recorder: Recorder { fixture.recorder }

    final class HookTask: TSKBlockTask, @unchecked Sendable {
        var recorder: Recorder?
        override func didFinish(with result: Any?) { recorder?.add("\(name!) hook finish \(result ?? "nil") \(isFinished)") }
        override func didFail(with error: (any Error)?) { recorder?.add("\(name!) hook fail \(isFailed)") }
        override func didCancel() { recorder?.add("\(name!) hook cancel \(isCancelled)") }
        override func didReset() { recorder?.add("\(name!) hook reset") }
        override func didRetry() { recorder?.add("\(name!) hook retry") }
    }

    private func hooked(_ name: String, after prerequisites: [TSKTask] = [], _ block: @escaping (TSKTask) -> Void) -> HookTask {
        let task = HookTask(name: name, block: block)
        task.recorder = recorder
        return fixture.add(task, prerequisites)
    }

    @Test func `finish: hook, delegate, notification; the next task; the workflow's delegate and notification`() async {
        let a = hooked("A") { $0.finish(with: 1) }
        let b = hooked("B", after: [a]) { $0.finish(with: 2) }
        let (task, workflow) = (TaskDelegate(recorder), WorkflowDelegate(recorder))
        a.delegate = task
        b.delegate = task
        fixture.workflow.delegate = workflow
        fixture.workflow.start()
        await fixture.workflowFinished()
        #expect(
            recorder.entries == [
                "W TSKWorkflowWillStart", "A TSKTaskDidStart", "A hook finish 1 true", "A delegate finish 1",
                "A TSKTaskDidFinish",
                "B TSKTaskDidStart", "B hook finish 2 true", "B delegate finish 2", "B TSKTaskDidFinish",
                "W delegate finish unfinished=false", "W TSKWorkflowDidFinish",
            ])
    }

    @Test func `fail: hook, delegate, notification, the workflow's delegate and notification; dependents hear nothing`() async {
        let a = hooked("A") { $0.fail(with: TestError(7)) }
        let b = hooked("B", after: [a]) { _ in }
        let (task, workflow) = (TaskDelegate(recorder), WorkflowDelegate(recorder))
        a.delegate = task
        b.delegate = task
        fixture.workflow.delegate = workflow
        fixture.workflow.start()
        await recorder.wait(for: "W TSKWorkflowTaskDidFail{A}")
        #expect(
            recorder.entries == [
                "W TSKWorkflowWillStart", "A TSKTaskDidStart", "A hook fail true", "A delegate fail 7", "A TSKTaskDidFail",
                "W delegate A fail 7", "W TSKWorkflowTaskDidFail{A}",
            ])
    }

    @Test func `cancel: each task's handlers, then its dependents'`() async {
        let a = hooked("A") { _ in }
        let b = hooked("B", after: [a]) { _ in }
        let (task, workflow) = (TaskDelegate(recorder), WorkflowDelegate(recorder))
        a.delegate = task
        b.delegate = task
        fixture.workflow.delegate = workflow
        fixture.workflow.start()
        await recorder.wait(for: "A TSKTaskDidStart")
        recorder.clear()
        fixture.workflow.cancel()
        #expect(
            recorder.entries == ["W TSKWorkflowWillCancel"]
                + ["A", "B"].flatMap { name in
                    [
                        "\(name) hook cancel true", "\(name) delegate cancel", "\(name) TSKTaskDidCancel",
                        "W delegate \(name) cancel",
                        "W TSKWorkflowTaskDidCancel{\(name)}",
                    ]
                })
    }

    @Test func `reset and retry: hook, notification, then the dependents`() async {
        let a = hooked("A") { $0.finish(with: nil) }
        _ = hooked("B", after: [a]) { $0.fail(with: nil) }
        fixture.workflow.start()
        await recorder.wait(for: "W TSKWorkflowTaskDidFail{B}")
        recorder.clear()
        fixture.workflow.reset()
        #expect(
            recorder.entries == [
                "W TSKWorkflowWillReset", "A hook reset", "A TSKTaskDidReset", "B hook reset", "B TSKTaskDidReset",
            ])
        fixture.workflow.cancel()
        recorder.clear()
        fixture.workflow.retry()
        #expect(recorder.entries.prefix(3) == ["W TSKWorkflowWillRetry", "A hook retry", "A TSKTaskDidRetry"])
        await recorder.wait(for: "W TSKWorkflowTaskDidFail{B}")
    }

    @Test func `a diamond hears a reset once`() async {
        let a = fixture.quick("A")
        let (b, c) = (fixture.quick("B", after: [a]), fixture.quick("C", after: [a]))
        let d = fixture.quick("D", after: [b, c])
        fixture.workflow.start()
        await fixture.workflowFinished()
        a.reset()
        #expect([a, b, c, d].map(\.state) == [.ready, .pending, .pending, .pending])
        #expect(recorder.count(of: "D TSKTaskDidReset") == 1 && recorder.count(of: "D reset()") == 1)
    }

    @Test func `a cancelled root that has finished cancels what depends on it`() async {
        let a = fixture.quick("A")
        let b = fixture.open("B", after: [a])
        fixture.workflow.start()
        await fixture.started(b)
        a.cancel()
        #expect(a.isFinished && b.isCancelled)
    }

    @Test func `a dependent that was cancelled stays so when its prerequisite finishes, and is revived by its retry`() async {
        let a = fixture.open("A")
        let b = fixture.quick("B", after: [a])
        fixture.workflow.start()
        await fixture.started(a)
        b.cancel()
        a.finish(with: nil)
        #expect(b.isCancelled)
        a.retry()
        await fixture.finished(b)
        #expect(recorder.count(of: "A main") == 1)
    }

    @Test func `commands of handlers take effect at once, and their handlers are called after those that are due`() async {
        let a = fixture.open("A")
        let delegate = TaskDelegate(recorder)
        delegate.onFinish = { [recorder] task in
            task.reset()
            recorder.add("state after reset: \(TSKTaskStateDescription(task.state)!)")
        }
        a.delegate = delegate
        a.start()
        await fixture.started(a)
        recorder.clear()
        a.finish(with: 1)
        #expect(
            recorder.entries == [
                "A delegate finish 1", "A reset()", "state after reset: Ready", "A TSKTaskDidFinish", "A TSKTaskDidReset",
            ])
    }

    @Test func `the end is told once, though the handler of an earlier finish returns after it`() async {
        let (fixture, mains, delegate) = (Fixture(), DispatchSemaphore(value: 0), TaskDelegate(Recorder()))
        let task = fixture.add(TestTask(name: "A", recorder: fixture.recorder) { _ in mains.signal() })
        task.delegate = delegate
        delegate.onFinish = { task in
            delegate.onFinish = { _ in }
            task.reset()
            task.start()
            mains.wait()
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                task.finish(with: 2)
                ended.signal()
            }
            ended.wait()
        }
        fixture.workflow.start()
        await fixture.started(task)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                mains.wait()
                task.finish(with: 1)
                continuation.resume()
            }
        }
        #expect(task.result as? Int == 2)
        #expect(fixture.recorder.entries.count { $0 == "W TSKWorkflowDidFinish" } == 1)
    }

    /// A task whose `main` fails, and lasts until its retry is told of, which lasts until nothing runs any more.
    private final class LastingTask: TSKTask, @unchecked Sendable {
        private let attempts = Mutex(0)
        private let mayReturn = DispatchSemaphore(value: 0)

        override func main() {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt > 1 { return finish(with: nil) }
            fail(with: nil)
            mayReturn.wait()
        }

        override func didRetry() {
            mayReturn.signal()
            workflow?.operationQueue.waitUntilAllOperationsAreFinished()
        }
    }

    @Test func `a start that waits for an abandoned main comes after the handlers of its retry`() async {
        let fixture = Fixture(queue: OperationQueue())
        let task = fixture.add(LastingTask(name: "A"))
        task.start()
        await fixture.failed(task)
        Thread.detachNewThread { task.retry() }
        await fixture.finished(task)
        let notes = fixture.recorder.entries.filter { $0.hasPrefix("A TSKTask") }
        #expect(
            notes == ["A TSKTaskDidStart", "A TSKTaskDidFail", "A TSKTaskDidRetry", "A TSKTaskDidStart", "A TSKTaskDidFinish"])
    }
}
