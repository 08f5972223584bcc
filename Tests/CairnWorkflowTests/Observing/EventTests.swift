import CairnTesting
import CairnWorkflow
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EventTests {
    struct Trouble: Error {}

    private func isQuiescent(_ event: WorkflowEvent) -> Bool {
        if case .quiescent = event.kind { true } else { false }
    }

    private func skipToQuiescence(_ events: inout AsyncStream<WorkflowEvent>.Iterator) async {
        while let event = await events.next(isolation: nil), !isQuiescent(event) {}
    }

    @Test func `a watcher gets a snapshot, then every change in order, numbered without gaps`() async throws {
        var workflow = Workflow("W")
        let a = workflow.task("a") { 1 }
        workflow.task("b", after: a) { _ in }
        let run = try workflow.makeRun()
        var stream = run.events.makeAsyncIterator()
        let first = try #require(await stream.next())
        guard case .snapshot(let snapshot) = first.kind else {
            Issue.record("no snapshot")
            return
        }
        #expect(snapshot.steps.map(\.state) == [.ready, .pending])
        run.start()
        var (changes, numbers): ([String], [Int]) = ([], [first.sequence])
        while let event = await stream.next() {
            numbers.append(event.sequence)
            switch event.kind {
            case .changed(let change): changes.append("\(change.name) \(change.from)→\(change.to)")
            case .finished: changes.append("finished")
            default: break
            }
            if isQuiescent(event) { break }
        }
        #expect(
            changes == [
                "a ready→executing", "a executing→finished", "b pending→ready", "b ready→executing", "b executing→finished",
                "finished",
            ])
        #expect(numbers == Array(numbers[0]..<(numbers[0] + numbers.count)))
    }

    @Test func `a stream that is had before the start misses nothing, though the run has ended before it is read`() async throws {
        var workflow = Workflow("W")
        workflow.task("a") {}
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        try await run.waitUntilQuiescent()
        var states: [StepState] = []
        for await event in events {
            if case .snapshot(let snapshot) = event.kind { states.append(snapshot.steps[0].state) }
            if case .changed(let change) = event.kind { states.append(change.to) }
            if isQuiescent(event) { break }
        }
        #expect(states == [.ready, .executing, .finished])
    }

    @Test func `who comes after the end is told that it has come, and a start that starts nothing says so`() async throws {
        var workflow = Workflow("W")
        workflow.task("a") {}
        let run = try workflow.start()
        try await run.waitUntilQuiescent()
        for await event in run.events where isQuiescent(event) { break }
        let empty = try Workflow("Empty").makeRun()
        let events = empty.events
        empty.start()
        for await event in events where isQuiescent(event) { break }
    }

    /// A chain of steps that do nothing.
    private func chain(_ count: Int) -> Workflow {
        var workflow = Workflow("chain")
        var last = workflow.task("0") {}
        for number in 1..<count { last = workflow.task("\(number)", after: last) { _ in } }
        return workflow
    }

    @Test(arguments: [10, 1500, 5000])
    func `a watcher that has fallen behind is told of the end all the same`(_ count: Int) async throws {
        let run = try chain(count).makeRun()
        let (untilQuiescent, untilFinished) = (run.events, run.events)
        run.start()
        try await run.waitUntilQuiescent()
        var last: WorkflowSnapshot?
        for await event in untilQuiescent {
            if case .snapshot(let snapshot) = event.kind { last = snapshot } else { last?.apply(event) }
            if isQuiescent(event) { break }
        }
        #expect(last?.count(of: .finished) == count)
        for await event in untilFinished { if case .finished = event.kind { break } }
        // Who comes only now.
        for await event in run.events { if case .finished = event.kind { break } }
    }

    @Test func `who operates a run and falls behind gets to its end`() async throws {
        _ = try await chain(3000).run { run in
            let events = run.events
            try await run.waitUntilQuiescent()
            for await event in events where isQuiescent(event) { return }
        }
    }

    @Test func `it is told that a failed run is quiescent, and not that it has finished`() async throws {
        var workflow = chain(2500)
        workflow.task("bad") { throw Trouble() }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        try await run.waitUntilQuiescent()
        for await event in events {
            if case .finished = event.kind { Issue.record("finished") }
            if isQuiescent(event) { break }
        }
    }

    @Test func `what begins and ends at once is told to have ended`() async throws {
        var workflow = Workflow("W")
        let gate = workflow.gate("gate", of: Int.self)
        let run = try workflow.makeRun()
        run.fulfill(gate, with: 1)
        var events = run.events.makeAsyncIterator()
        run.start(gate)
        await skipToQuiescence(&events)
        #expect(run.state(of: gate) == .finished)
        run.reset()
        await skipToQuiescence(&events)
        run.cancel()
        await skipToQuiescence(&events)
        #expect(run.state(of: gate) == .cancelled)
        run.fulfill(gate, with: 2)
        run.retry()
        run.fulfill(gate, with: 2)
        await skipToQuiescence(&events)
        run.retry()
        await skipToQuiescence(&events)
        // Who comes now, though the run was never started as a whole.
        for await event in run.events where isQuiescent(event) { break }
    }

    @Test func `events replayed on a snapshot give the snapshot of the end`() async throws {
        var workflow = Workflow("W")
        let a = workflow.task("a") { StepContext.current?.reportProgress(0.5) }
        let bad = workflow.task("bad", after: a) { _ in throw Trouble() }
        workflow.task("never", after: bad) { _ in }
        let run = try workflow.makeRun()
        let stream = run.events
        run.start()
        var snapshot: WorkflowSnapshot?
        for await event in stream {
            if case .snapshot(let first) = event.kind { snapshot = first } else { snapshot?.apply(event) }
            if isQuiescent(event) { break }
        }
        try expectSame(try #require(snapshot), run.snapshot)
    }

    private func expectSame(_ replayed: WorkflowSnapshot, _ snapshot: WorkflowSnapshot) throws {
        #expect(replayed.sequence == snapshot.sequence)
        #expect(replayed.steps.map(\.state) == snapshot.steps.map(\.state))
        #expect(replayed.steps.map(\.attempt) == snapshot.steps.map(\.attempt))
        #expect(replayed.steps.map(\.progress) == snapshot.steps.map(\.progress))
        #expect(replayed.steps.map { $0.error == nil } == snapshot.steps.map { $0.error == nil })
        #expect(replayed.steps.map(\.began) == snapshot.steps.map(\.began))
        #expect(replayed.steps.map(\.ended) == snapshot.steps.map(\.ended))
    }

    @Test func `who comes late, or falls far behind, gets a snapshot and the tail`() async throws {
        let gate = Gate()
        var workflow = Workflow("W")
        let steps = (0..<3000).map { number in workflow.task("\(number)") { number } }
        let last = workflow.task("last", afterAll: steps) { _ in try await gate.pass() }
        let run = try workflow.makeRun()
        var early = run.events.makeAsyncIterator()
        _ = await early.next()
        run.start()
        await gate.waiting(for: 1)
        // It has missed some nine thousand events, of which about one thousand are kept.
        let next = try #require(await early.next())
        guard case .snapshot(let snapshot) = next.kind else {
            Issue.record("no snapshot after a gap")
            return
        }
        #expect(snapshot.count(of: .finished) == 3000 && snapshot[last]?.state == .executing)
        gate.open()
        var kinds: [StepState] = []
        while let event = await early.next() {
            if case .changed(let change) = event.kind { kinds.append(change.to) }
            if isQuiescent(event) { break }
        }
        #expect(kinds == [.finished])
    }

    @Test func `any number may watch, and one that leaves is forgotten`() async throws {
        let gate = Gate()
        var workflow = Workflow("W")
        workflow.task("a") { try await gate.pass() }
        let run = try workflow.start()
        let watchers = (0..<10).map { _ in
            Task {
                var count = 0
                for await event in run.events {
                    count += 1
                    if isQuiescent(event) { break }
                }
                return count
            }
        }
        let leaving = Task { for await _ in run.events {} }
        leaving.cancel()
        await leaving.value
        await gate.waiting(for: 1)
        gate.open()
        for watcher in watchers { #expect(await watcher.value > 0) }
    }

    @Test func `commands from an event loop are safe`() async throws {
        let attempts = Shared(0)
        var workflow = Workflow("W")
        let step = workflow.task("a") {
            if attempts.increment() < 5 { throw Trouble() }
            return attempts.value
        }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        for await event in events {
            if case .changed(let change) = event.kind, change.to == .failed { run.retry() }
            if case .finished = event.kind { break }
        }
        #expect(try run.result(of: step) == 5)
    }

    @Test func `messages and progress of steps are events`() async throws {
        var workflow = Workflow("W")
        workflow.task("a") {
            StepContext.current?.reportProgress(completed: 1, of: 4)
            StepContext.current?.reportProgress(.nan)
            StepContext.current?.post("hello")
        }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        var heard: [String] = []
        for await event in events {
            switch event.kind {
            case .progressed(_, let progress): heard.append("\(progress)")
            case .message(_, let text): heard.append(text)
            default: break
            }
            if isQuiescent(event) { break }
        }
        #expect(heard == ["0.25", "hello"])
    }

    @Test func `finished is said once for each time that everything has finished`() async throws {
        var workflow = Workflow("W")
        let a = workflow.task("a") {}
        workflow.task("b", after: a) { _ in }
        let run = try workflow.makeRun()
        let events = run.events
        run.start()
        var finished = 0
        for await event in events {
            if case .finished = event.kind { finished += 1 }
            guard isQuiescent(event) else { continue }
            if finished == 2 { break }
            run.reset()
            run.start()
        }
        #expect(finished == 2)
    }
}
