import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TypeAheadTests {
    let clock = ManualClock()
    let texts: AsyncStream<String>
    let typing: AsyncStream<String>.Continuation

    init() { (texts, typing) = AsyncStream.makeStream(of: String.self) }

    private func locator(_ answer: @escaping @Sendable (String) async throws -> String) -> (LocatorTask, StubTransport) {
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "suggest" else { return .json(#"{"capabilities":"Suggest"}"#) }
            return .json("{\"suggestions\":[{\"text\":\"\(try await answer(request.form["text"] ?? ""))\",\"magicKey\":\"k\"}]}")
        }
        return (LocatorTask(url: URL(string: "https://example.com/GeocodeServer")!, transport: transport), transport)
    }

    private func asked(_ transport: StubTransport) -> [String] { transport.requests.compactMap { $0.form["text"] } }

    @Test func `only what was typed before a pause is asked for`() async throws {
        let (locator, transport) = locator { $0.uppercased() }
        try await locator.load()
        let position = Atomic(0)
        let end = Gate()
        let texts = AsyncStream<String> {
            let next = position.add(1, ordering: .relaxed).oldValue
            if next < 3 { return ["l", "la", "lax"][next] }
            try? await end.pass()
            return nil
        }
        var answers = locator.typeAhead(for: texts, clock: clock).makeAsyncIterator()
        // All three have been taken: who still sleeps does so for the last.
        await end.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(250))
        #expect(await answers.next()?.suggestions.map(\.label) == ["LAX"])
        #expect(asked(transport) == ["lax"])
    }

    @Test func `a newer text cancels the request for an older one, whose answer never comes`() async throws {
        let gate = Gate()
        let (locator, transport) = locator { text in
            if text == "old" { try await gate.pass() }
            return text
        }
        try await locator.load()
        var answers = locator.typeAhead(for: texts, clock: clock).makeAsyncIterator()
        typing.yield("old")
        await clock.sleepers(atLeast: 1)
        clock.advanceToNextDeadline()
        await gate.waiting(for: 1)
        typing.yield("new")
        await clock.sleepers(atLeast: 1)
        clock.advanceToNextDeadline()
        #expect(await answers.next()?.text == "new")
        gate.open()
        typing.finish()
        #expect(await answers.next() == nil)
        #expect(asked(transport) == ["old", "new"])
    }

    @Test func `an empty text has no suggestions at once, without asking`() async throws {
        let (locator, transport) = locator { $0 }
        var answers = locator.typeAhead(for: texts, clock: clock).makeAsyncIterator()
        typing.yield(" ")
        #expect(await answers.next()?.suggestions.isEmpty == true)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a failure is told and typing on asks again`() async throws {
        struct Down: Error {}
        let (locator, _) = locator { text in
            if text == "bad" { throw Down() }
            return text
        }
        try await locator.load()
        var answers = locator.typeAhead(for: texts, clock: clock).makeAsyncIterator()
        for (text, fails) in [("bad", true), ("good", false)] {
            typing.yield(text)
            await clock.sleepers(atLeast: 1)
            clock.advanceToNextDeadline()
            let answer = await answers.next()
            #expect(answer?.text == text && (answer?.error is Down) == fails)
        }
    }

    @Test func `a load that failed is tried again with the next text, once for all who type`() async throws {
        let loads = Log<Int>()
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "suggest" { return .json(#"{"suggestions":[{"text":"A","magicKey":"k"}]}"#) }
            loads.append(1)
            return loads.elements.count == 1 ? .json("", status: 404) : .json(#"{"capabilities":"Suggest"}"#)
        }
        let locator = LocatorTask(url: URL(string: "https://example.com/GeocodeServer")!, transport: transport)
        let (others, other) = AsyncStream.makeStream(of: String.self)
        var answers = locator.typeAhead(for: texts, clock: clock).makeAsyncIterator()
        var otherAnswers = locator.typeAhead(for: others, clock: clock).makeAsyncIterator()
        typing.yield("a")
        await clock.sleepers(atLeast: 1)
        clock.advanceToNextDeadline()
        #expect(await answers.next()?.error is ServiceError)
        typing.yield("aa")
        other.yield("b")
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        #expect(await answers.next()?.suggestions.map(\.label) == ["A"])
        #expect(await otherAnswers.next()?.suggestions.map(\.label) == ["A"])
        #expect(loads.elements.count == 2 && locator.loadStatus.isLoaded)
    }

    @Test func `leaving the stream cancels what is under way`() async throws {
        let gate = Gate()
        let (locator, _) = locator { text in
            try await gate.pass()
            return text
        }
        try await locator.load()
        let watcher = Task { for await _ in locator.typeAhead(for: texts, clock: clock) {} }
        typing.yield("x")
        await clock.sleepers(atLeast: 1)
        watcher.cancel()
        await watcher.value
        while !clock.pendingSleeps.isEmpty { await Task.yield() }
    }
}
