import CairnTesting
import Dispatch
import Foundation
import Testing
import TSKCompat

/// Workflows within each other under random commands: against the sequential model, and from eight threads at once.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct NestedStressTests {
    /// A workflow with workflows in it, and the model of the same.
    struct Tree {
        let workflow: TSKWorkflow
        let model = NestedModel()
        var tasks: [TSKTask] = []
        /// Every workflow of the tree with its model, and every task with its.
        var workflows: [(workflow: TSKWorkflow, model: NestedModel)] = []
        var pairs: [(task: TSKTask, model: NestedModel.Task, owner: NestedModel)] = []

        init(queue: OperationQueue, depth: Int, _ random: inout SeededGenerator, _ block: @escaping (TSKTask) -> Void) {
            workflow = TSKWorkflow(name: "\(depth)", operationQueue: queue, notificationCenter: NotificationCenter())
            workflows = [(workflow, model)]
            var models: [NestedModel.Task] = []
            for number in 0..<Int.random(in: 1...4, using: &random) {
                let places = models.indices.filter { _ in Int.random(in: 0..<2, using: &random) == 0 }
                var (task, within): (TSKTask, NestedModel?) = (TSKBlockTask(name: "\(depth).\(number)", block: block), nil)
                if depth < 3, Int.random(in: 0..<2, using: &random) == 0 {
                    let tree = Tree(queue: queue, depth: depth + 1, &random, block)
                    task = TSKSubworkflowTask(name: "\(depth).\(number)", subworkflow: tree.workflow)
                    within = tree.model
                    workflows += tree.workflows
                    pairs += tree.pairs
                }
                workflow.add(task, prerequisites: Set(places.map { tasks[$0] }))
                models.append(model.add(after: places.map { models[$0] }, within: within))
                tasks.append(task)
                pairs.append((task, models[number], model))
            }
        }

        var isAsModelled: Bool {
            pairs.allSatisfy { task, model, _ in
                switch model.state {
                case .pending: task.state == .pending
                case .ready: task.state == .ready
                case .cancelled: task.state == .cancelled
                }
            }
        }
    }

    @Test func `any commands, one after the other, do what the model says`() {
        for seed in 0..<UInt64(rounds(150, long: 200_000)) {
            var random = SeededGenerator(seed: seed)
            let queue = OperationQueue()
            queue.isSuspended = true
            let tree = Tree(queue: queue, depth: 0, &random) { _ in Issue.record("It runs.") }
            var commands: [String] = []
            for _ in 0..<12 {
                let (workflow, model) = tree.workflows.randomElement(using: &random)!
                let (task, own, owner) = tree.pairs.randomElement(using: &random)!
                let kind = Int.random(in: 0..<8, using: &random)
                commands.append("\(kind) \(workflow.name!) \(task.name!)")
                switch kind {
                case 0: _ = (task.cancel(), owner.cancel(own))
                case 1: _ = (task.reset(), owner.reset(own))
                case 2: _ = (task.retry(), owner.retry(own))
                case 3: _ = (workflow.cancel(), model.cancelAll())
                case 4: _ = (workflow.reset(), model.resetAll())
                case 5: _ = (workflow.retry(), model.retryAll())
                case 6: workflow.start()
                default: task.start()
                }
                guard tree.isAsModelled else {
                    Issue.record("seed \(seed): \(commands)\n\(tree.workflow.debugDescription)")
                    return
                }
            }
            tree.workflow.cancel()
            tree.workflow.reset()
            queue.isSuspended = false
        }
    }

    @Test func `after any commands from eight threads everything can be cancelled, and runs to its end when it is retried`() async
    {
        let watchdog = Watchdog("nested workflows")
        for seed in 0..<UInt64(rounds(80, long: 250_000)) {
            var random = SeededGenerator(seed: seed)
            let (queue, late) = (OperationQueue(), DispatchGroup())
            let tree = Tree(queue: queue, depth: 0, &random) { task in
                // Some say it later, from elsewhere.
                if seed % 3 == 0 {
                    DispatchQueue.global().async(group: late) { task.finish(with: nil) }
                } else {
                    task.finish(with: nil)
                }
            }
            watchdog.step { tree.workflow.debugDescription }
            let (tasks, workflows) = (tree.pairs.map(\.task), tree.workflows.map(\.workflow))
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var random = SeededGenerator(seed: seed &* 17 &+ UInt64(worker))
                        for _ in 0..<8 { Self.command(tasks, workflows, &random) }
                    }
                }
            }
            let end = WorkflowRaceTests.End()
            tree.workflow.cancel()
            #expect(tree.pairs.allSatisfy { $0.task.isCancelled || $0.task.isFinished || $0.task.isFailed }, "seed \(seed)")
            // An end from before the reset may be told late, and is not the one that is waited for.
            await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
            await withCheckedContinuation { continuation in late.notify(queue: .global()) { continuation.resume() } }
            tree.workflow.reset()
            tree.workflow.delegate = end
            tree.workflow.start()
            await end.recorder.wait(for: "end")
            #expect(workflows.allSatisfy { !$0.hasUnfinishedTasks() }, "seed \(seed)")
            #expect(end.recorder.entries.count == 1, "seed \(seed)")
        }
    }

    private static func command(_ tasks: [TSKTask], _ workflows: [TSKWorkflow], _ random: inout SeededGenerator) {
        let (task, workflow) = (tasks.randomElement(using: &random)!, workflows.randomElement(using: &random)!)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: task.cancel()
        case 1: task.reset()
        case 2: task.retry()
        case 3: task.start()
        case 4: workflow.cancel()
        case 5: workflow.reset()
        case 6: workflow.retry()
        case 7: task.fail(with: nil)
        default: workflow.start()
        }
    }
}
