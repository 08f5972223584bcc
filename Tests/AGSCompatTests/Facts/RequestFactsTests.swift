import AGSCompat
import CairnCallbacks
import CairnLocalServer
import CairnTesting
import Foundation
import Testing

/// What requests were, and did, in the old framework.
@Suite(.timeLimit(.minutes(10)))
struct RequestFactsTests {
    private let url = URL(string: "https://example.com/arcgis/rest/services")!

    @Test func `each operation is what the one before it in the row of classes is`() {
        let json = AGSJSONRequestOperation(url: url)
        let request: AGSRequestOperation = json
        let observable: AGSObservableOperation = request
        let base: AGSOperationBase = observable
        let operation: any AGSOperation = base
        let cancelable: any AGSCancelable = request
        let reporting: any ProgressReporting = request
        #expect(!operation.canceled && operation.state == .ready && !base.startAsynchronously)
        #expect(!cancelable.isCanceled() && reporting.progress === request.progress && observable.result == nil)
        cancelable.cancel()
        #expect(base.canceled && cancelable.isCanceled())
    }

    @Test func `a request is made in four ways, and keeps what it was given`() {
        let task = AGSLocatorTask(url: url)
        let operations = [
            AGSRequestOperation(url: url),
            AGSRequestOperation(remoteResource: task, url: url, queryParameters: ["f": "json"]),
            AGSRequestOperation(remoteResource: task, url: url, queryParameters: ["f": "json"], method: .postJSON),
            AGSRequestOperation(remoteResource: task, request: URLRequest(url: url)),
        ]
        #expect(operations.allSatisfy { $0.url == url && $0.response == nil && !$0.isPaused() && $0.credential == nil })
        #expect(operations.map { $0.remoteResource == nil } == [true, false, false, false])
        #expect(operations.map { $0.queryParameters?["f"] as? String } == [nil, "json", "json", nil])
        #expect(operations.map(\.method) == [.get, .get, .postJSON, .get] && operations[3].request?.url == url)
        let (file, dependency) = (URL(filePath: "/tmp/x"), AGSLoadableBase())
        (operations[0].outputFileURL, operations[0].sessionID, operations[0].loadDependency) = (file, "s", dependency)
        #expect(
            operations[0].outputFileURL == file && operations[0].sessionID == "s" && operations[0].loadDependency === dependency)
    }

    @MainActor
    @Test func `it is carried out elsewhere than on the main thread, and its listeners and progress are told there`() async throws
    {
        let service = try await SampleService(count: 3)
        let server = LocalServer(features: ["Town": PublishedFeatures(service.geodatabase)])
        let operation = AGSJSONRequestOperation(
            remoteResource: nil, url: server.url(of: "Town", .featureServer, at: try await server.start()),
            queryParameters: ["f": "json"])
        let log = LegacyLog()
        operation.progressHandler = { done, expected in
            log.add("progress on main: \(CallbackQueue.isMain), \(done > 0 && (expected < 0 || done <= expected))")
        }
        #expect(!operation.isRegisteredListener(log))
        await withCheckedContinuation { continuation in
            operation.registerListener(log) { result, error in
                log.add("on main: \(CallbackQueue.isMain), \((result as? [String: Any])?["layers"] != nil), \(error == nil)")
                continuation.resume()
            }
            #expect(operation.isRegisteredListener(log))
            AGSOperationQueue.shared().addOperation(operation)
        }
        // Listeners and the handler have a queue each: one may be told before the other.
        while log.entries.count < 2 { await Task.yield() }
        #expect(log.entries.filter { $0.hasPrefix("on main") } == ["on main: false, true, true"] && operation.state == .completed)
        #expect(Set(log.entries).subtracting(["on main: false, true, true"]) == ["progress on main: false, true"])
        operation.unregisterListener(log)
        #expect(!operation.isRegisteredListener(log) && (operation.response as? HTTPURLResponse)?.statusCode == 200)
        await server.stop()
        withExtendedLifetime(service) {}
    }

    @Test func `a queue has its width, its quality, its operations, and a shared one`() {
        let queue = AGSOperationQueue()
        (queue.maxConcurrentOperationCount, queue.qualityOfService) = (1, .utility)
        #expect(queue.maxConcurrentOperationCount == 1 && queue.qualityOfService == .utility && queue.operations.isEmpty)
        #expect(AGSOperationQueue.shared() === AGSOperationQueue.sharedOperationQueue())
        #expect(AGSRequestOperation.sharedOperationQueue() === AGSOperationQueue.shared())
        queue.cancelAllOperations()
    }

    @Test func `the global configuration is one, and a copy is another`() {
        let copy = AGSRequestConfiguration.global().copy() as! AGSRequestConfiguration
        #expect(copy != AGSRequestConfiguration.global() && AGSRequestConfiguration.global() == AGSRequestConfiguration.global())
        (copy.timeoutInterval, copy.userHeaders, copy.debugLogRequests) = (7, ["a": "b"], true)
        copy.shouldIssueAuthenticationChallenge = { _ in false }
        let global = AGSRequestConfiguration.global()
        #expect(global.timeoutInterval != 7 && global.userHeaders?["a"] == nil && !global.debugLogRequests)
        #expect(copy.timeoutInterval == 7 && copy.userHeaders?["a"] == "b" && copy.debugLogRequests)
    }
}
