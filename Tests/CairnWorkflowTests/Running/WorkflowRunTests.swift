import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WorkflowRunTests {
    @Test func `results of prerequisites arrive as parameters, in order and typed`() async throws {
        var workflow = Workflow("Sum")
        let number = workflow.task("number") { 20 }
        let word = workflow.task("word") { "x" }
        let repeated = workflow.task("repeat", after: number, word) { number, word in String(repeating: word, count: number) }
        let joined = workflow.task("join", afterAll: [repeated, word]) { $0.joined(separator: "-") }
        let results = try await workflow.run()
        #expect(results[joined] == String(repeating: "x", count: 20) + "-x")
        #expect(results[number] == 20)
    }

    @Test func `a workflow without steps finishes at once`() async throws {
        _ = try await Workflow("Empty").run()
    }
}
