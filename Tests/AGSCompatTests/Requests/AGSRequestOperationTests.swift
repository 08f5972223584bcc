import CairnCallbacks
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Over loopback: what is sent is what a server gets.
@Suite(.timeLimit(.minutes(10)))
struct AGSRequestOperationTests {
    private struct Outcome {
        let result: Any?
        let error: (any Error)?

        var code: Int? { (error as NSError?)?.code }
        var domain: String? { (error as NSError?)?.domain }
        var json: [String: Any]? { result as? [String: Any] }
    }

    private static let users = ["ann": "a long password"]

    @discardableResult
    private func carriedOut(_ operation: AGSObservableOperation, on queue: AGSOperationQueue = AGSOperationQueue()) async
        -> Outcome
    {
        await withCheckedContinuation { (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
            operation.registerListener(operation) { continuation.resume(returning: Carried(Outcome(result: $0, error: $1))) }
            queue.addOperation(operation)
        }.value
    }

    private func withServer(
        isSecured: Bool = false, _ body: (LocalServer, URL) async throws -> Void
    ) async throws {
        let service = try await SampleService(count: 3)
        let server = LocalServer(
            features: ["Town": PublishedFeatures(service.geodatabase)], users: isSecured ? Self.users : [:])
        let root = try await server.start()
        try await body(server, server.url(of: "Town", .featureServer, at: root))
        await server.stop()
        withExtendedLifetime(service) {}
    }

    @Test(arguments: [AGSRequestHTTPMethod.get, .postFormEncodeParameters])
    func `parameters arrive, and JSON comes back as dictionaries`(method: AGSRequestHTTPMethod) async throws {
        try await withServer { _, url in
            let parameters: [String: Any] = [
                "where": "rank >= 1 AND typdamage <> 'a&b=c'", "returnCountOnly": true, "f": "json", "none": NSNull(),
                "geometry": ["xmin": -10, "ymin": -10, "xmax": 15, "ymax": 100], "geometryType": "esriGeometryEnvelope",
            ]
            let operation = AGSJSONRequestOperation(
                remoteResource: nil, url: url.appending(path: "0/query"), queryParameters: parameters, method: method)
            let outcome = await carriedOut(operation)
            #expect(outcome.error == nil)
            #expect(outcome.json?["count"] as? Int == 1)
            #expect(operation.state == .completed && !operation.canceled)
            #expect((operation.response as? HTTPURLResponse)?.statusCode == 200)
            #expect(operation.progress.completedUnitCount > 0)
        }
    }

    @Test func `the answer of a plain request is its bytes, or a file`() async throws {
        try await withServer { _, url in
            let query = url.appending(queryItems: [URLQueryItem(name: "f", value: "json")])
            let data = try #require(await carriedOut(AGSRequestOperation(url: query)).result as? Data)
            #expect(try JSONValue(parsing: data)["layers"] != nil)
            let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            let operation = AGSRequestOperation(url: query)
            operation.outputFileURL = file
            #expect(await carriedOut(operation).result as? URL == file)
            #expect(try Data(contentsOf: file) == data)
        }
    }

    @Test func `a server's refusal and an address where nobody listens are errors`() async throws {
        try await withServer { _, url in
            let refused = await carriedOut(
                AGSJSONRequestOperation(
                    remoteResource: nil, url: url.appending(path: "77/query"), queryParameters: ["f": "json"]))
            #expect(refused.domain == AGSServicesErrorDomain && refused.result == nil)
        }
        let nobody = await carriedOut(AGSJSONRequestOperation(url: URL(string: "http://127.0.0.1:9/x")!))
        #expect(nobody.domain == NSURLErrorDomain)
        let unfit = AGSRequestOperation(
            remoteResource: nil, url: URL(string: "http://127.0.0.1:9/x")!, queryParameters: ["x": Double.nan])
        #expect(await carriedOut(unfit).code == AGSErrorCode.commonInvalidArgument.rawValue)
    }

    @Test func `what is no JSON is said so`() async throws {
        try await withServer { _, url in
            let page = url.deletingLastPathComponent().deletingLastPathComponent().appending(path: "none")
            let data = try #require(await carriedOut(AGSRequestOperation(url: url)).result as? Data)
            let isJSON = (try? JSONValue(parsing: data)) != nil
            let error = await carriedOut(AGSJSONRequestOperation(url: isJSON ? page : url)).error as NSError?
            #expect(error?.code == (isJSON ? 404 : AGSErrorCode.commonInvalidJSON.rawValue))
        }
    }

    @Test func `a resource's credential signs in, and goes nowhere else`() async throws {
        try await withServer(isSecured: true) { _, url in
            let query = url.appending(queryItems: [URLQueryItem(name: "f", value: "json")])
            let bare = await carriedOut(AGSJSONRequestOperation(url: query))
            #expect(bare.code == 499)
            let task = AGSGeodatabaseSyncTask(url: url)
            let operation = AGSJSONRequestOperation(remoteResource: task, url: query, queryParameters: nil)
            operation.credential = AGSCredential(user: "ann", password: "a long password")
            let outcome = await carriedOut(operation)
            #expect(outcome.json?["layers"] != nil, "\(outcome)")
            #expect(!"\(outcome)".contains("password"))
        }
    }

    @Test func `who cancels before it is sent, or meanwhile, is told so once`() async throws {
        try await withServer { server, url in
            let early = AGSRequestOperation(url: url)
            early.cancel()
            let outcome = await carriedOut(early)
            #expect(outcome.code == NSUserCancelledError && early.isCanceled() && early.state == .completed)
            server.faults.inject(.hang)
            let late = AGSRequestOperation(url: url)
            let waiting = Carried(late)
            let answers = Log<Int>()
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                late.registerListener(late) { _, error in
                    answers.append((error as NSError?)?.code ?? 0)
                    continuation.resume()
                }
                late.execute()
                DispatchQueue.global().async { waiting.value.progress.cancel() }
            }
            #expect(answers.elements == [NSUserCancelledError] && late.result == nil)
            server.faults.clear()
        }
    }

