import CairnTesting
import Dispatch
import Foundation
import Testing
import TSKCompat

/// What old code relies on between threads, and from within handlers.
@Suite(.timeLimit(.minutes(10)))
struct LegacyOrderTests {
    /// A task whose own handler of its end can be held up.
    final class HeldTask: TSKTask, @unchecked Sendable {
        let hold = DispatchSemaphore(value: 0)
        let reached = DispatchSemaphore(value: 0)
        private let recorder: Recorder

        init(_ name: String, _ recorder: Recorder) {
            self.recorder = recorder
            super.init(name: name)
        }

        override func didFinish(with result: Any?) {
            recorder.add("\(name!) reached")
            reached.signal()
            hold.wait()
            recorder.add("\(name!) didFinish")
        }
    }

    @Test func `the workflow has finished when every leaf has told its own end`() async {
        let fixture = Fixture()
        let (slow, quick) = (HeldTask("slow", fixture.recorder), HeldTask("quick", fixture.recorder))
        fixture.add(slow)
        fixture.add(quick)
        quick.hold.signal()
        let delegate = WorkflowDelegate(fixture.recorder)
        fixture.workflow.delegate = delegate
        fixture.workflow.start()
        await fixture.recorder.wait(for: "slow reached")
        await fixture.recorder.wait(for: "quick TSKTaskDidFinish")
        #expect(fixture.recorder.count(of: "W TSKWorkflowDidFinish") == 0)
        slow.hold.signal()
        await fixture.workflowFinished()
        let order = fixture.recorder.entries.filter { $0.hasSuffix("didFinish") || $0.contains("WorkflowDidFinish") }
        #expect(order == ["quick didFinish", "slow didFinish", "W TSKWorkflowDidFinish"])
    }

    @Test func `what waits for an abandoned main begins after the handlers of its prerequisite's finish all the same`() async {
        let (fixture, queue, release) = (Fixture(), OperationQueue(), DispatchSemaphore(value: 0))
        let first = fixture.add(HeldTask("A", fixture.recorder))
        let dependent = fixture.add(
            TSKBlockTask(name: "B") { [recorder = fixture.recorder] task in
                recorder.add("B main")
                release.wait()
                task.finish(with: nil)
            }, [first])
        queue.maxConcurrentOperationCount = 1
        dependent.operationQueue = queue
        first.hold.signal()
        fixture.workflow.start()
        await fixture.started(dependent)
        first.reset()
        first.start()
        await fixture.recorder.wait(for: "A reached", count: 2)
        release.signal()
        release.signal()
        // The second waits for whatever the end of the abandoned main has put on the queue.
        await fixture.drained(queue)
        await fixture.drained(queue)
        #expect(fixture.recorder.count(of: "B main") == 1)
        first.hold.signal()
        await fixture.workflowFinished()
        #expect(fixture.recorder.count(of: "B main") == 2)
    }

    @Test func `the workflow has finished when what is before the leaves has told its end too`() async {
        let fixture = Fixture()
        let slow = fixture.add(HeldTask("slow", fixture.recorder))
        let quick = fixture.add(
            TSKBlockTask(name: "quick") { task in
                slow.reached.wait()
                task.finish(with: nil)
            })
        let leaf = fixture.quick("leaf", after: [slow, quick])
        fixture.workflow.start()
        await fixture.finished(leaf)
        #expect(fixture.recorder.count(of: "W TSKWorkflowDidFinish") == 0)
        slow.hold.signal()
        await fixture.workflowFinished()
        #expect(fixture.recorder.entries.last == "W TSKWorkflowDidFinish")
    }

    @Test func `what is held until handlers are done is let go where no lock is held`() async {
        let (other, release) = (TSKBlockTask(name: "other") { _ in }, DispatchSemaphore(value: 0))
        /// Asks for a state when it goes: that takes the lock.
        final class Curious: TSKBlockTask, @unchecked Sendable {
            var other: TSKTask?
            deinit { _ = other?.state }
        }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        var fixture: Fixture? = Fixture()
        let first = fixture!.add(HeldTask("A", fixture!.recorder))
        let recorder = fixture!.recorder
        var dependent: Curious? = Curious(name: "B") { _ in
            recorder.add("B main")
            release.wait()
        }
        dependent?.other = other
        dependent?.operationQueue = queue
        fixture!.add(dependent!, [first])
        first.hold.signal()
        fixture!.workflow.start()
        await fixture!.started(dependent!)
        first.reset()
        first.start()
        await recorder.wait(for: "A reached", count: 2)
        release.signal()
        await fixture!.drained(queue)
        (fixture, dependent) = (nil, nil)
        await withCheckedContinuation { continuation in
            Thread {
                first.reset()
                continuation.resume()
            }.start()
        }
        first.hold.signal()
    }

    @Test func `a handler may start another workflow and wait for it`() async {
        let (fixture, other) = (Fixture("W"), Fixture("O"))
        let ended = DispatchSemaphore(value: 0)
        other.add(TSKBlockTask(name: "O1") { $0.finish(with: nil) })
        let observer = other.center.addObserver(forName: .TSKWorkflowDidFinish, object: nil, queue: nil) { _ in ended.signal() }
        defer { other.center.removeObserver(observer) }
        let first = fixture.quick("A")
        let delegate = TaskDelegate(fixture.recorder)
        delegate.onFinish = { [recorder = fixture.recorder] _ in
            other.workflow.start()
            ended.wait()
            other.workflow.reset()
            other.workflow.allTasks.first?.start()
            ended.wait()
            other.workflow.cancel()
            Fixture("empty").workflow.start()
            recorder.add("waited")
        }
        first.delegate = delegate
        fixture.workflow.start()
        await fixture.workflowFinished()
        #expect(fixture.recorder.count(of: "waited") == 1)
    }

