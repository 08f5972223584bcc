import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One after the other: one configuration is everybody's.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct AGSRequestConfigurationTests {
    private static let url = URL(string: "http://local.test/a?x=1&secret=abc")!

    private func sent(_ request: HTTPRequest, by configuration: AGSRequestConfiguration?) async throws -> HTTPRequest {
        let sent = Log<HTTPRequest>()
        let transport = ConfiguredTransport(
            StubTransport { request in
                sent.append(request)
                return HTTPResponse(status: 200, headers: ["Set-Cookie": "c0okie", "Server": "s"])
            })
        transport.configuration = configuration
        _ = try await transport.send(request)
        return try #require(sent.elements.first)
    }

    @Test func `what nobody has changed changes nothing`() async throws {
        for request in [HTTPRequest(.get, Self.url), .form(Self.url, ["a": "b"]), HTTPRequest(.get, Self.url, timeout: nil)] {
            var expected = request
            expected.isReadAtOnce = true
            #expect(try await sent(request, by: nil) == expected)
            #expect(try await sent(request, by: AGSRequestConfiguration()) == expected)
        }
    }

    @Test func `headers, time limits and methods are those of the configuration`() async throws {
        let configuration = AGSRequestConfiguration()
        configuration.userHeaders = ["X-App": "town", "user-agent": "forged", "Content-Type": "forged"]
        configuration.timeoutInterval = 7.5
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        let short = try await sent(HTTPRequest(.get, Self.url), by: configuration)
        #expect(short.headers == ["X-App": "town", "Cache-Control": "no-cache"])
        #expect(short.timeout == .milliseconds(7500) && short.stallTimeout == nil && short.method == .get)
        let long = try await sent(HTTPRequest(.get, Self.url, timeout: nil, stallTimeout: .seconds(60)), by: configuration)
        #expect(long.timeout == nil && long.stallTimeout == .milliseconds(7500))
        configuration.forcePost = true
        let post = try await sent(HTTPRequest(.get, Self.url), by: configuration)
        #expect(post.method == .post && post.url.query == nil && post.form == ["x": "1", "secret": "abc"] && post.isRepeatable)
        let file = HTTPRequest(.get, Self.url, headers: ["Range": "bytes=5-"], timeout: nil, stallTimeout: .seconds(60))
        configuration.userHeaders = ["range": "bytes=0-", "Accept-Encoding": "br", "X-App": "town"]
        let part = try await sent(file, by: configuration)
        #expect(part.method == .get && part.headers == ["Range": "bytes=5-", "X-App": "town", "Cache-Control": "no-cache"])
        for odd in [Double.nan, .infinity, -1, 0, 1e300] {
            configuration.timeoutInterval = odd
            _ = try await sent(HTTPRequest(.get, Self.url), by: configuration)
        }
    }

    @Test func `the global one is for all that have none of their own, and a copy is on its own`() async throws {
        let former = AGSRequestConfiguration.global()
        defer {
            AGSRequestConfiguration.setGlobal(former)
            AGSRequestConfiguration.setAdditionalUserAgentInfo(nil)
        }
        let copy = try #require(former.copy() as? AGSRequestConfiguration)
        #expect(copy != former && former == .global() && former.hash == AGSRequestConfiguration.global().hash)
        copy.userHeaders = ["X-App": "all"]
        #expect(former.userHeaders == nil)
        AGSRequestConfiguration.setGlobal(copy)
        AGSRequestConfiguration.setAdditionalUserAgentInfo("Town/2")
        #expect(AGSRequestConfiguration.additionalUserAgentInfo() == "Town/2" && AGSRequestConfiguration.global() == copy)
        #expect(try await sent(HTTPRequest(.get, Self.url), by: nil).headers == ["X-App": "all", "User-Agent": "Cairn Town/2"])
        #expect(try await sent(HTTPRequest(.get, Self.url), by: AGSRequestConfiguration()).headers["X-App"] == nil)
        let task = AGSRouteTask(url: Self.url)
        #expect(task.requestConfiguration == nil)
        task.requestConfiguration = copy
        #expect(task.requestConfiguration == copy && task.task.backend is RouteService)
        task.requestConfiguration = nil
        #expect(task.requestConfiguration == nil)
    }

    @Test(arguments: [false, true]) func `header fields are in no error of a server that repeats them`(forcePost: Bool)
        async throws
    {
        let configuration = AGSRequestConfiguration()
        configuration.userHeaders = [
            "Authorization": "Bearer SECRET-1-of-many", "X-API-Key": "SECRET-2", "Cookie": "theme=dark; sid=SECRET-3-of-many",
            "Proxy-Authorization": "Basic YW5uOlNFQ1JFVA==",
        ]
        configuration.forcePost = forcePost
        let transport = ConfiguredTransport(
            StubTransport { request in
                let body = String(decoding: (try? request.body?.contents()) ?? Data(), as: UTF8.self)
                let words = "\(request.url.absoluteString) \(body) \(request.headers)"
                return .json(JSONValue.object(["error": ["code": 400, "message": .string(words)]]).text())
            })
        transport.configuration = configuration
        // One that wraps another adds to what that sends.
        for transport in [transport, ConfiguredTransport(transport)] {
            let url = URL(string: "http://local.test/a?x=1&secret=SECRET-4")!
            let client = ServiceClient(url: url, transport: transport, credential: CredentialStore())
            let error = await #expect(throws: ServiceError.self) { try await client.call("") }
            let asked = await #expect(throws: ServiceError.self) {
                try await client.send(HTTPRequest(.get, url)) { answer, check in try check(await answer.collected()) }
            }
            for error in [error, asked] {
                let text = "\(error?.description ?? "") \(error?.localizedDescription ?? "")"
                #expect(text.contains("[redacted]") && !text.contains("SECRET") && !text.contains("YW5u"), "\(text)")
                #expect(text.contains("x=1"), "\(text)")
            }
        }
    }

    @Test func `requests are told without their secrets`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("of an earlier run\n".utf8).write(to: file)
        let configuration = AGSRequestConfiguration()
        configuration.debugLogFileURL = file
        (configuration.debugLogRequests, configuration.debugLogResponses) = (true, true)
        (configuration.debugLogIncludeRequestHeaders, configuration.debugLogIncludeResponseHeaders) = (true, true)
        configuration.debugLogDeleteBeforeEachRun = true
        configuration.debugLogIgnoreTiledLayerRequests = true
        let token = HTTPRequest(.get, Self.url, headers: ["X-Esri-Authorization": "Bearer t0ken", "X-App": "town"])
        _ = try await sent(token, by: configuration)
        _ = try await sent(HTTPRequest(.get, URL(string: "http://local.test/MapServer/tile/1/2/3")!), by: configuration)
        configuration.debugLogIncludeTimestamp = true
        _ = try await sent(.form(Self.url, ["password": "s3cret"]), by: configuration)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("GET http://local.test/a\n    X-App: …") && text.contains("200 GET http://local.test/a"))
        #expect(text.contains("X-Esri-Authorization: …") && text.contains("set-cookie: …") && text.contains("server: s"))
        #expect(!text.contains("town"))
        for hidden in ["t0ken", "c0okie", "s3cret", "abc", "tile", "earlier"] { #expect(!text.contains(hidden)) }
        #expect(text.contains("Z POST http://local.test/a"))
    }
}
