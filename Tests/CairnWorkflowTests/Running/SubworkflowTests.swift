import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SubworkflowTests {
    struct Trouble: Error {}

    @Test func `a subworkflow takes results and gives one`() async throws {
        var workflow = Workflow("Upload")
        let image = workflow.task("image") { 10 }
        let filtered = workflow.subworkflow("filter", after: image) { filter, image in
            let sharp = filter.task("sharpen") { image + 1 }
            let dark = filter.task("darken") { image - 1 }
            return filter.task("blend", after: sharp, dark) { $0 * $1 }
        }
        let upload = workflow.task("upload", after: filtered) { "\($0)" }
        #expect(try await workflow.run()[upload] == "99")
    }

    @Test func `it takes as many results as it wants`() async throws {
        var workflow = Workflow()
        let (a, b) = (workflow.task("a") { 1 }, workflow.task("b") { "b" })
        let (c, d) = (workflow.task("c") { 2.5 }, workflow.task("d") { true })
        let two = workflow.subworkflow("two", after: a, b) { sub, a, b in
            let first = sub.task("first") { "\(a)\(b)" }
            return sub.task("second", after: first) { $0 + "!" }
        }
        let three = workflow.subworkflow("three", after: a, b, c, following: [d]) { sub, a, b, c in
            let first = sub.task("first") { "\(a)\(b)\(c)" }
            return sub.task("second", after: first) { $0 + "!" }
        }
        let four = workflow.subworkflow("four", after: a, b, c, d) { (sub: inout Workflow, a, b, c, d) in
            sub.task("first") { "\(a)\(b)\(c)\(d)" }
        }
        let results = try await workflow.run()
        #expect([results[two], results[three], results[four]] == ["1b!", "1b2.5!", "1b2.5true"])
    }

    @Test func `a failure within fails the step, and retry goes on within`() async throws {
        let counts = Shared(["a": 0, "b": 0])
        var workflow = Workflow()
        let sub = workflow.subworkflow("sub") { sub in
            let a = sub.task("a") {
                counts.update {
                    $0["a"]! += 1; return $0["a"]!
                }
            }
            return sub.task("b", after: a) { a in
                let attempt = counts.update {
                    $0["b"]! += 1; return $0["b"]!
                }
                if attempt == 1 { throw Trouble() }
                return a
            }
        }
        let run = try workflow.start()
        let failure = try await #require(throws: WorkflowFailure.self) { try await run.value(of: sub) }
        #expect(failure.workflow == "sub" && failure.failures.map(\.name) == ["b"])
        run.retry()
        #expect(try await run.value(of: sub) == 1)
        #expect(counts.value == ["a": 1, "b": 2])
        run.reset()
        run.start()
        #expect(try await run.value(of: sub) == 2)
    }

    @Test func `cancelling the step cancels what is within, and no body is left`() async throws {
        let gate = CairnTesting.Gate()
        var workflow = Workflow()
        let sub = workflow.subworkflow("sub") { sub in
            sub.task("first") { try await gate.pass() }
            return sub.task("second") { try await gate.pass() }
        }
        let run = try workflow.start()
        await gate.waiting(for: 2)
        run.cancel(sub)
        try await run.waitUntilQuiescent()
        #expect(run.snapshot[sub]?.subworkflow?.count(of: .cancelled) == 2)
    }

    @Test func `gates within are fulfilled through the run of the subworkflow`() async throws {
        let inner = Shared<Step<Int>?>(nil)
        var workflow = Workflow()
        let sub = workflow.subworkflow("sub") { sub in
            let gate = sub.gate("gate", of: Int.self)
            inner.update { $0 = gate }
            return gate
        }
        let run = try workflow.start()
        for await event in run.events {
            if case .snapshot(let snapshot) = event.kind, snapshot[sub]?.state == .executing { break }
            if case .changed(let change) = event.kind, change.to == .executing { break }
        }
        while run.subworkflow(sub) == nil { await Task.yield() }
        let subrun = try #require(run.subworkflow(sub))
        #expect(subrun.fulfill(try #require(inner.value), with: 4))
        #expect(try await run.value(of: sub) == 4)
    }

    @Test(arguments: [1, 2, 5])
    func `the slots are shared with what is within, and one is enough`(slots: Int) async throws {
        let running = Shared(0)
        let most = Shared(0)
        @Sendable func work() async {
            let count = running.increment()
            most.update { $0 = max($0, count) }
            await Task.yield()
            running.update { $0 -= 1 }
        }
        var workflow = Workflow()
        for outer in 0..<6 {
            workflow.task("plain \(outer)") { await work() }
            workflow.subworkflow("sub \(outer)") { sub in
                for inner in 0..<10 { sub.task("\(inner)") { await work() } }
                return sub.subworkflow("deeper") { deeper in deeper.task("inmost") { await work() } }
            }
        }
        _ = try await workflow.run(WorkflowConfiguration(slots: slots))
        #expect(most.value <= slots)
    }

    @Test func `a builder that throws fails the step, one that returns a stranger too`() async throws {
        var workflow = Workflow()
        let stranger = workflow.task("stranger") { 1 }
        let bad = workflow.subworkflow("bad") { _ -> Step<Int> in throw Trouble() }
        let foreign = workflow.subworkflow("foreign") { _ in stranger }
        let run = try workflow.start()
        await #expect(throws: Trouble.self) { try await run.value(of: bad) }
        await #expect(throws: WorkflowError.unknownPrerequisite(step: "foreign")) { try await run.value(of: foreign) }
    }

    @Test func `what was built from results that were taken back meanwhile is not gone on with`() async throws {
        let number = Shared(0)
        let run = Shared<WorkflowRun?>(nil)
        var workflow = Workflow()
        let a = workflow.task("a") { number.increment() }
        let sub = workflow.subworkflow("sub", after: a) { sub, value in
            if value == 1 { run.value?.reset() }
            return sub.task("inner") { value }
        }
        run.update { [workflow] in $0 = try? workflow.makeRun() }
        let made = try #require(run.value)
        made.start()
        try await made.waitUntilQuiescent()
        #expect(made.subworkflow(sub) == nil)
        made.start()
        #expect(try await made.value(of: sub) == 2)
        run.update { $0 = nil }
    }

    @Test func `progress within is the step's`() async throws {
        let gate = CairnTesting.Gate()
        var workflow = Workflow()
        let sub = workflow.subworkflow("sub") { sub in
            let first = sub.task("first") {}
            return sub.task("second", after: first) { _ in try await gate.pass() }
        }
        let run = try workflow.start()
        await gate.waiting(for: 1)
        for await progress in run.progressUpdates where progress == 0.5 { break }
        #expect(run.snapshot[sub]?.progress == 0.5)
        gate.open()
        _ = try await run.results()
        #expect(run.progress == 1)
    }
}
