import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)))
struct CredentialStoreTests {
    private let service = TokenServer.service

    private func server(_ good: String, refuse: @escaping @Sendable () async throws -> Void = {}) -> StubTransport {
        let server = TokenServer(refuse: refuse) { _ in .json(#"{"error":{"code":400,"message":"Unable to generate token."}}"#) }
        server.accept(good)
        return server.transport
    }

    private func key(_ value: String) -> APIKeyCredential { APIKeyCredential(value, server: service) }

    @Test func `a task that is given no credential finds that of the standard store`() async throws {
        let service = URL(
            string: "https://standard-\(UUID().uuidString.lowercased()).example.com/arcgis/rest/services/X/GeocodeServer")!
        let transport = server("good")
        CredentialStore.standard.set(APIKeyCredential("good", server: service), for: service)
        try await LocatorTask(url: service, transport: transport).load()
        CredentialStore.standard.remove(for: service)
        await #expect { try await LocatorTask(url: service, transport: transport).load() } throws: {
            ($0 as? ServiceError)?.code == 499
        }
    }

    @Test func `a given credential is a store of its own, and a given store is asked as it then is`() async throws {
        let store = CredentialStore()
        let client = ServiceClient(url: service, transport: server("good"), credential: store)
        await #expect(throws: ServiceError.self) { try await client.call("suggest") }
        store.add(key("good"))
        _ = try await client.call("suggest")
        store.removeAll()
        await #expect(throws: ServiceError.self) { try await client.call("suggest") }
        #expect(client.credentials === store)
        #expect(
            ServiceClient(url: service, transport: server("x"), credential: key("good")).credentials !== CredentialStore.standard)
        #expect(ServiceClient(url: service, transport: server("x")).credentials === CredentialStore.standard)
    }

    @Test func `credentials are told apart by host and port, the newest first, and what was set for a server before all`()
        async throws
    {
        let other = URL(string: "https://gis.example.com:6443/x")!
        let store = CredentialStore([
            APIKeyCredential("any", host: "example.com"), APIKeyCredential("newer", host: "example.com"),
        ])
        func value(_ url: URL) async throws -> String? { try await store.token(for: url, replacing: nil)?.value }
        #expect(try await value(service) == "newer")
        store.set(key("set"), for: service)
        store.set(APIKeyCredential("port", server: other), for: other)
        #expect(try await value(service) == "set")
        #expect(try await value(other) == "port")
        #expect(try await value(URL(string: "https://sub.example.com/")!) == "newer")
        #expect(try await value(URL(string: "https://elsewhere.org/")!) == nil)
        #expect("\(store)" == "Store of 4 credentials")
    }

    @Test func `a refused token gives way to that of another credential`() async throws {
        let store = CredentialStore([key("good"), key("bad")])
        _ = try await ServiceClient(url: service, transport: server("good"), credential: store).call("suggest")
    }

