import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKWorkflowAddingTests {
    let fixture = Fixture()
    var workflow: TSKWorkflow { fixture.workflow }
    var recorder: Recorder { fixture.recorder }

    @Test func `tasks added while it runs are started by their prerequisites, or by the next start`() async {
        let a = fixture.quick("A")
        let x = fixture.open("X", after: [a])
        workflow.start()
        await fixture.started(x)
        let alone = fixture.quick("N")
        let late = fixture.quick("F", after: [a])
        let waiting = fixture.quick("G", after: [x])
        #expect([alone.state, late.state, waiting.state] == [.ready, .ready, .pending])
        x.finish(with: nil)
        await fixture.finished(waiting)
        #expect(alone.isReady && late.isReady)
        workflow.start()
        await fixture.finished(alone)
        await fixture.finished(late)
        await fixture.workflowFinished()
    }

    @Test func `a leaf added after the end makes it unfinished, and finishes it again`() async {
        let a = fixture.quick("A")
        workflow.start()
        await fixture.workflowFinished()
        let b = fixture.quick("B", after: [a])
        #expect(workflow.hasUnfinishedTasks())
        b.start()
        await fixture.workflowFinished(count: 2)
    }

    @Test func `a task reset in the middle is picked up by the next start`() async {
        let a = fixture.quick("A")
        let b = fixture.quick("B", after: [a])
        let c = fixture.quick("C", after: [b])
        workflow.start()
        await fixture.workflowFinished()
        b.reset()
        #expect([a, b, c].map(\.state) == [.finished, .ready, .pending])
        workflow.start()
        await fixture.workflowFinished(count: 2)
        #expect(recorder.count(of: "A main") == 1)
    }

    @Test func `of many threads that add one task one does`() async {
        for _ in 0..<200 {
            let (task, added) = (TSKTask(name: "T"), Fixture("other"))
            let count = await withTaskGroup(of: Int.self) { group in
                for workflow in [workflow, added.workflow, workflow, added.workflow] {
                    group.addTask { (try? workflow.tryAdd(task)) == nil ? 0 : 1 }
                }
                return await group.reduce(0, +)
            }
            #expect(count == 1)
            #expect(workflow.allTasks.contains(task) != added.workflow.allTasks.contains(task))
        }
    }
}
