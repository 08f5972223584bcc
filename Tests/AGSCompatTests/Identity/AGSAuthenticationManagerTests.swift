import AGSCompat
import CairnCallbacks
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// One after the other: there is one manager, and one store.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSAuthenticationManagerTests {
    private final class Delegate: AGSAuthenticationManagerDelegate {
        var answers: [(AGSAuthenticationChallenge) -> Void]
        var challenges: [(type: AGSAuthenticationChallengeType, code: Int, failures: UInt, isMain: Bool)] = []

        init(_ answers: [(AGSAuthenticationChallenge) -> Void]) { self.answers = answers }

        func authenticationManager(
            _ authenticationManager: AGSAuthenticationManager, didReceive challenge: AGSAuthenticationChallenge
        ) {
            // Whoever asks with the store of all, as other tests do beside these, is left to himself.
            guard challenge.authenticatingHost == "127.0.0.1" else { return challenge.continueWithDefaultHandling() }
            #expect(challenge.remoteResource == nil)
            challenges.append(
                (challenge.type, (challenge.error as NSError).code, challenge.failureCount, CallbackQueue.isMain))
            if !answers.isEmpty { answers.removeFirst()(challenge) }
        }
    }

    private static let right = AGSCredential(user: "ann", password: "a long password")
    private static let wrong = AGSCredential(user: "ann", password: "guessed")

    /// Loads from a server that wants to know who asks.
    private func load(_ delegate: Delegate?, _ configuration: AGSRequestConfiguration? = nil) async throws -> (any Error)? {
        let service = try await SampleService(count: 1)
        let server = LocalServer(
            features: ["Town": PublishedFeatures(service.geodatabase)], users: ["ann": "a long password"])
        let table = AGSServiceFeatureTable(
            url: server.url(of: "Town", .featureServer, at: try await server.start()).appending(path: "0"))
        table.requestConfiguration = configuration
        AGSAuthenticationManager.shared().delegate = delegate
        defer { AGSAuthenticationManager.shared().delegate = nil }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            table.load { continuation.resume(returning: $0) }
        }
        await server.stop()
        withExtendedLifetime((service, delegate)) {}
        return error
    }

    @Test func `a delegate is asked on the main queue, and his credential is used`() async throws {
        let delegate = Delegate([{ $0.continue(with: Self.right) }])
        #expect(try await load(delegate) == nil)
        #expect(delegate.challenges.map(\.isMain) == [true] && delegate.challenges[0].type == .usernamePassword)
        #expect(delegate.challenges[0].code == 499 && delegate.challenges[0].failures == 0)
    }

    @Test func `who cancels is told so`() async throws {
        for answer in [{ $0.cancel() }, { $0.continue(with: nil) }] as [(AGSAuthenticationChallenge) -> Void] {
            let delegate = Delegate([answer])
            let error = try await load(delegate) as NSError?
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSUserCancelledError && delegate.challenges.count == 1)
        }
    }

    @Test func `after a wrong answer the delegate is asked again, and told how often it was wrong`() async throws {
        let delegate = Delegate([
            { $0.continue(with: Self.wrong) }, { $0.continue(with: Self.wrong) }, { $0.continue(with: Self.right) },
        ])
        #expect(try await load(delegate) == nil)
        #expect(delegate.challenges.map(\.failures) == [0, 1, 2] && delegate.challenges[0].code == 499)
        #expect(delegate.challenges.dropFirst().allSatisfy { $0.code == 400 && $0.isMain })
        let stubborn = Delegate(Array(repeating: { $0.continue(with: Self.wrong) }, count: 100))
        #expect(try await load(stubborn) != nil && stubborn.challenges.map(\.failures) == [0, 1, 2, 3, 4])
        let tired = Delegate([{ $0.continue(with: Self.wrong) }, { $0.cancel() }])
        #expect((try await load(tired) as NSError?)?.code == NSUserCancelledError && tired.challenges.count == 2)
    }

    @Test func `after a wrong token the delegate is asked again, as after a wrong password`() async throws {
        let delegate = Delegate([
            { $0.continue(with: AGSCredential(token: "old", referer: nil)) }, { $0.continue(with: Self.wrong) },
            { $0.continue(with: Self.right) },
        ])
        #expect(try await load(delegate) == nil)
        #expect(delegate.challenges.map(\.code) == [499, 498, 400] && delegate.challenges.map(\.failures) == [0, 1, 2])
    }

    @Test func `a delegate that has nothing to say leaves the refusal`() async throws {
        final class Silent: AGSAuthenticationManagerDelegate {}
        let silent = Silent()
        let service = try await SampleService(count: 1)
        let server = LocalServer(features: ["Town": PublishedFeatures(service.geodatabase)], users: ["ann": "a long password"])
        let table = AGSServiceFeatureTable(
            url: server.url(of: "Town", .featureServer, at: try await server.start()).appending(path: "0"))
        AGSAuthenticationManager.shared().delegate = silent
        defer { AGSAuthenticationManager.shared().delegate = nil }
        await #expect { try await table.load() } throws: { ($0 as NSError).code == 499 }
        await server.stop()
        withExtendedLifetime((service, silent)) {}
    }

    @Test func `who lets the challenge go, or leaves it to the system, leaves the refusal`() async throws {
        for answer in [{ _ in }, { $0.continueWithDefaultHandling() }, { $0.trustHostAndContinue() }]
            as [(AGSAuthenticationChallenge) -> Void]
        {
            let delegate = Delegate([answer])
            #expect(try await load(delegate).map { ($0 as NSError).domain } == AGSServicesErrorDomain)
            #expect(delegate.challenges.count == 1)
        }
        #expect(try await load(nil) != nil)
    }

    @Test func `a wrong answer leaves an error, and no word of the password`() async throws {
        let delegate = Delegate([{ $0.continue(with: Self.wrong) }])
        let error = try await load(delegate)
        #expect(error != nil && !"\(error as Any)".contains("guessed"))
    }

    @Test(arguments: [500, 503, 404])
    func `where the token service is broken the delegate is asked once, and its error is told`(status: Int) async throws {
        let server = try ScriptedServer { request in
            switch request.path {
            case "/arcgis/rest/info":
                let tokens = "http://\(request.headers["host"] ?? "")/arcgis/tokens/generateToken"
                let info = #"{"authInfo":{"isTokenBasedSecurity":true,"tokenServicesUrl":"\#(tokens)"}}"#
                return [.answer(200, body: Data(info.utf8))]
            case "/arcgis/tokens/generateToken": return [.answer(status)]
            default: return [.answer(200, body: Data(#"{"error":{"code":499,"message":"Token Required"}}"#.utf8))]
            }
        }
        defer { server.stop() }
        let delegate = Delegate(Array(repeating: { $0.continue(with: Self.right) }, count: 10))
        AGSAuthenticationManager.shared().delegate = delegate
        defer { AGSAuthenticationManager.shared().delegate = nil }
        let table = AGSServiceFeatureTable(url: server.url.appending(path: "arcgis/rest/services/Town/FeatureServer/0"))
        let error: (any Error)? = await withCheckedContinuation { continuation in
            table.load { continuation.resume(returning: $0) }
        }
        #expect(delegate.challenges.map(\.code) == [499] && error != nil)
        #expect(server.requests.contains { $0.path == "/arcgis/tokens/generateToken" })
        #expect("\(error as Any)".contains("\(status)") && !"\(error as Any)".contains("a long password"))
    }

    @Test func `where a resource or everybody wants no questions there are none`() async throws {
        let silent = AGSRequestConfiguration()
        silent.shouldIssueAuthenticationChallenge = { _ in false }
        let delegate = Delegate([{ $0.continue(with: Self.right) }])
        #expect(try await load(delegate, silent) != nil && delegate.challenges.isEmpty)
        let former = AGSRequestConfiguration.global().shouldIssueAuthenticationChallenge
        AGSRequestConfiguration.global().shouldIssueAuthenticationChallenge = { $0.authenticatingHost != "127.0.0.1" }
        #expect(try await load(delegate) != nil && delegate.challenges.isEmpty)
        AGSRequestConfiguration.global().shouldIssueAuthenticationChallenge = former
        // What a resource of another server wants is of no concern here.
        let elsewhere = AGSServiceFeatureTable(
            url: try #require(URL(string: "http://127.0.0.1:1/arcgis/rest/services/Town/FeatureServer/0")))
        elsewhere.requestConfiguration = silent
        #expect(try await load(delegate) == nil && delegate.challenges.count == 1)
        withExtendedLifetime(elsewhere) {}
    }

    @Test func `an operation's own configuration says whether a question is put`() async throws {
        let service = try await SampleService(count: 1)
        let server = LocalServer(
            features: ["Town": PublishedFeatures(service.geodatabase)], users: ["ann": "a long password"])
        let url = server.url(of: "Town", .featureServer, at: try await server.start())
        let delegate = Delegate([{ $0.continue(with: Self.right) }])
        AGSAuthenticationManager.shared().delegate = delegate
        defer { AGSAuthenticationManager.shared().delegate = nil }
        for isSilent in [true, false] {
            let operation = AGSJSONRequestOperation(remoteResource: nil, url: url, queryParameters: ["f": "json"])
            let own = AGSRequestConfiguration()
            own.shouldIssueAuthenticationChallenge = { _ in !isSilent }
            operation.requestConfiguration = own
            let error: (any Error)? = await withCheckedContinuation { continuation in
                operation.registerListener(delegate) { _, error in continuation.resume(returning: error) }
                operation.execute()
            }
            #expect((error != nil) == isSilent && delegate.challenges.count == (isSilent ? 0 : 1), "\(error as Any)")
        }
        await server.stop()
        withExtendedLifetime(service) {}
    }

    @Test func `what apps say at their start is taken`() {
        let configuration = AGSOAuthConfiguration(portalURL: nil, clientID: "an app", redirectURL: "app://auth")
        AGSAuthenticationManager.shared().oAuthConfigurations.add(configuration)
        defer { AGSAuthenticationManager.shared().oAuthConfigurations.removeAllObjects() }
        #expect(configuration.clientID == "an app" && configuration.refreshTokenExpirationInterval == -1)
    }
}