    @Test func `a hundred callers who are refused ask the handler once, and each goes on with its answer`() async throws {
        let (gate, asked) = (Gate(), Log<CredentialChallenge>())
        let store = CredentialStore { challenge in
            asked.append(challenge)
            return APIKeyCredential("good", server: challenge.url)
        }
        let client = ServiceClient(url: service, transport: server("good") { try await gate.pass() }, credential: store)
        let calls = (0..<100).map { _ in Task { try await client.call("suggest") } }
        await gate.waiting(for: 100)
        gate.open()
        for call in calls { #expect(try await call.value["ok"]?.bool == true) }
        #expect(asked.elements.map(\.reason) == [.tokenRequired])
        #expect(asked.elements[0].url.host == "gis.example.com")
        _ = try await client.call("suggest")
        #expect(asked.elements.count == 1, "the answer is kept")
    }

    @Test func `a handler that has no answer is asked once for all who were refused together, and again for the next call`()
        async throws
    {
        let (gate, asked) = (Gate(), Log<CredentialChallenge>())
        let store = CredentialStore { challenge in
            asked.append(challenge)
            return nil
        }
        let client = ServiceClient(url: service, transport: server("good") { try await gate.pass() }, credential: store)
        let ended = Log<Void>()
        let calls = (0..<50).map { _ in
            Task {
                defer { ended.append(()) }
                return try await client.call("suggest")
            }
        }
        await gate.waiting(for: 50)
        // The others are refused when the first has been answered long ago.
        gate.openOnce()
        for await _ in ended.entries { break }
        gate.open()
        for call in calls { await #expect { try await call.value } throws: { ($0 as? ServiceError)?.code == 499 } }
        #expect(asked.elements.count == 1)
        await #expect(throws: ServiceError.self) { try await client.call("suggest") }
        #expect(asked.elements.count == 2)
    }

    @Test func `a refused token is told to the handler as that, and its answer takes the place of the one that was set`()
        async throws
    {
        let asked = Log<CredentialChallenge>()
        let store = CredentialStore { challenge in
            asked.append(challenge)
            return APIKeyCredential("good", server: challenge.url)
        }
        store.set(key("bad"), for: service)
        let client = ServiceClient(url: service, transport: server("good"), credential: store)
        for _ in 1...2 { _ = try await client.call("suggest") }
        #expect(asked.elements.map(\.reason) == [.tokenRefused])
        #expect("\(store)" == "Store of 1 credentials")
    }

    @Test func `a handler that answers with the refused token again ends the call, and does not go in circles`() async throws {
        let asked = Log<CredentialChallenge>()
        let store = CredentialStore([key("bad")]) { challenge in
            asked.append(challenge)
            return APIKeyCredential("bad", server: challenge.url)
        }
        let transport = server("good")
        await #expect { try await ServiceClient(url: service, transport: transport, credential: store).call("suggest") } throws: {
            ($0 as? ServiceError)?.code == 498
        }
        #expect(asked.elements.count == 1 && transport.requests.count == 1)
    }

    @Test func `a handler whose token is refused is asked again until it has a good one, five times at most`() async throws {
        for (place, isAnswered) in [(3, true), (5, true), (9, false)] {
            let asked = Log<CredentialChallenge>()
            let store = CredentialStore { challenge in
                asked.append(challenge)
                let count = asked.elements.count
                return APIKeyCredential(count == place ? "good" : "bad \(count)", server: challenge.url)
            }
            let client = ServiceClient(url: service, transport: server("good"), credential: store)
            if isAnswered {
                _ = try await client.call("suggest")
            } else {
                await #expect { try await client.call("suggest") } throws: { ($0 as? ServiceError)?.code == 498 }
            }
            #expect(asked.elements.map(\.reason) == [.tokenRequired] + Array(repeating: .tokenRefused, count: min(place, 5) - 1))
        }
    }

    @Test(arguments: [true, false])
    func `an answer that comes after all was forgotten is for who waits, and not kept`(isAll: Bool) async throws {
        let (gate, count) = (Gate(), Log<Int>())
        let store = CredentialStore { challenge in
            count.append(1)
            try await gate.pass()
            return APIKeyCredential("good", server: challenge.url)
        }
        let client = ServiceClient(url: service, transport: server("good"), credential: store)
        let call = Task { try await client.call("suggest") }
        await gate.waiting(for: 1)
        if isAll { store.removeAll() } else { store.remove(for: service) }
        gate.open()
        _ = try await call.value
        #expect(try await store.token(for: service, replacing: nil) == nil && "\(store)" == "Store of 0 credentials")
        _ = try await client.call("suggest")
        store.remove(for: URL(string: "https://elsewhere.org/")!)
        _ = try await client.call("suggest")
        #expect(count.elements.count == 2)
    }

    @Test func `a credential for which the server issues no token is a challenge, and one that fails too is not kept`()
        async throws
    {
        let asked = Log<CredentialChallenge>()
        let transport = server("good")
        let store = CredentialStore([TokenServer.credential(transport)]) { challenge in
            asked.append(challenge)
            return asked.elements.count == 1
                ? TokenServer.credential(transport, password: "wrong") : APIKeyCredential("good", server: challenge.url)
        }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        await #expect { try await client.call("suggest") } throws: { ($0 as? ServiceError)?.code == 400 }
        _ = try await client.call("suggest")
        #expect(asked.elements.count == 2)
        guard case .signInFailed(let error) = asked.elements[0].reason else {
            Issue.record("another reason")
            return
        }
        #expect(error.code == 400)
    }

    @Test func `what the handler throws is thrown to all, and its own cancellation is the server's refusal`() async throws {
        struct Locked: Error {}
        let transport = server("good")
        let store = CredentialStore { _ in throw Locked() }
        let client = ServiceClient(url: service, transport: transport, credential: store)
        await #expect(throws: Locked.self) { try await client.call("suggest") }
        store.setChallengeHandler { _ in throw CancellationError() }
        await #expect(throws: ServiceError.self) { try await client.call("suggest") }
        store.setChallengeHandler(nil)
        await #expect(throws: ServiceError.self) { try await client.call("suggest") }
    }

    @Test func `when all who wait have been cancelled the handler is, and the next call asks it anew`() async throws {
        let (refusals, gate, asked, ended) = (Gate(), Gate(), Log<String>(), Gate())
        let store = CredentialStore { challenge in
            asked.append("asked")
            do { try await gate.pass() } catch {
                asked.append("cancelled")
                ended.open()
                throw error
            }
            return APIKeyCredential("good", server: challenge.url)
        }
        let client = ServiceClient(url: service, transport: server("good") { try await refusals.pass() }, credential: store)
        let (one, other) = (Task { try await client.call("suggest") }, Task { try await client.call("suggest") })
        await refusals.waiting(for: 2)
        refusals.open()
        await gate.waiting(for: 1)
        // The second is refused, too, but may not have come to the question yet.
        while store.state.read({ $0.questions.values.first?.askers ?? 0 }) < 2 { await Task.yield() }
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        #expect(asked.elements == ["asked"])
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        try await ended.pass()
        gate.open()
        _ = try await client.call("suggest")
        #expect(asked.elements == ["asked", "cancelled", "asked"])
    }

    @Test func `a handler that needs its own answer is told so, and does not hang`() async throws {
        let transport = server("good")
        let (store, failures) = (CredentialStore(), Log<String>())
        store.setChallengeHandler { [weak store] _ in
            do {
                _ = try await ServiceClient(url: TokenServer.service, transport: transport, credential: store).call("suggest")
            } catch {
                failures.append("\(error)")
            }
            return nil
        }
        await #expect(throws: ServiceError.self) {
            try await ServiceClient(url: service, transport: transport, credential: store).call("")
        }
        #expect(failures.elements.count == 1)
    }

    @Test func `another kind of authentication is a challenge that a credential's header fields can answer`() async throws {
        let transport = StubTransport { request in
            if request.headers["Authorization"] == "Basic YW5uOnB3" {
                return .json("{\"hasToken\":\(request.form["token"] != nil)}")
            }
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"GIS\""])
        }
        let store = CredentialStore { challenge in
            guard challenge.reason == .authentication(scheme: "Basic") else { return nil }
            return Badge()
        }
        let answer = try await ServiceClient(url: service, transport: transport, credential: store).call("")
        #expect(answer["hasToken"]?.bool == false)
    }

    private struct Badge: Credential {
        @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
            rejected == nil ? AccessToken("", headers: ["Authorization": "Basic YW5uOnB3"]) : nil
        }
    }
}