    @Test func `what is paused is told nothing, and is sent anew when it goes on`() async throws {
        try await withServer { server, url in
            server.faults.inject(.hang)
            let operation = AGSJSONRequestOperation(
                remoteResource: nil, url: url.appending(path: "0/query"), queryParameters: ["returnCountOnly": true, "f": "json"])
            #expect(!operation.pause())
            let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
                operation.registerListener(operation) { continuation.resume(returning: Carried(Outcome(result: $0, error: $1))) }
                operation.execute()
                #expect(operation.pause() && operation.isPaused() && !operation.pause())
                server.faults.clear()
                operation.resume()
                #expect(!operation.isPaused())
            }.value
            #expect(outcome.json?["count"] as? Int == 3)
        }
    }

    @MainActor
    @Test func `the spelling of 10.2 runs, with its handlers on the main queue`() async throws {
        let service = try await SampleService(count: 2)
        let server = LocalServer(features: ["Town": PublishedFeatures(service.geodatabase)])
        let url = server.url(of: "Town", .featureServer, at: try await server.start())
        for isGood in [true, false] {
            let parameters = NSMutableDictionary(dictionary: ["f": "json", "returnCountOnly": "true"])
            let operation = AGSJSONRequestOperation(
                URL: url, resource: isGood ? "0/query" : "0/none", queryParameters: parameters as? [String: Any])
            operation.timeoutInterval = 30
            operation.requestCachePolicy = .reloadIgnoringLocalCacheData
            let answer: Carried<Any> = await withCheckedContinuation { continuation in
                operation.completionHandler = { (obj: AnyObject!) -> Void in
                    #expect(CallbackQueue.isMain)
                    continuation.resume(returning: Carried((obj as? NSDictionary)?["count"] as Any))
                }
                operation.errorHandler = { (err: NSError!) -> Void in
                    #expect(CallbackQueue.isMain)
                    continuation.resume(returning: Carried(err.domain))
                }
                AGSRequestOperation.sharedOperationQueue().addOperation(operation)
            }
            if isGood { #expect(answer.value as? Int == 2) } else { #expect(answer.value as? String == AGSServicesErrorDomain) }
        }
        await server.stop()
        withExtendedLifetime(service) {}
    }

    @Test func `it waits for what is to be loaded first, and fails if that does`() async throws {
        try await withServer { _, url in
            let good = AGSGeodatabaseSyncTask(url: url)
            let operation = AGSRequestOperation(url: url)
            operation.loadDependency = AGSServiceFeatureTable(url: url.appending(path: "0"))
            #expect(await carriedOut(operation).error == nil)
            let failing = AGSRequestOperation(url: url)
            failing.loadDependency = AGSServiceFeatureTable(url: url.appending(path: "99"))
            #expect(await carriedOut(failing).error != nil)
            withExtendedLifetime(good) {}
        }
    }

    @Test func `an operation with a credential of its own is sent as its resource's requests are`() async throws {
        try await withServer { _, url in
            let table = AGSServiceFeatureTable(url: url.appending(path: "0"))
            let slow = AGSRequestConfiguration()
            slow.timeoutInterval = 77
            table.requestConfiguration = slow
            let held = HeldCredential(ServiceClient(url: url, transport: Self.transport(of: table)))
            held.value = AGSCredential(token: "t", referer: nil)
            held.value = nil
            #expect(Self.transport(of: table).configuration?.timeoutInterval == 77)
            held.configuration = AGSRequestConfiguration()
            held.configuration = nil
            #expect(Self.transport(of: table).configuration == nil)
        }
    }

    /// Calls when it is let go of.
    private final class Ending: Sendable {
        private let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        deinit { body() }
        func isThere() -> Bool { true }
    }

    /// A configuration that calls when it is let go of.
    private static func configuration(_ body: @escaping @Sendable () -> Void) -> AGSRequestConfiguration {
        let (configuration, ending) = (AGSRequestConfiguration(), Ending(body))
        configuration.shouldIssueAuthenticationChallenge = { _ in ending.isThere() }
        return configuration
    }

    @Test func `a key that is taken back while it is told is not told after that`() async throws {
        let transport = ConfiguredTransport(StubTransport { _ in .json("{}") })
        let url = try #require(URL(string: "https://example.com/rest"))
        let client = ServiceClient(url: url, transport: transport, credential: CredentialStore())
        let held = HeldCredential(client)
        held.configuration = AGSRequestConfiguration()
        // What the transport had is let go of after what is to be told was read, and before the service is told it.
        transport.configuration = Self.configuration { held.apiKey = "" }
        held.apiKey = "a key"
        #expect(held.apiKey.isEmpty)
        #expect(try await client.credentials.token(for: url, replacing: nil) == nil)
    }

    @Test func `a configuration is let go of under no lock`() {
        let held = HeldCredential()
        held.configuration = Self.configuration { held.apiKey = "a key" }
        held.configuration = nil
        #expect(held.apiKey == "a key")
    }

    @Test func `numbers of JSON are Foundation's, whichever type old code casts them to`() async throws {
        let transport = try JSONValue(
            parsing: Data(#"{"whole": 100, "half": 0.5, "five": 5.0, "flag": true, "none": null}"#.utf8)
        ).tree
        let json = try #require(transport as? [String: Any])
        #expect(json["whole"] as? Double == 100 && json["whole"] as? Int == 100 && json["half"] as? Double == 0.5)
        #expect(json["five"] as? Int == 5 && json["flag"] as? Bool == true && json["none"] is NSNull)
        let point = try #require(try AGSPointMakeWGS84(2, 1).toJSON() as? [String: Any])
        #expect(point["x"] as? Double == 1 && point["y"] as? Int == 2)
    }

    private static func transport(of table: AGSServiceFeatureTable) -> ConfiguredTransport {
        table.service.client.transport as! ConfiguredTransport
    }

    @Test func `a resource's credential goes to its own host alone`() async throws {
        try await withServer(isSecured: true) { own, url in
            let task = AGSGeodatabaseSyncTask(url: url)
            task.credential = AGSCredential(user: "ann", password: "a long password")
            defer { task.credential = nil }
            let query = url.appending(queryItems: [URLQueryItem(name: "f", value: "json")])
            let outcome = await carriedOut(AGSJSONRequestOperation(remoteResource: task, url: query, queryParameters: nil))
            #expect(outcome.json?["layers"] != nil, "\(outcome)")
            try await withServer(isSecured: true) { other, otherURL in
                let elsewhere = otherURL.appending(queryItems: [URLQueryItem(name: "f", value: "json")])
                let asked = await carriedOut(
                    AGSJSONRequestOperation(remoteResource: task, url: elsewhere, queryParameters: nil))
                #expect(asked.code == 499 && other.requestCount == 1)
            }
        }
    }

    @Test func `an error does not become the file, and methods that are not sent are refused`() async throws {
        try await withServer { server, url in
            let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data("good".utf8).write(to: file)
            server.faults.inject(.serviceError(code: 400, message: "no"))
            let operation = AGSRequestOperation(
                remoteResource: nil, url: url.appending(path: "0/query"), queryParameters: ["f": "json", "where": "1=1"])
            operation.outputFileURL = file
            #expect(await carriedOut(operation).code == 400)
            #expect(try Data(contentsOf: file) == Data("good".utf8))
            for method in ["PUT", "DELETE", "PATCH"] {
                var request = URLRequest(url: url)
                request.httpMethod = method
                let count = server.requestCount
                let refused = await carriedOut(AGSRequestOperation(remoteResource: nil, request: request))
                #expect(refused.code == AGSErrorCode.commonInvalidArgument.rawValue && server.requestCount == count)
            }
        }
    }

    /// Loads when it is told to.
    private final class Dependency: AGSLoadableBase {
        let begun = Gate()

        override func doStartLoading(_ retrying: Bool) { begun.open() }
    }

    @Test func `what its progress pauses and resumes at once goes on`() async throws {
        try await withServer { _, url in
            for round in 0..<200 {
                let operation = AGSRequestOperation(url: url)
                let told = Carried(operation)
                let outcome: Outcome = await withCheckedContinuation {
                    (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
                    operation.registerListener(operation) {
                        continuation.resume(returning: Carried(Outcome(result: $0, error: $1)))
                    }
                    operation.execute()
                    for _ in 0...round % 3 {
                        told.value.progress.pause()
                        told.value.progress.resume()
                    }
                }.value
                #expect(outcome.error == nil, "round \(round)")
            }
        }
    }

    @Test func `what is paused by itself is resumed by its progress, and the other way`() async throws {
        try await withServer { _, url in
            for isByItself in [true, false] {
                let (operation, dependency) = (AGSRequestOperation(url: url), Dependency())
                operation.loadDependency = dependency
                operation.execute()
                try await dependency.begun.pass()
                if isByItself {
                    #expect(operation.pause() && operation.progress.isPaused)
                } else {
                    operation.progress.pause()
                    while !operation.isPaused() { await Task.yield() }
                }
                dependency.loadDidFinishWithError(nil)
                let outcome: Outcome = await withCheckedContinuation {
                    (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
                    operation.registerListener(operation) {
                        continuation.resume(returning: Carried(Outcome(result: $0, error: $1)))
                    }
                    if isByItself { operation.progress.resume() } else { operation.resume() }
                }.value
                #expect(outcome.error == nil && !operation.progress.isPaused && !operation.isPaused())
            }
        }
    }

    @Test func `what tells a result was not cancelled, and what was cancelled tells that`() async throws {
        try await withServer { _, url in
            for round in 0..<200 {
                let operation = Carried(AGSRequestOperation(url: url))
                let outcome: Outcome = await withCheckedContinuation {
                    (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
                    operation.value.registerListener(operation.value) {
                        continuation.resume(returning: Carried(Outcome(result: $0, error: $1)))
                    }
                    operation.value.execute()
                    Thread {
                        while operation.value.response == nil, operation.value.state != .completed { sched_yield() }
                        operation.value.cancel()
                    }.start()
                }.value
                while operation.value.state != .completed { await Task.yield() }
                #expect(operation.value.canceled == (outcome.code == NSUserCancelledError), "round \(round)")
            }
        }
    }

    @Test func `what waits for another is sent once, whatever is paused, and not after it was cancelled`() async throws {
        try await withServer { server, url in
            func operation() async throws -> (AGSRequestOperation, Dependency) {
                let (operation, dependency) = (AGSRequestOperation(url: url), Dependency())
                operation.loadDependency = dependency
                operation.execute()
                try await dependency.begun.pass()
                return (operation, dependency)
            }
            let (paused, first) = try await operation()
            #expect(paused.pause() && paused.isPaused())
            paused.resume()
            #expect(server.requestCount == 0)
            let outcome: Outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
                paused.registerListener(paused) { continuation.resume(returning: Carried(Outcome(result: $0, error: $1))) }
                first.loadDidFinishWithError(nil)
            }.value
            #expect(outcome.error == nil && server.requestCount == 1)
            let (canceled, second) = try await operation()
            canceled.cancel()
            #expect((canceled.error as NSError?)?.code == NSUserCancelledError && canceled.state == .completed)
            second.loadDidFinishWithError(nil)
            let (held, third) = try await operation()
            #expect(held.pause())
            held.cancel()
            #expect(held.state == .completed && (held.error as NSError?)?.code == NSUserCancelledError)
            third.loadDidFinishWithError(nil)
            await carriedOut(AGSRequestOperation(url: url))
            #expect(server.requestCount == 2)
        }
    }
}
