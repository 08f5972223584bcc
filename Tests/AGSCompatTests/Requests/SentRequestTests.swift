import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a server gets of an operation, and what is told while its answer comes.
@Suite(.timeLimit(.minutes(10)))
struct SentRequestTests {
    private struct Outcome {
        let result: Any?
        let error: (any Error)?
    }

    private func carriedOut(_ operation: AGSRequestOperation) async -> Outcome {
        await withCheckedContinuation { (continuation: CheckedContinuation<Carried<Outcome>, Never>) in
            operation.registerListener(operation) { continuation.resume(returning: Carried(Outcome(result: $0, error: $1))) }
            AGSOperationQueue().addOperation(operation)
        }.value
    }

    /// What the server gets of an operation that is made for its address, which it answers.
    private func sent(_ make: (URL) -> AGSRequestOperation) async throws -> ScriptedRequest {
        let server = try ScriptedServer { _ in [.answer(200, body: Data("got it".utf8))] }
        defer { server.stop() }
        let outcome = await carriedOut(make(server.url.appending(path: "town/places")))
        #expect(outcome.error == nil && outcome.result as? Data == Data("got it".utf8))
        let requests = server.requests
        #expect(requests.count == 1)
        return try #require(requests.first)
    }

    // MARK: - Requests of Foundation

    @Test func `a request of Foundation is sent by GET with its query and its header fields`() async throws {
        let request = try await sent { url in
            var request = URLRequest(url: url.appending(queryItems: [URLQueryItem(name: "name", value: "a & b")]))
            request.setValue("town", forHTTPHeaderField: "X-App")
            request.setValue("text/plain", forHTTPHeaderField: "Accept")
            return AGSRequestOperation(remoteResource: nil, request: request)
        }
        #expect(request.method == "GET" && request.target == "/town/places?name=a%20%26%20b" && request.body.isEmpty)
        #expect(request.headers["x-app"] == "town" && request.headers["accept"] == "text/plain")
    }

    @Test func `a request of Foundation is sent by POST with the very body that it has`() async throws {
        let body = Data([0, 255, 13, 10, 13, 10]) + Data("name=a & b".utf8)
        let request = try await sent { url in
            var request = URLRequest(url: url)
            request.httpMethod = "post"
            request.setValue("application/x-town", forHTTPHeaderField: "Content-Type")
            request.setValue("town", forHTTPHeaderField: "X-App")
            request.httpBody = body
            return AGSRequestOperation(remoteResource: nil, request: request)
        }
        #expect(request.method == "POST" && request.target == "/town/places" && request.body == body)
        #expect(request.headers["content-type"] == "application/x-town" && request.headers["x-app"] == "town")
    }

    @Test func `a request of Foundation has what its resource's requests have`() async throws {
        let configuration = AGSRequestConfiguration()
        configuration.userHeaders = ["X-Town": "small", "X-App": "other"]
        let task = AGSGeodatabaseSyncTask(url: URL(string: "http://127.0.0.1/town")!)
        task.requestConfiguration = configuration
        let request = try await sent { url in
            var request = URLRequest(url: url)
            request.setValue("own", forHTTPHeaderField: "X-App")
            return AGSRequestOperation(remoteResource: task, request: request)
        }
        #expect(request.headers["x-town"] == "small" && request.headers["x-app"] == "own")
    }

    // MARK: - Parameters

    @Test func `parameters are sent as one object of JSON`() async throws {
        let parameters: [String: Any] = [
            "name": "a & b = \"c\" ü", "count": 3, "half": 0.5, "flag": true, "none": NSNull(), "list": [1, "two"],
            "place": ["x": 1, "y": -2], "point": AGSPointMakeWGS84(2, 1),
        ]
        let request = try await sent {
            AGSRequestOperation(remoteResource: nil, url: $0, queryParameters: parameters, method: .postJSON)
        }
        #expect(request.method == "POST" && request.target == "/town/places")
        #expect(request.headers["content-type"] == "application/json")
        let json = try JSONValue(parsing: request.body)
        let expected = """
            {"name": "a & b = \\"c\\" ü", "count": 3, "half": 0.5, "flag": true, "none": null, "list": [1, "two"],
             "place": {"x": 1, "y": -2}, "point": {"x": 1, "y": 2, "spatialReference": {"wkid": 4326}}}
            """
        #expect(try json == JSONValue(parsing: Data(expected.utf8)))
    }

    @Test func `no parameters are an empty object of JSON`() async throws {
        let request = try await sent {
            AGSRequestOperation(remoteResource: nil, url: $0, queryParameters: nil, method: .postJSON)
        }
        #expect(request.method == "POST" && request.body == Data("{}".utf8))
    }

    @Test(arguments: [AGSRequestHTTPMethod.get, .postFormEncodeParameters, .postJSON], [false, true])
    func `secret parameters are in no error of a server that repeats them`(method: AGSRequestHTTPMethod, isJSON: Bool)
        async throws
    {
        let server = try ScriptedServer { request in
            let words = "\(request.target) \(String(decoding: request.body, as: UTF8.self))"
            return [.answer(200, body: JSONValue.object(["error": ["code": 400, "message": .string(words)]]).data())]
        }
        defer { server.stop() }
        let parameters = ["token": "SECRET-1-of-many", "password": "SECRET", "f": "json"]
        let operation: AGSRequestOperation =
            isJSON
            ? AGSJSONRequestOperation(remoteResource: nil, url: server.url, queryParameters: parameters, method: method)
            : AGSRequestOperation(remoteResource: nil, url: server.url, queryParameters: parameters, method: method)
        let error = try #require(await carriedOut(operation).error)
        let text = "\(error) \(error.localizedDescription)"
        #expect(text.contains("[redacted]") && !text.contains("SECRET") && text.contains("json"), "\(text)")
    }

    // MARK: - What is told of an answer

    @Test(arguments: [false, true])
    func `a progress handler is told how much is there, up to all`(isFile: Bool) async throws {
        let (size, steps) = (1 << 20, Log<[Int64]>())
        let server = try ScriptedServer { _ in [.answer(200, body: Data(repeating: 120, count: size))] }
        defer { server.stop() }
        let operation = AGSRequestOperation(url: server.url)
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        if isFile { operation.outputFileURL = file }
        operation.progressHandler = { count, expected in steps.append([count, expected]) }
        let outcome = await carriedOut(operation)
        #expect(outcome.error == nil)
        #expect(operation.progress.completedUnitCount == Int64(size) && operation.progress.totalUnitCount == Int64(size))
        // It is called on a queue of its own.
        for await step in steps.entries where step[0] == Int64(size) { break }
        let counts = steps.elements.map { $0[0] }
        #expect(counts.first! > 0 && zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 } && counts.last == Int64(size))
        #expect(steps.elements.allSatisfy { $0[1] == Int64(size) })
    }

    @Test func `a progress handler is told that nobody knows how much will come`() async throws {
        let steps = Log<[Int64]>()
        let server = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsome words"), .close] }
        defer { server.stop() }
        let operation = AGSRequestOperation(url: server.url)
        operation.progressHandler = { count, expected in steps.append([count, expected]) }
        #expect(await carriedOut(operation).result as? Data == Data("some words".utf8))
        for await step in steps.entries where step[0] == 10 { break }
        #expect(steps.elements.allSatisfy { $0[1] == -1 } && operation.progress.totalUnitCount == -1)
    }
}
