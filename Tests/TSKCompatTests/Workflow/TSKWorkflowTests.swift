import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKWorkflowTests {
    let fixture = Fixture()
    var workflow: TSKWorkflow { fixture.workflow }
    var recorder: Recorder { fixture.recorder }

    @Test func `a workflow has a name, a queue and a center of its own unless given`() {
        let plain = TSKWorkflow()
        #expect(plain.name.hasPrefix("TSKWorkflow 0x"))
        #expect(plain.operationQueue.name == "com.ticketmaster.TSKWorkflow.\(plain.name!)")
        #expect(plain.notificationCenter === NotificationCenter.default)
        #expect(plain.allTasks.isEmpty && plain.tasksWithNoDependentTasks.isEmpty && plain.tasksWithNoPrerequisiteTasks.isEmpty)
        let queue = OperationQueue()
        queue.name = "mine"
        let center = NotificationCenter()
        let given = TSKWorkflow(name: "W", operationQueue: queue, notificationCenter: center)
        #expect(
            given.name == "W" && given.operationQueue === queue && queue.name == "mine" && given.notificationCenter === center)
        #expect(TSKWorkflow(name: "N").name == "N")
        #expect(TSKWorkflow(operationQueue: queue).operationQueue === queue)
        #expect(TSKWorkflow(name: "N", operationQueue: queue).operationQueue === queue)
    }

    @Test func `a name can be set, and taken back`() {
        workflow.name = "other"
        #expect(workflow.name == "other")
        workflow.name = nil
        #expect(workflow.name.hasPrefix("TSKWorkflow 0x"))
    }

    @Test func `added tasks know what they depend on and what depends on them`() {
        let a = fixture.open("A")
        let b = fixture.open("B")
        let c = fixture.open("C", after: [a], keyed: ["b": b])
        #expect(workflow.allTasks == [a, b, c])
        #expect(workflow.tasksWithNoPrerequisiteTasks == [a, b] && workflow.tasksWithNoDependentTasks == [c])
        #expect(workflow.prerequisites(for: c) == [a, b])
        #expect(workflow.unkeyedPrerequisites(for: c) == [a])
        #expect(workflow.keyedPrerequisites(for: c) == ["b": b])
        #expect(workflow.dependents(for: a) == [c] && workflow.dependents(for: b) == [c] && workflow.dependents(for: c) == [])
        let stranger = TSKTask()
        #expect(workflow.prerequisites(for: stranger) == nil && workflow.dependents(for: stranger) == nil)
        #expect(workflow.keyedPrerequisites(for: stranger) == nil && workflow.unkeyedPrerequisites(for: stranger) == nil)
    }

    @Test func `what cannot be added is refused, and changes nothing`() throws {
        let a = fixture.open("A")
        let other = Fixture("V")
        let elsewhere = other.open("E")
        let stranger = TSKTask(name: "T")
        #expect(throws: TSKAdditionError.alreadyAdded(task: "A")) { try workflow.tryAdd(a) }
        #expect(throws: TSKAdditionError.alreadyAdded(task: "E")) { try workflow.tryAdd(elsewhere) }
        #expect(elsewhere.workflow === other.workflow)
        let new = TSKBlockTask(name: "N", requiredPrerequisiteKeys: ["x", "y"]) { _ in }
        #expect(throws: TSKAdditionError.missingPrerequisite(task: "N", key: "y")) {
            try workflow.tryAdd(new, keyedPrerequisites: ["x": a])
        }
        #expect(throws: TSKAdditionError.prerequisiteNotAdded(task: "N", prerequisite: "T")) {
            try workflow.tryAdd(new, keyedPrerequisites: ["x": a, "y": stranger])
        }
        let own = TSKTask(name: "O")
        #expect(throws: TSKAdditionError.prerequisiteNotAdded(task: "O", prerequisite: "O")) {
            try workflow.tryAdd(own, prerequisites: [own])
        }
        #expect(workflow.allTasks == [a] && new.workflow == nil)
        try workflow.tryAdd(new, keyedPrerequisites: ["x": a, "y": a, "more": a])
        #expect(new.keyedPrerequisiteTasks.count == 3 && new.unkeyedPrerequisiteTasks.isEmpty)
    }

    @Test func `it has unfinished tasks until all have finished`() async {
        let a = fixture.open("A")
        workflow.start()
        await fixture.started(a)
        #expect(workflow.hasUnfinishedTasks())
        a.finish(with: nil)
        #expect(!workflow.hasUnfinishedTasks())
        a.reset()
        a.start()
        await fixture.started(a, count: 2)
        a.fail(with: nil)
        #expect(workflow.hasUnfinishedTasks())
    }

    @Test func `it has failed tasks when one has failed`() async {
        let a = fixture.open("A")
        workflow.start()
        await fixture.started(a)
        #expect(!workflow.hasFailedTasks())
        a.fail(with: TestError(1))
        #expect(workflow.hasFailedTasks())
        a.retry()
        await fixture.started(a, count: 2)
        a.finish(with: nil)
        #expect(!workflow.hasFailedTasks())
    }

    @Test func `starting starts what has no prerequisites`() async {
        let a = fixture.open("A")
        #expect(a.isReady)
        workflow.start()
        await fixture.started(a)
        #expect(recorder.entries == ["W TSKWorkflowWillStart", "A TSKTaskDidStart", "A main"])
        #expect(a.isExecuting)
    }

    @Test func `a reset takes everything back and starts nothing`() async {
        let a = fixture.quick("A")
        workflow.start()
        await fixture.workflowFinished()
        workflow.reset()
        #expect(recorder.entries.suffix(3) == ["W TSKWorkflowWillReset", "A TSKTaskDidReset", "A reset()"])
        #expect(a.isReady && workflow.hasUnfinishedTasks() && a.result == nil && a.finishDate == nil)
    }

    @Test func `a reset reaches a dependent that was ready`() async {
        let a = fixture.quick("A")
        let b = fixture.failing("B", after: [a])
        workflow.start()
        await fixture.failed(b)
        b.reset()
        #expect(b.isReady)
        a.reset()
        #expect(a.isReady && b.state == .pending)
        #expect(recorder.count(of: "B TSKTaskDidReset") == 2)
    }

    @Test(arguments: [false, true])
    func `a dependent runs when its prerequisite has finished`(isKeyed: Bool) async {
        let a = fixture.open("A")
        let b = isKeyed ? fixture.open("B", keyed: ["a": a]) : fixture.open("B", after: [a])
        #expect(a.isReady && b.state == .pending)
        workflow.start()
        await fixture.started(a)
        #expect(b.state == .pending)
        a.finish(with: nil)
        await fixture.started(b)
        #expect(a.isFinished && b.isExecuting && workflow.hasUnfinishedTasks())
        b.finish(with: nil)
        #expect(recorder.entries.last == "W TSKWorkflowDidFinish" && !workflow.hasUnfinishedTasks())
    }

    @Test func `a dependent waits for all its prerequisites`() async {
        let a = fixture.open("A")
        let b = fixture.open("B")
        let c = fixture.open("C", after: [a], keyed: ["b": b])
        workflow.start()
        await fixture.started(a)
        await fixture.started(b)
        b.finish(with: nil)
        #expect(c.state == .pending)
        a.finish(with: nil)
        await fixture.started(c)
        c.finish(with: nil)
        #expect(recorder.count(of: "W TSKWorkflowDidFinish") == 1)
    }

    @Test func `all dependents run`() async {
        let a = fixture.open("A")
        let (b, c) = (fixture.open("B", after: [a]), fixture.open("C", after: [a]))
        workflow.start()
        await fixture.started(a)
        #expect(b.state == .pending && c.state == .pending)
        a.finish(with: nil)
        await fixture.started(b)
        await fixture.started(c)
        b.finish(with: nil)
        #expect(recorder.count(of: "W TSKWorkflowDidFinish") == 0)
        c.finish(with: nil)
        #expect(recorder.count(of: "W TSKWorkflowDidFinish") == 1)
    }

    @Test func `retry goes on from what failed`() async {
        let a = fixture.failing("A")
        workflow.start()
        await recorder.wait(for: "W TSKWorkflowTaskDidFail{A}")
        #expect(workflow.hasUnfinishedTasks() && workflow.hasFailedTasks())
        recorder.clear()
        workflow.retry()
        await fixture.failed(a)
        #expect(recorder.entries.first == "W TSKWorkflowWillRetry")
    }

    @Test func `retry runs only what had not finished`() async {
        let a = fixture.quick("A")
        var fails = true
        let b = fixture.add(
            TestTask(name: "B", recorder: recorder) { task in
                if fails { task.fail(with: TestError(1)) } else { task.finish(with: nil) }
            }, [a])
        let c = fixture.quick("C", after: [b])
        workflow.start()
        await fixture.failed(b)
        #expect([a, b, c].map(\.state) == [.finished, .failed, .pending])
        fails = false
        workflow.retry()
        await fixture.workflowFinished()
        #expect([a, b, c].map { recorder.count(of: "\($0.name!) main") } == [1, 2, 1])
        #expect([a, b, c].map { recorder.count(of: "\($0.name!) retry()") } == [1, 1, 1])
    }

    @Test func `cancelling ends what runs, and what comes late is ignored`() async {
        let a = fixture.open("A")
        workflow.start()
        await fixture.started(a)
        workflow.cancel()
        #expect(recorder.entries.contains("W TSKWorkflowWillCancel"))
        a.finish(with: "late")
        #expect(a.isCancelled && a.result == nil && workflow.hasUnfinishedTasks() && !workflow.hasFailedTasks())
        workflow.start()
        #expect(a.isCancelled)
    }

    @Test func `a finished workflow can be reset and run again`() async {
        let a = fixture.quick("A")
        fixture.quick("B", after: [a])
        workflow.start()
        await fixture.workflowFinished()
        workflow.reset()
        workflow.start()
        await fixture.workflowFinished(count: 2)
        #expect(recorder.count(of: "B main") == 2)
    }

    @Test func `without its workflow a task posts nothing and starts nothing`() async {
        var other: Fixture? = Fixture("V")
        let log = other!.recorder
        let (a, b) = (other!.open("A"), other!.open("B"))
        let after = other!.open("C", after: [a])
        other!.workflow.start()
        await other!.started(a)
        await other!.started(b)
        other = nil
        #expect(a.workflow == nil && a.prerequisiteTasks.isEmpty && a.dependentTasks.isEmpty)
        log.clear()
        a.finish(with: 1)
        #expect(a.isFinished && after.state == .pending && log.entries.isEmpty)
        b.cancel()
        #expect(b.isCancelled)
        // It can be added elsewhere, as it is.
        workflow.add(a, prerequisites: nil)
        #expect(a.isFinished)
        #expect(fixture.quick("D", after: [a]).isReady)
    }

    @Test func `a description shows the graph`() {
        let a = fixture.open("A")
        fixture.open("B", after: [a])
        let lines = workflow.debugDescription.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("<TSKWorkflow: 0x") && lines[0].hasSuffix("name = W>"))
        #expect(lines[1].hasPrefix("   | <TestTask: 0x") && lines[1].hasSuffix("name = A; state = Ready>"))
        #expect(lines[2].hasPrefix("   |    | <TestTask: 0x") && lines[2].hasSuffix("name = B; state = Pending>"))
        let ofTask = a.debugDescription.split(separator: "\n")
        #expect(ofTask.count == 2 && ofTask[0].hasPrefix("<TestTask: 0x") && ofTask[1].hasPrefix("   | <TestTask: 0x"))
    }
}
