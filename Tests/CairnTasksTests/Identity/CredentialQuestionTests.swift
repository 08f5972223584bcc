import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CredentialQuestionTests {
    private let service = TokenServer.service

    private var transport: StubTransport {
        let server = TokenServer { _ in .json("{}") }
        server.accept("good")
        return server.transport
    }

    private func good(_ challenge: CredentialChallenge) -> APIKeyCredential { APIKeyCredential("good", server: challenge.url) }

    @Test func `a handler that awaits its own server in a detached task is in the way of nobody once its asker has left`()
        async throws
    {
        let (clock, gate, asked, inner) = (ManualClock(), Gate(), Log<Void>(), Log<String>())
        let store = CredentialStore(clock: clock)
        let client = ServiceClient(url: service, transport: transport, credential: store)
        store.setChallengeHandler { challenge in
            asked.append(())
            if asked.elements.count > 1 { return good(challenge) }
            let task = Task.detached {
                await gate.passUncancelled()
                return try await client.call("suggest")
            }
            do { _ = try await task.value } catch { inner.append("\(error)") }
            return nil
        }
        let outer = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        outer.cancel()
        await #expect(throws: CancellationError.self) { try await outer.value }
        gate.open()
        // What the handler waits for waits for the handler to end, and not for ever.
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        for await refusal in inner.entries {
            #expect(refusal.contains("499"))
            break
        }
        _ = try await client.call("suggest")
        #expect(asked.elements.count == 2 && inner.elements.count == 1)
        store.setChallengeHandler(nil)
    }

    @Test func `who had asked before a question, and is refused after it, is thrown what its handler has thrown`() async throws {
        struct Trouble: Error {}
        let (hasArrived, mayRefuse, asked) = (Gate(), Gate(), Log<Void>())
        let store = CredentialStore(challengeHandler: { _ in
            asked.append(())
            throw Trouble()
        })
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "late" {
                hasArrived.open()
                try await mayRefuse.pass()
            }
            return .json(#"{"error":{"code":499,"message":"Token Required"}}"#)
        }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        let late = Task { try await client.call("late") }
        try await hasArrived.pass()
        await #expect(throws: Trouble.self) { try await client.call("suggest") }
        mayRefuse.open()
        await #expect(throws: Trouble.self) { try await late.value }
        #expect(asked.elements.count == 1)
        await #expect(throws: Trouble.self) { try await client.call("suggest") }
        #expect(asked.elements.count == 2)
    }

    @Test func `a handler that never ends once it was cancelled is no handler until it has`() async throws {
        let (clock, gate, asked) = (ManualClock(), Gate(), Log<Void>())
        let store = CredentialStore(clock: clock) { challenge in
            asked.append(())
            if asked.elements.count > 1 { return good(challenge) }
            await gate.passUncancelled()
            return nil
        }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        let first = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        for _ in 1...2 {
            let next = Task { try await client.call("suggest") }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(1))
            await #expect { try await next.value } throws: { ($0 as? ServiceError)?.code == 499 }
        }
        gate.open()
        _ = try await client.call("suggest")
        #expect(asked.elements.count == 2)
    }

    @Test func `who came later is not refused because who opened the question has left, but asks for himself`() async throws {
        let (gate, asked, store) = (Gate(), Log<Void>(), CredentialStore())
        store.setChallengeHandler { challenge in
            asked.append(())
            if asked.elements.count > 1 { return good(challenge) }
            try await gate.pass()
            return nil
        }
        let refused = Level(0)
        let server = TokenServer(refuse: { refused.send(refused.value + 1) }) { _ in .json("{}") }
        server.accept("good")
        let client = ServiceClient(url: service, transport: server.transport, credential: store)
        let first = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        let second = Task { try await client.call("suggest") }
        for await count in refused.values where count == 2 { break }
        for _ in 0..<100 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        _ = try await second.value
        #expect(asked.elements.count == 2)
    }

    @Test(arguments: [true, false])
    func `who waits for a handler that is replaced asks the new one, and is refused if there is none`(isReplaced: Bool)
        async throws
    {
        let (gate, asked, store) = (Gate(), Log<String>(), CredentialStore())
        store.setChallengeHandler { _ in
            asked.append("old")
            await gate.passUncancelled()
            return nil
        }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        let call = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        if isReplaced {
            store.setChallengeHandler { challenge in
                asked.append("new")
                return good(challenge)
            }
        } else {
            store.setChallengeHandler(nil)
        }
        let outcome = await call.result
        #expect((try? outcome.get()) != nil || !isReplaced)
        if !isReplaced { #expect { try outcome.get() } throws: { ($0 as? ServiceError)?.code == 499 } }
        gate.open()
        #expect(asked.elements == (isReplaced ? ["old", "new"] : ["old"]))
    }

    @Test func `a handler that does not notice that it was cancelled is not called a second time before it has ended`()
        async throws
    {
        let (clock, gate, running, most) = (ManualClock(), Gate(), Log<Int>(), Log<Int>())
        let store = CredentialStore(clock: clock) { challenge in
            running.append(1)
            most.append(running.elements.reduce(0, +))
            if most.elements.count == 1 { await gate.passUncancelled() }
            running.append(-1)
            return good(challenge)
        }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        let first = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await client.call("suggest") }
        await clock.sleepers(atLeast: 1)
        gate.open()
        _ = try await second.value
        #expect(most.elements.count == 2 && !most.elements.contains { $0 > 1 })
    }

    @Test func `a challenge shows neither its query nor a credential what is secret`() {
        let challenge = CredentialChallenge(
            url: URL(string: "https://ann:hush@gis.example.com/x?token=hush")!, reason: .tokenRequired)
        let portal = URL(string: "https://gis.example.com/portal")!
        let shown: [any Credential] = [
            TokenServer.credential(transport, password: "hush"),
            OAuthClientCredential(clientID: "app", clientSecret: "hush", portal: portal),
            OAuthRefreshCredential(clientID: "app", refreshToken: "hush", portal: portal), APIKeyCredential("hush"),
            CredentialStore([APIKeyCredential("hush")]),
        ]
        var text = "\(challenge) \(String(reflecting: challenge)) \(shown)"
        dump(challenge, to: &text)
        dump(shown, to: &text)
        #expect(text.contains("https://gis.example.com/x") && !text.contains("hush"))
    }
}
