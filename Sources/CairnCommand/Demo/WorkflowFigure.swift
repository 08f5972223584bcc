import Cairn

/// A workflow worth looking at.
struct WorkflowFigure {
    let file: String
    let workflow: Workflow
    /// What somebody outside does while it runs.
    var operate: @Sendable (WorkflowRun) async throws -> Void = { _ in }

    /// The figures of Task.framework's guide, each step taking `pace`.
    static func all(pace: Duration) -> [WorkflowFigure] {
        [
            figure("A", file: "a", pace) { workflow, work in workflow.task("A") { try await work() } },
            figure("A+B", file: "a-then-b", pace) { workflow, work in
                let a = workflow.task("A") { try await work() }
                workflow.task("B", after: a) { _ in try await work() }
            },
            figure("AB", file: "a-and-b", pace) { workflow, work in
                workflow.task("A") { try await work() }
                workflow.task("B") { try await work() }
            },
            figure("AB+C", file: "a-and-b-then-c", pace) { workflow, work in
                let a = workflow.task("A") { try await work() }
                let b = workflow.task("B") { try await work() }
                workflow.task("C", after: a, b) { _, _ in try await work() }
            },
            figure("A(B+C)", file: "a-and-b-before-c", pace) { workflow, work in
                workflow.task("A") { try await work() }
                let b = workflow.task("B") { try await work() }
                workflow.task("C", after: b) { _ in try await work() }
            },
            uploadImage(pace),
        ]
    }

    private static func figure(
        _ name: String, file: String, _ pace: Duration,
        _ build: (inout Workflow, @escaping @Sendable () async throws -> Void) -> Void
    ) -> WorkflowFigure {
        var workflow = Workflow("Workflow \(name)")
        build(&workflow) { try await Task.sleep(for: pace) }
        return WorkflowFigure(file: file, workflow: workflow)
    }

    /// An image that is chosen by somebody, filtered by a workflow of its own, and sent; the first attempt to send it fails.
    private static func uploadImage(_ pace: Duration) -> WorkflowFigure {
        var workflow = Workflow("Upload Image")
        let image = workflow.gate("Image available", of: String.self)
        let filtered = workflow.subworkflow("Filter", after: image) { filter, image in
            let tiles = (1...3).map { number in
                filter.task("Tile \(number)") {
                    try await Task.sleep(for: pace * number)
                    return "\(image)/\(number)"
                }
            }
            return filter.task("Join", afterAll: tiles) { tiles in tiles.joined(separator: "+") }
        }
        let retry = RetryPolicy(attempts: 3, backoff: Backoff(initial: pace))
        let upload = workflow.task("Upload", after: filtered, policy: StepPolicy(retry: retry)) { image in
            try await Task.sleep(for: pace)
            guard let step = StepContext.current, step.attempt > 1 else { throw DemoError.busy }
            step.post("sent \(image)")
        }
        workflow.task("Tell", after: upload) { _ in try await Task.sleep(for: pace) }
        return WorkflowFigure(file: "upload-image", workflow: workflow) { run in
            try await Task.sleep(for: pace * 2)
            run.fulfill(image, with: "harbour.jpg")
        }
    }

    private enum DemoError: Error, CustomStringConvertible {
        case busy
        var description: String { "The server is busy." }
    }
}
