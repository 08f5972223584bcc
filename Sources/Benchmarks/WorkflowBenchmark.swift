import CairnCore
import CairnWorkflow
import Foundation
import Synchronization
import TSKCompat

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
        measurements += try await compare(.chain(count), count, Bounds(byHand: 1.1, onQueue: 5))
        measurements += try await compare(.fan(count), count, Bounds(byHand: 1.3, onQueue: 3))
        return measurements + [try await memory()]
    }

    /// How often as long as a task group by hand a graph may take, and how often as long an operation queue must.
    private struct Bounds {
        let byHand: Double
        let onQueue: Double
    }

    /// Each peer in turn with the workflow, so that both see the machine as it is.
    private static func compare(_ graph: Graph, _ count: Int, _ bounds: Bounds) async throws -> [Measurement] {
        let workflow = graph.workflow()
        @Sendable func run() async throws -> Double {
            try await seconds { _ = try await workflow.run(WorkflowConfiguration(slots: 64)) }
        }
        // A run takes ten milliseconds: five would say what the machine did just then.
        let (ours, hand) = try await medians(rounds: 101, run) { try await seconds { try await runByHand(graph, slots: 64) } }
        let (oursAgain, legacy) = try await medians(run) { await runCompat(graph) }
        let operations = await median { await runOnQueue(graph) }
        let name = "a \(graph.name) of \(count) empty steps"
        return [
            Measurement(
                name: "workflow: \(name)", value: ours / Double(count) * 1e6, unit: "µs/step",
                peer: "≤ \(bounds.byHand) × a task group by hand: \(String(format: "%.2f", ours / hand)) ×",
                isWithinBound: ours <= bounds.byHand * hand),
            Measurement(
                name: "workflow: \(name)", value: operations / ours, unit: "× faster",
                peer: "≥ \(Int(rounding: bounds.onQueue) ?? 0) × than an OperationQueue",
                isWithinBound: operations >= bounds.onQueue * ours),
            Measurement(
                name: "TSKCompat: \(name)", value: legacy / Double(count) * 1e6, unit: "µs/task",
                peer: "≤ 3 × the workflow: \(rounded(legacy / oursAgain)) ×", isWithinBound: legacy <= 3 * oursAgain),
        ]
    }

    /// A million steps in a chain, built and run.
    private static func memory() async throws -> Measurement {
        let count = 1_000_000
        let before = Memory.resident
        var workflow = Workflow("long")
        var last = workflow.task("0") { 0 }
        for number in 1..<count { last = workflow.task("\(number)", after: last) { $0 + 1 } }
        let run = try workflow.start()
        let sum = try await run.value(of: last)
        let bytes = Memory.growth(from: before, to: Memory.resident).map { $0 / Double(count) }
        return Measurement(
            "workflow: memory of a chain of \(sum + 1) steps that has run", bytes, unit: "B/step", peer: "≤ 1024 B",
            atMost: 1024, where: sum == count - 1)
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

    /// Only the running is measured, not the making of operations.
    private static func runOnQueue(_ graph: Graph) async -> Double {
        let queue = OperationQueue()
        queue.isSuspended = true
        var operations: [Operation] = []
        for prerequisites in graph.prerequisites {
            let operation = BlockOperation {}
            for prerequisite in prerequisites { operation.addDependency(operations[prerequisite]) }
            operations.append(operation)
            queue.addOperation(operation)
        }
        return await seconds {
            await withCheckedContinuation { continuation in
                operations[operations.count - 1].completionBlock = { continuation.resume() }
                queue.isSuspended = false
            }
        }
    }

    private static func runCompat(_ graph: Graph) async -> Double {
        let workflow = TSKWorkflow(name: graph.name)
        var tasks: [TSKTask] = []
        for prerequisites in graph.prerequisites {
            let task = TSKBlockTask { task in task.finish(with: nil) }
            workflow.add(task, prerequisites: Set(prerequisites.map { tasks[$0] }))
            tasks.append(task)
        }
        let end = EndWatcher()
        workflow.delegate = end
        return await seconds {
            await withCheckedContinuation { continuation in
                end.continuation.withLock { $0 = continuation }
                workflow.start()
            }
        }
    }

    private final class EndWatcher: TSKWorkflowDelegate, Sendable {
        let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)

        func workflowDidFinish(_ workflow: TSKWorkflow) {
            continuation.withLock { $0.take() }?.resume()
        }
    }
}
