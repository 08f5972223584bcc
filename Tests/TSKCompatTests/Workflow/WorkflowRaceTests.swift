import CairnTesting
import Foundation
import Testing
import TSKCompat

/// Races between commands, mains, and workflows within each other.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct WorkflowRaceTests {
    /// The end of a workflow, each time.
    final class End: TSKWorkflowDelegate {
        let recorder = Recorder()
        func workflowDidFinish(_ workflow: TSKWorkflow) { recorder.add("end") }
    }

    @Test func `cancel and then retry of a workflow around another ends with everything finished`() async {
        let watchdog = Watchdog("cancel and retry around a subworkflow")
        for round in 0..<rounds(400) {
            let (inner, outer, end) = (TSKWorkflow(name: "IN"), TSKWorkflow(name: "OUT"), End())
            let first = TSKBlockTask(name: "1") { $0.finish(with: nil) }
            inner.add(first, prerequisites: nil)
            inner.add(TSKBlockTask(name: "2") { $0.finish(with: nil) }, prerequisites: [first])
            let task = TSKSubworkflowTask(name: "S", subworkflow: inner)
            outer.add(task, prerequisites: nil)
            outer.add(TSKBlockTask(name: "3") { $0.finish(with: nil) }, prerequisites: [task])
            outer.delegate = end
            watchdog.step { "\(outer.debugDescription)\n\(inner.debugDescription)" }
            outer.start()
            for _ in 0..<(round % 40) { sched_yield() }
            outer.cancel()
            outer.retry()
            if outer.hasUnfinishedTasks() || inner.hasUnfinishedTasks() { await end.recorder.wait(for: "end") }
            #expect(!outer.hasUnfinishedTasks() && !inner.hasUnfinishedTasks())
        }
    }

    @Test func `the workflow tells its end after every leaf, whichever finishes last`() async {
        let watchdog = Watchdog("the end after every leaf")
        for _ in 0..<rounds(200) {
            let fixture = Fixture()
            for number in 0..<4 { fixture.quick("\(number)") }
            watchdog.step { fixture.recorder.entries.joined(separator: "\n") }
            fixture.workflow.start()
            await fixture.workflowFinished()
            #expect(fixture.recorder.entries.last == "W TSKWorkflowDidFinish")
            #expect(fixture.recorder.entries.count { $0.hasSuffix("TSKTaskDidFinish") } == 4)
        }
    }
}
