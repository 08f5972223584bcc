import Foundation
import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKWorkflowDelegateTests {
    let fixture = Fixture()
    var workflow: TSKWorkflow { fixture.workflow }
    var recorder: Recorder { fixture.recorder }

    @Test func `the delegate hears of the end once, also of an empty workflow`() async {
        let delegate = WorkflowDelegate(recorder)
        workflow.delegate = delegate
        workflow.start()
        #expect(recorder.entries == ["W TSKWorkflowWillStart", "W delegate finish unfinished=true", "W TSKWorkflowDidFinish"])
        recorder.clear()
        let a = fixture.quick("A")
        workflow.start()
        await fixture.workflowFinished()
        #expect(recorder.entries.filter { $0.contains("delegate") } == ["W delegate finish unfinished=false"])
        let bare = BareDelegate()
        workflow.delegate = bare
        workflow.reset()
        workflow.start()
        await fixture.workflowFinished(count: 2)
        _ = a
    }

    @Test func `the delegate hears of a failure once`() async {
        let delegate = WorkflowDelegate(recorder)
        workflow.delegate = delegate
        fixture.failing("A", TestError(5))
        workflow.start()
        await recorder.wait(for: "W TSKWorkflowTaskDidFail{A}")
        #expect(recorder.entries.filter { $0.contains("delegate") } == ["W delegate A fail 5"])
    }

    @Test func `the delegate hears of a cancellation once`() async {
        let delegate = WorkflowDelegate(recorder)
        workflow.delegate = delegate
        fixture.add(TestTask(name: "A", recorder: recorder) { $0.cancel() })
        workflow.start()
        await recorder.wait(for: "W TSKWorkflowTaskDidCancel{A}")
        #expect(recorder.entries.filter { $0.contains("delegate") } == ["W delegate A cancel"])
    }

    @Test func `commands to an empty workflow only say that they will`() {
        workflow.retry()
        workflow.cancel()
        workflow.reset()
        #expect(recorder.entries == ["W TSKWorkflowWillRetry", "W TSKWorkflowWillCancel", "W TSKWorkflowWillReset"])
    }

    @Test func `starting again when all have finished only says that it will`() async {
        fixture.quick("A")
        workflow.start()
        await fixture.workflowFinished()
        recorder.clear()
        workflow.start()
        #expect(recorder.entries == ["W TSKWorkflowWillStart"])
    }
}
