import Foundation
import TSKCompat
import Testing

/// The code of Task.framework's own page, run.
@Suite(.timeLimit(.minutes(10)))
struct PageTests {
    private let recorder = Recorder()
    private var samples: ModelingSamples { ModelingSamples(make: open) }

    /// A task that says when it runs, and ends when a test says so.
    private func open(_ name: String) -> TSKTask {
        TestTask(name: name, recorder: recorder) { _ in }
    }

    private func end(_ name: String, in workflow: TSKWorkflow) throws {
        try #require(workflow.allTasks.first { $0.name == name }).finish(with: name)
    }

    /// Runs a workflow by ends of its tasks, and tells what had begun before each.
    private func run(_ workflow: TSKWorkflow, ending names: [(name: String, begun: Set<String>)]) async throws {
        let delegate = WorkflowDelegate(recorder)
        workflow.delegate = delegate
        workflow.start()
        for (name, begun) in names {
            await recorder.wait { Set($0.filter { $0.hasSuffix(" main") }) == Set(begun.map { "\($0) main" }) }
            try end(name, in: workflow)
        }
        await recorder.wait(for: "\(workflow.name!) delegate finish unfinished=false")
        withExtendedLifetime(delegate) {}
    }

    @Test func `a workflow has the name that it was given, with a label and without`() {
        #expect(samples.empty().name == "Workflow" && samples.a().name == "Workflow A")
    }

    @Test func `a workflow of one task finishes with it`() async throws {
        try await run(samples.a(), ending: [("A", ["A"])])
    }

    @Test func `B is run after A`() async throws {
        try await run(samples.aThenB(), ending: [("A", ["A"]), ("B", ["A", "B"])])
    }

    @Test func `A and B are run side by side`() async throws {
        try await run(samples.aAndB(), ending: [("B", ["A", "B"]), ("A", ["A", "B"])])
    }

    @Test func `C is run after A and B`() async throws {
        try await run(samples.cAfterBoth(), ending: [("A", ["A", "B"]), ("B", ["A", "B"]), ("C", ["A", "B", "C"])])
    }

    @Test func `C is run after B, whatever A does`() async throws {
        try await run(samples.cAfterB(), ending: [("B", ["A", "B"]), ("C", ["A", "B", "C"]), ("A", ["A", "B", "C"])])
    }

    /// Starts a workflow, and waits until it has finished, or one of its tasks has failed.
    private func run(_ workflow: TSKWorkflow, beginning start: () -> Void) async {
        let delegate = WorkflowDelegate(recorder)
        workflow.delegate = delegate
        start()
        await recorder.wait { $0.contains { $0.contains(" delegate finish") || $0.contains(" fail ") } }
        withExtendedLifetime(delegate) {}
    }

    @Test(arguments: [(0..<3, "HAR"), (5..<90, nil)]) func `a task that is a class processes its tile, or fails`(
        rect: Range<Int>, result: String?
    ) async {
        let (workflow, task) = (TSKWorkflow(name: "W"), ProcessImageTileTask("harbour", rect))
        workflow.add(task, prerequisites: nil)
        await run(workflow) { workflow.start() }
        #expect(task.result as? String == result && (task.error is NoImage) == (result == nil))
    }

    @Test(arguments: [false, true]) func `the block task finishes with the answer to its request, or fails`(isOffline: Bool) async
    {
        let workflow = TSKWorkflow(name: "W")
        let controller = RequestController(workflow, after: TSKBlockTask { $0.finish(with: nil) })
        controller.isOffline = isOffline
        controller.setUpWorkflow()
        await run(workflow) { workflow.start() }
        let task = workflow.tasksWithNoDependentTasks.first
        #expect(task?.name == "API Request" && task?.result as? String == (isOffline ? nil : "answer to users/1"))
        #expect(task?.error is NoImage == isOffline)
    }

    @Test(arguments: [#"{"id":7}"#, #"{"name":"A"}"#, "[]"]) func `the selector task maps what came before it, or fails`(
        json: String
    ) async throws {
        let workflow = TSKWorkflow(name: "W")
        let response = TSKBlockTask { task in
            task.finish(with: try? JSONSerialization.jsonObject(with: Data(json.utf8)))
        }
        let controller = MappingController(workflow, after: response)
        controller.setUpWorkflow()
        await run(workflow) { workflow.start() }
        let task = try #require(workflow.tasksWithNoDependentTasks.first)
        let isMapped = json.contains("id")
        #expect(task.name == "Map API Result" && task.result as? String == (isMapped ? "7 in context" : nil))
        #expect(task.isFailed == !isMapped)
        withExtendedLifetime(controller) {}
    }

    @Test(arguments: [false, true]) func `a request waits for what the user enters`(isStartedBefore: Bool) async {
        let workflow = TSKWorkflow(name: "W")
        let controller = InputController(workflow) {
            TestTask(name: "Request", recorder: recorder) { $0.finish(with: $0.anyPrerequisiteResult()) }
        }
        controller.setUpWorkflow()
        if isStartedBefore { await run(workflow) { workflow.start() } }
        #expect(recorder.count(of: "Request main") == 0)
        recorder.clear()
        await run(workflow) { controller.didEnter(Data([1, 2])) }
        #expect(workflow.tasksWithNoDependentTasks.first?.result as? Data == Data([1, 2]))
    }

    @Test func `an image is filtered by a workflow of its own, then uploaded`() async {
        let controller = UploadController { filter in
            TestTask(name: filter, recorder: recorder) { $0.finish(with: "\(filter)red") }
        }
        let (workflow, imageAvailable) = controller.uploadImage()
        await run(workflow) { imageAvailable.fulfill(with: "image") }
        #expect(workflow.allTasks.count == 3 && workflow.tasksWithNoDependentTasks.first?.result as? String == "Blurred")
    }

    @Test func `a task has the results of its prerequisites by their keys`() async {
        let (workflow, task) = (TSKWorkflow(name: "W"), AddressingTask(name: "T"))
        let (task1, task2) = (TSKBlockTask { $0.finish(with: User()) }, TSKBlockTask { $0.finish(with: Address("Oak Lane")) })
        for task in [task1, task2] { workflow.add(task, prerequisites: nil) }
        addressUser(in: workflow, task, task1, task2)
        await run(workflow) { workflow.start() }
        #expect((task.result as? User)?.address?.street == "Oak Lane")
    }

    @Test func `a task whose keys are not bound is refused, and one whose results are others fails`() async {
        let (workflow, task) = (TSKWorkflow(name: "W"), AddressingTask(name: "T"))
        let other = TSKBlockTask { $0.finish(with: "neither") }
        workflow.add(other, prerequisites: nil)
        #expect { try workflow.tryAdd(task, keyedPrerequisites: ["userTask": other]) } throws: { error in
            error as? TSKAdditionError == .missingPrerequisite(task: "T", key: "addressTask")
        }
        addressUser(in: workflow, task, other, other)
        await run(workflow) { workflow.start() }
        #expect(task.error is NoImage)
    }
}
