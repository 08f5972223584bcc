import Dispatch
import Foundation
import Testing
import TSKCompat

/// What was wrong with the original, and is not here.
@Suite(.timeLimit(.minutes(10)))
struct MendedDefectsTests {
    let fixture = Fixture()
    var recorder: Recorder { fixture.recorder }

    @Test func `D1, D2: an abandoned main cannot finish the next attempt, nor run beside it`() async {
        let release = DispatchSemaphore(value: 0)
        let recorder = recorder
        let task = fixture.add(
            TestTask(name: "A", recorder: recorder) { task in
                if recorder.count(of: "A main") == 1 {
                    release.wait()
                    task.finish(with: "first")
                } else {
                    task.finish(with: "second")
                }
            })
        fixture.workflow.start()
        await fixture.started(task)
        task.cancel()
        task.retry()
        #expect(task.isReady && recorder.count(of: "A main") == 1)
        release.signal()
        await fixture.finished(task)
        #expect(task.result as? String == "second" && recorder.count(of: "A TSKTaskDidFinish") == 1)
    }

    @Test func `D1: what a Swift task that main has begun says late is ignored as well`() async {
        let recorder = recorder
        let task = fixture.add(
            TestTask(name: "A", recorder: recorder) { task in
                let number = recorder.count(of: "A main")
                Task {
                    // The first speaks while the second is executing.
                    await recorder.wait(for: number == 1 ? "go" : "said 1")
                    task.finish(with: number)
                    recorder.add("said \(number)")
                }
            })
        fixture.workflow.start()
        await fixture.started(task)
        task.reset()
        task.start()
        await fixture.started(task, count: 2)
        recorder.add("go")
        await recorder.wait(for: "said 2")
        #expect(task.result as? Int == 2 && recorder.count(of: "A TSKTaskDidFinish") == 1)
    }

    @Test func `D3: a reset by the delegate leaves the workflow unfinished, and its end unannounced`() async {
        let a = fixture.open("A")
        let delegate = TaskDelegate(recorder)
        delegate.onFinish = { $0.reset() }
        a.delegate = delegate
        a.start()
        await fixture.started(a)
        a.finish(with: nil)
        #expect(a.isReady && fixture.workflow.hasUnfinishedTasks())
        #expect(recorder.count(of: "W TSKWorkflowDidFinish") == 0)
    }

    @Test func `D4: a retry by a handler of the failure is not overwritten by it`() async {
        let delegate = WorkflowDelegate(recorder)
        delegate.onFail = { $0.retry() }
        fixture.workflow.delegate = delegate
        let a = fixture.open("A")
        a.start()
        await fixture.started(a)
        a.fail(with: TestError(1))
        await fixture.started(a, count: 2)
        #expect(a.isExecuting && a.error == nil && a.finishDate == nil)
    }

    @Test func `D5: a finished prerequisite has its result`() async {
        for round in 0..<50 {
            let fixture = Fixture("\(round)")
            let (a, b) = (fixture.quick("A"), fixture.quick("B"))
            let c = fixture.add(
                TestTask(name: "C", recorder: fixture.recorder) { task in
                    task.finish(with: task.keyedPrerequisiteResults().values.allSatisfy { $0 is String })
                }, [], ["a": a, "b": b])
            fixture.workflow.start()
            await fixture.finished(c)
            #expect(c.result as? Bool == true)
        }
    }

    @Test func `D6: one cancel is one message to each task, however many ways lead to it`() {
        let root = fixture.open("R")
        var layer: [TestTask] = [root]
        for number in 0..<20 { layer = [fixture.open("a\(number)", after: layer), fixture.open("b\(number)", after: layer)] }
        root.cancel()
        #expect(recorder.count(of: "a19 cancel()") == 1 && recorder.count(of: "b19 TSKTaskDidCancel") == 1)
    }

    @Test func `D7: a long chain is cancelled without recursion`() {
        let workflow = TSKWorkflow(name: "long")
        var last: TSKTask?
        var tasks: [TSKTask] = []
        for _ in 0..<20_000 {
            let task = TSKTask(name: "t")
            workflow.add(task, prerequisites: last.map { [$0] })
            tasks.append(task)
            last = task
        }
        tasks[0].cancel()
        #expect(tasks.allSatisfy { $0.isCancelled })
        workflow.reset()
        #expect(tasks[0].isReady && tasks[19_999].state == .pending)
    }

    @Test func `a start that was reset before its turn does not run`() async {
        let queue = OperationQueue()
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let task = fixture.quick("A")
        task.start()
        task.reset()
        queue.isSuspended = false
        await fixture.drained(queue)
        #expect(task.isReady && fixture.recorder.count(of: "A main") == 0)
    }

    @Test func `mains that block do not hold up others`() async {
        let release = DispatchSemaphore(value: 0)
        let count = 40
        let blocked = (0..<count).map { number in
            fixture.add(
                TestTask(name: "b\(number)", recorder: recorder) { task in
                    release.wait()
                    task.finish(with: nil)
                })
        }
        fixture.workflow.start()
        for task in blocked { await fixture.started(task) }
        let quick = fixture.quick("q")
        quick.start()
        await fixture.finished(quick)
        for _ in blocked { release.signal() }
        await fixture.workflowFinished()
    }

    @Test func `a main may wait for the task that it has made ready`() async {
        let follower = DispatchSemaphore(value: 0)
        let a = fixture.add(
            TestTask(name: "A", recorder: recorder) { task in
                task.finish(with: nil)
                follower.wait()
            })
        fixture.add(
            TestTask(name: "B", recorder: recorder) { task in
                follower.signal()
                task.finish(with: nil)
            }, [a])
        fixture.workflow.start()
        await fixture.workflowFinished()
    }

    @Test func `many threads that command one workflow leave it consistent`() async {
        let tasks = (0..<30).map { fixture.quick("\($0)") }
        let last = fixture.quick("last", after: tasks)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask { [workflow = fixture.workflow] in
                    for round in 0..<50 {
                        let task = tasks[(worker * 7 + round) % tasks.count]
                        switch (worker + round) % 5 {
                        case 0: workflow.start()
                        case 1: task.cancel()
                        case 2: task.retry()
                        case 3: task.reset()
                        default: workflow.retry()
                        }
                    }
                }
            }
        }
        fixture.workflow.cancel()
        fixture.workflow.reset()
        recorder.clear()
        fixture.workflow.start()
        await fixture.finished(last)
        #expect(tasks.allSatisfy { $0.isFinished } && !fixture.workflow.hasUnfinishedTasks())
    }
}
