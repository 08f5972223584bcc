import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AddingTests {
    @Test func `steps added while it runs are started when their prerequisites have finished`() async throws {
        let gate = Gate()
        var workflow = Workflow()
        let first = workflow.task("first") {
            try await gate.pass(); return 1
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        let (second, third) = try run.add { workflow in
            let second = workflow.task("second", after: first) { $0 + 1 }
            return (second, workflow.task("third", after: first, second) { $0 + $1 })
        }
        #expect(run.state(of: second) == .pending)
        gate.open()
        #expect(try await run.results()[third] == 3)
        let late = try run.add { workflow in workflow.task("late", after: third) { $0 * 100 } }
        #expect(try await run.value(of: late) == 300)
    }

    @Test func `steps can add steps`() async throws {
        let sum = Shared(0)
        var workflow = Workflow()
        workflow.task("seed") {
            guard let run = StepContext.current?.workflow else { return }
            for number in 1...10 {
                try run.add { workflow in workflow.task("\(number)") { sum.update { $0 += number } } }
            }
        }
        _ = try await workflow.run()
        #expect(sum.value == 55)
    }

    @Test func `a prerequisite of another workflow is refused before anything runs`() async throws {
        let hasRun = Shared(false)
        var other = Workflow("other")
        let stranger = other.task("stranger") { 1 }
        var workflow = Workflow()
        workflow.task("a") { hasRun.update { $0 = true } }
        workflow.task("b", after: stranger) { $0 }
        await #expect(throws: WorkflowError.unknownPrerequisite(step: "b")) { try await workflow.run() }
        #expect(!hasRun.value)
        let run = try other.start()
        #expect(throws: WorkflowError.unknownPrerequisite(step: "c")) {
            var third = Workflow()
            let foreign = third.task("foreign") { 1 }
            try run.add { $0.task("c", after: foreign) { $0 } }
        }
    }

    @Test func `copies that went different ways do not mix their steps up`() async throws {
        var first = Workflow()
        var second = first
        let number = first.task("number") { 1 }
        let word = second.task("word") { "x" }
        second.task("uses the other's", after: number) { $0 }
        await #expect(throws: WorkflowError.unknownPrerequisite(step: "uses the other's")) { try await second.run() }
        _ = word
    }
}
