import CairnWorkflow
import Foundation

/// Chains and fans of ten thousand empty steps, against a task group written by hand and against Foundation's queue.
enum WorkflowBenchmark {
    /// A graph as the prerequisites of each step.
    struct Graph {
        let name: String
        let prerequisites: [[Int]]

        static func chain(_ count: Int) -> Graph {
            Graph(name: "chain", prerequisites: (0..<count).map { $0 == 0 ? [] : [$0 - 1] })
        }

        static func fan(_ count: Int) -> Graph {
            let steps = (0..<count).map { step in
                step == 0 ? [] : step < count - 1 ? [0] : Array(1..<(count - 1))
            }
            return Graph(name: "fan", prerequisites: steps)
        }

        func workflow() -> Workflow {
            var workflow = Workflow(name)
            var steps: [Step<Void>] = []
            for (number, prerequisites) in prerequisites.enumerated() {
                if prerequisites.count == 1 {
                    steps.append(workflow.task("\(number)", after: steps[prerequisites[0]]) { _ in })
                } else {
                    steps.append(workflow.task("\(number)", afterAll: prerequisites.map { steps[$0] }) { _ in })
                }
            }
            return workflow
        }
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        let count = 10_000
        var measurements: [Measurement] = []
        for (graph, bound) in [(Graph.chain(count), 5.0), (Graph.fan(count), 3.0)] {
            let workflow = graph.workflow()
            let configuration = WorkflowConfiguration(slots: 64)
            let ours = try await median { try await seconds { _ = try await workflow.run(configuration) } }
            let byHand = try await median { try await seconds { try await runByHand(graph, slots: 64) } }
            let queue = await median { await seconds { await runOnQueue(graph) } }
            measurements.append(
                Measurement(
                    name: "workflow: a \(graph.name) of \(count) empty steps", value: ours / Double(count) * 1e6, unit: "µs/step",
                    peer: "≤ 2 × a task group by hand: \(rounded(ours / byHand)) ×", isWithinBound: ours <= 2 * byHand))
            measurements.append(
                Measurement(
                    name: "", value: queue / ours, unit: "× faster",
                    peer: "≥ \(rounded(bound)) × an OperationQueue", isWithinBound: queue >= bound * ours))
        }
        return measurements
    }

    /// What one would write without a library: a task group that keeps `slots` children in flight.
    @concurrent
    private static func runByHand(_ graph: Graph, slots: Int) async throws {
        let bodies = [@Sendable () async throws -> Void](repeating: {}, count: graph.prerequisites.count)
        var remaining = graph.prerequisites.map(\.count)
        var dependents = [[Int]](repeating: [], count: remaining.count)
        for (step, prerequisites) in graph.prerequisites.enumerated() {
            for prerequisite in prerequisites { dependents[prerequisite].append(step) }
        }
        var ready = remaining.indices.filter { remaining[$0] == 0 }
        var head = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            var running = 0
            while true {
                while running < slots, head < ready.count {
                    let step = ready[head]
                    head += 1
                    running += 1
                    group.addTask {
                        try await bodies[step]()
                        return step
                    }
                }
                guard let step = try await group.next() else { return }
                running -= 1
                for dependent in dependents[step] {
                    remaining[dependent] -= 1
                    if remaining[dependent] == 0 { ready.append(dependent) }
                }
            }
        }
    }

    private static func runOnQueue(_ graph: Graph) async {
        let queue = OperationQueue()
        queue.isSuspended = true
        var operations: [Operation] = []
        let done = Operation()
        for prerequisites in graph.prerequisites {
            let operation = BlockOperation {}
            for prerequisite in prerequisites { operation.addDependency(operations[prerequisite]) }
            operations.append(operation)
            queue.addOperation(operation)
        }
        if let last = operations.last { done.addDependency(last) }
        await withCheckedContinuation { continuation in
            done.completionBlock = { continuation.resume() }
            queue.addOperation(done)
            queue.isSuspended = false
        }
    }
}
