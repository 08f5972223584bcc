import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WorkflowFailureTests {
    struct Trouble: Error {}

    @Test func `each failure names what it blocks, in order`() async throws {
        var workflow = Workflow("W")
        let a = workflow.task("a") { throw Trouble() }
        let b = workflow.task("b") { throw Trouble() }
        let fine = workflow.task("fine") { 1 }
        let c = workflow.task("c", after: a, fine) { _, _ in }
        workflow.task("d", after: b, c) { _, _ in }
        workflow.task("e", after: fine) { $0 }
        let failure = try await #require(throws: WorkflowFailure.self) { try await workflow.run() }
        #expect(failure.failures.map(\.name) == ["a", "b"])
        #expect(failure.failures.map(\.blocked) == [["c", "d"], ["d"]])
        #expect(failure.description.contains("\"a\" failed: Trouble(), which blocks \"c\", \"d\"."))
    }

    @Test func `very many failures before very many steps cost what the graph does, and are summed up`() async throws {
        let count = 5000
        var workflow = Workflow("W")
        let failing = (0..<count).map { number in workflow.task("\(number)") { throw Trouble() } }
        var last = workflow.task("join", afterAll: failing) { _ in }
        for number in 0..<count { last = workflow.task("after \(number)", after: last) { _ in } }
        let failure: WorkflowFailure
        // Not by the library's own expectation, which writes out whatever is thrown.
        do {
            _ = try await workflow.run()
            Issue.record("It has finished.")
            return
        } catch {
            failure = try #require(error as? WorkflowFailure)
        }
        let (failed, blocked) = (failure.failures.count, failure.failures[7].blocked.count)
        #expect(failed == count && blocked == count + 1)
        #expect(failure.description.hasSuffix("4990 more failed."))
    }
}
