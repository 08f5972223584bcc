import Foundation
import Testing
import TSKCompat

/// How tasks come to an operation queue, and share it with others.
@Suite(.timeLimit(.minutes(10)))
struct TaskFeederTests {
    let queue = OperationQueue()

    @Test func `other operations of a serial queue get their turns between the tasks`() async {
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let (a, b) = (fixture.quick("a"), fixture.quick("b"))
        a.start()
        queue.addOperation { fixture.recorder.add("between") }
        b.start()
        queue.isSuspended = false
        await fixture.drained(queue)
        #expect(fixture.recorder.entries.filter { !$0.contains(" TSK") } == ["a main", "between", "b main"])
    }

    @Test func `no more mains run than the queue allows, however many wait`() async {
        let running = NSCondition()
        nonisolated(unsafe) var (count, most) = (0, 0)
        queue.maxConcurrentOperationCount = 3
        let fixture = Fixture("Q", queue: queue)
        for number in 0..<500 {
            fixture.add(
                TestTask(name: "\(number)", recorder: fixture.recorder) { task in
                    running.withLock { (count, most) = (count + 1, max(most, count + 1)) }
                    task.finish(with: nil)
                    running.withLock { count -= 1 }
                })
        }
        fixture.workflow.start()
        await fixture.workflowFinished()
        await fixture.drained(queue)
        #expect(running.withLock { count == 0 && (1...3).contains(most) })
    }

    @Test func `many more tasks than there are operations all run once a suspended queue goes on`() async {
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let tasks = (0..<1000).map { fixture.quick("\($0)") }
        fixture.workflow.start()
        #expect(tasks.allSatisfy { $0.isReady })
        queue.isSuspended = false
        await fixture.workflowFinished()
        #expect(tasks.allSatisfy { fixture.recorder.count(of: "\($0.name!) main") == 1 })
    }

    @Test func `a queue that is suspended by a main starts no further one`() async {
        queue.maxConcurrentOperationCount = 1
        let fixture = Fixture("Q", queue: queue)
        let a = fixture.add(
            TestTask(name: "a", recorder: fixture.recorder) { [queue] task in
                queue.isSuspended = true
                task.finish(with: nil)
            })
        let b = fixture.quick("b", after: [a])
        fixture.workflow.start()
        await fixture.finished(a)
        #expect(b.isReady && fixture.recorder.count(of: "b main") == 0)
        queue.isSuspended = false
        await fixture.finished(b)
    }

    @Test func `a task whose operation was cancelled stays ready, and can be started again`() async {
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let (a, b) = (fixture.quick("a"), fixture.quick("b"))
        fixture.workflow.start()
        queue.cancelAllOperations()
        queue.isSuspended = false
        await fixture.drained(queue)
        #expect(a.isReady && b.isReady && fixture.recorder.count(of: "a main") == 0)
        fixture.workflow.start()
        await fixture.workflowFinished()
        #expect(fixture.recorder.count(of: "a main") == 1 && fixture.recorder.count(of: "b main") == 1)
    }

    @Test func `a cancelled operation does not take back a start that came after it`() async {
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let fixture = Fixture("Q", queue: queue)
        let a = fixture.quick("a")
        a.start()
        queue.cancelAllOperations()
        a.reset()
        a.start()
        queue.isSuspended = false
        await fixture.finished(a)
        #expect(fixture.recorder.count(of: "a main") == 1)
    }
}
