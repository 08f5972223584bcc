@testable import CairnWorkflow
import CairnTesting
import Testing

@Suite struct WorkflowMachineTests {
    private func run(_ machine: inout WorkflowMachine, _ step: Int32) {
        machine.start(step)
        let answer1 = machine.begin(step, attempt: machine.attempt(of: step))
        #expect(answer1)
        machine.bodyEnded(step)
    }

    @Test func `cancelling twenty bipartite layers visits each step once`() {
        var machine = WorkflowMachine()
        let root = machine.add(after: [])
        var layer = [root]
        for _ in 0..<20 { layer = [machine.add(after: layer), machine.add(after: layer)] }
        _ = machine.takeChanges()
        machine.cancel(root)
        let changes = machine.takeChanges()
        #expect(changes.count == 41)
        let reach = machine.reach(of: root)
        #expect(reach.count == 41)
        #expect(machine.count(in: .cancelled) == 41)
    }

    @Test func `a chain of a million steps is cancelled, reset and finished without recursion`() {
        let count: Int32 = 1_000_000
        var machine = WorkflowMachine()
        machine.reserve(steps: Int(count), edges: Int(count))
        for step in 0..<count { machine.add(after: step == 0 ? [] : [step - 1]) }
        machine.cancel(0)
        #expect(machine.count(in: .cancelled) == Int(count))
        machine.resetAll()
        #expect(machine.count(in: .pending) == Int(count) - 1)
        _ = machine.takeChanges()
        machine.start(0)
        for step in 0..<count {
            guard machine.begin(step, attempt: 2) || machine.begin(step, attempt: 1) else { break }
            machine.bodyEnded(step)
            machine.finish(step, attempt: machine.attempt(of: step), with: ())
            _ = machine.takeChanges()
        }
        #expect(machine.areAllLeavesFinished)
    }

    @Test func `propagation goes depth first, in the order the dependents were added`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        let b = machine.add(after: [a])
        let c = machine.add(after: [a])
        let d = machine.add(after: [b, c])
        _ = machine.takeChanges()
        machine.cancel(a)
        let order = machine.takeChanges().map(\.step)
        #expect(order == [a, b, d, c])
    }

    @Test func `a reset in the middle leaves what is before it finished, and can be started`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        let b = machine.add(after: [a])
        let c = machine.add(after: [b])
        for step in [a, b, c] {
            run(&machine, step)
            machine.finish(step, with: step)
        }
        machine.reset(b)
        #expect([a, b, c].map(machine.phase(of:)) == [.finished, .ready, .pending])
        machine.startAll()
        #expect(machine.isQueued(b))
    }

    @Test func `a new attempt begins only when the body of the old one has returned`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        machine.start(a)
        let answer2 = machine.begin(a, attempt: 1)
        #expect(answer2)
        machine.cancel(a)
        machine.retry(a)
        #expect(machine.phase(of: a) == .ready && machine.isQueued(a))
        let answer3 = machine.begin(a, attempt: 2)
        #expect(!answer3)
        let answer4 = machine.finish(a, attempt: 1, with: "stale")
        #expect(!answer4)
        _ = machine.takeChanges()
        machine.bodyEnded(a)
        let causes = machine.takeChanges().map(\.cause)
        #expect(causes == [.queued])
        let answer5 = machine.begin(a, attempt: 2)
        #expect(answer5)
        let answer6 = machine.finish(a, attempt: 2, with: "fresh")
        #expect(answer6)
        #expect(machine.outcome(of: a).value as? String == "fresh")
    }

    @Test func `an attempt that was queued before a reset does not begin`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        machine.start(a)
        machine.reset(a)
        let answer7 = machine.begin(a, attempt: 1)
        #expect(!answer7)
        #expect(machine.phase(of: a) == .ready)
    }

    @Test func `starting twice queues once`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        _ = machine.takeChanges()
        machine.start(a)
        machine.start(a)
        let changes = machine.takeChanges()
        #expect(changes.count == 1)
    }

    @Test func `a step added after finished prerequisites is ready at once`() {
        var machine = WorkflowMachine()
        let a = machine.add(after: [])
        run(&machine, a)
        machine.finish(a, with: 1)
        let b = machine.add(after: [a])
        #expect(machine.phase(of: b) == .ready)
        #expect(!machine.areAllLeavesFinished)
    }

    @Test func `the ready queue gives the highest priority first, and of one the oldest`() {
        var queue = ReadyQueue()
        queue.append(.init(step: 1, attempt: 1), priority: 17)
        queue.append(.init(step: 2, attempt: 1), priority: 25)
        queue.append(.init(step: 3, attempt: 1), priority: 17)
        queue.append(.init(step: 4, attempt: 1), priority: 9)
        let order = (0..<5).map { _ in queue.popFirst()?.step }
        #expect(order == [2, 1, 3, 4, nil])
    }

    @Test func `the deadline queue gives the soonest first`() {
        var queue = DeadlineQueue()
        for seconds in [5, 1, 4, 2, 3, 1] {
            queue.insert(.init(time: .seconds(seconds), step: Int32(seconds), attempt: 1, state: .waiting))
        }
        var order: [Int32] = []
        while let entry = queue.popFirst() { order.append(entry.step) }
        #expect(order == [1, 1, 2, 3, 4, 5])
    }

    @Test func `what is due is exactly what has no later time`() {
        var random = SeededGenerator(seed: 5)
        for count in [0, 1, 2, 3, 10, 100] {
            var (queue, times) = (DeadlineQueue(), [Int]())
            for step in 0..<count {
                times.append(Int.random(in: 0..<20, using: &random))
                queue.insert(
                    DeadlineQueue.Entry(time: .seconds(times[step]), step: Int32(step), attempt: 1, state: .executing))
            }
            for limit in -1...20 {
                let due = Set(queue.entries(until: .seconds(limit)).map { Int($0.step) })
                #expect(due == Set(times.indices.filter { times[$0] <= limit }))
            }
        }
    }
}