    @Test func `a handler may retry another workflow and wait for it`() async {
        let (fixture, other) = (Fixture("W"), Fixture("O"))
        let ended = DispatchSemaphore(value: 0)
        other.add(TSKBlockTask(name: "O1") { $0.finish(with: nil) })
        other.workflow.cancel()
        let observer = other.center.addObserver(forName: .TSKWorkflowDidFinish, object: nil, queue: nil) { _ in ended.signal() }
        defer { other.center.removeObserver(observer) }
        let first = fixture.quick("A")
        let delegate = TaskDelegate(fixture.recorder)
        delegate.onFinish = { _ in
            other.workflow.retry()
            ended.wait()
        }
        first.delegate = delegate
        fixture.workflow.start()
        await fixture.workflowFinished()
    }

    @Test func `within main the current operation queue is the task's`() async {
        let queues = [OperationQueue(), OperationQueue()]
        queues[1].maxConcurrentOperationCount = 1
        for queue in queues {
            let fixture = Fixture("W", queue: queue)
            for number in 0..<200 {
                fixture.add(TSKBlockTask(name: "\(number)") { $0.finish(with: OperationQueue.current === queue) })
            }
            let own = OperationQueue()
            let special = fixture.add(TSKBlockTask(name: "own") { $0.finish(with: OperationQueue.current === own) })
            special.operationQueue = own
            fixture.workflow.start()
            await fixture.workflowFinished()
            #expect(fixture.workflow.allTasks.allSatisfy { $0.result as? Bool == true })
        }
        #expect(await Task.detached { OperationQueue.current == nil || OperationQueue.current === OperationQueue.main }.value)
    }

    @Test func `a task's hash may ask for its state`() {
        final class Curious: TSKTask, @unchecked Sendable {
            override var hash: Int { Int(state.rawValue) }
        }
        let workflow = TSKWorkflow(name: "W")
        for number in 0..<3 { workflow.add(Curious(name: "\(number)"), prerequisites: nil) }
        #expect(workflow.allTasks.count == 3 && workflow.tasksWithNoDependentTasks.count == 3)
        #expect(workflow.tasksWithNoPrerequisiteTasks.count == 3)
    }

    @Test func `a workflow may ask its tasks for their names as it goes`() async {
        final class Asking: TSKWorkflow, @unchecked Sendable {
            let task = TSKTask(name: "kept")
            deinit { _ = task.name }
        }
        for _ in 0..<rounds(100) {
            var workflow: Asking? = Asking()
            let task = workflow!.task
            workflow!.add(task, prerequisites: nil)
            let readers = (0..<2).map { _ in
                Task.detached { for _ in 0..<20 { _ = (task.operationQueue, task.workflow, task.dependentTasks) } }
            }
            await Task.yield()
            workflow = nil
            for reader in readers { await reader.value }
        }
    }

    @Test func `a workflow that would run itself is refused`() throws {
        let (inner, outer) = (TSKWorkflow(name: "IN"), TSKWorkflow(name: "OUT"))
        let own = TSKSubworkflowTask(name: "own", subworkflow: outer)
        #expect(throws: TSKAdditionError.containsItself(task: "own")) { try outer.tryAdd(own) }
        outer.add(TSKSubworkflowTask(name: "S", subworkflow: inner), prerequisites: nil)
        let back = TSKSubworkflowTask(name: "back", subworkflow: outer)
        #expect(throws: TSKAdditionError.containsItself(task: "back")) { try inner.tryAdd(back) }
        #expect(outer.allTasks.count == 1 && inner.allTasks.isEmpty)
    }

    @Test func `workflows nest a hundred deep, are cancelled and run so, and no deeper`() async throws {
        let center = NotificationCenter()
        let recorder = Recorder()
        var workflows = [TSKWorkflow(name: "0", operationQueue: nil, notificationCenter: center)]
        workflows[0].add(TSKBlockTask(name: "inmost") { $0.finish(with: 1) }, prerequisites: nil)
        while workflows.count < 100 {
            let workflow = TSKWorkflow(name: "\(workflows.count)", operationQueue: nil, notificationCenter: center)
            workflow.add(TSKSubworkflowTask(name: "S", subworkflow: workflows.last!), prerequisites: nil)
            workflows.append(workflow)
        }
        let top = workflows.last!
        let observer = center.addObserver(forName: .TSKWorkflowDidFinish, object: top, queue: nil) { _ in recorder.add("end") }
        defer { center.removeObserver(observer) }
        #expect(throws: TSKAdditionError.nestedTooDeeply(task: "S", limit: 100)) {
            try TSKWorkflow(name: "top").tryAdd(TSKSubworkflowTask(name: "S", subworkflow: top))
        }
        top.cancel()
        #expect(workflows.allSatisfy { $0.allTasks.allSatisfy { $0.isCancelled } })
        top.retry()
        await recorder.wait(for: "end")
        #expect(workflows.allSatisfy { !$0.hasUnfinishedTasks() })
    }
}
