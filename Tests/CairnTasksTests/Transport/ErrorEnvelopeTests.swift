import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

struct ErrorEnvelopeTests {
    let url = URL(string: "https://example.com/rest/services/X/GeocodeServer")!

    private func failure(_ body: String, status: Int = 200, headers: [String: String] = [:]) async -> ServiceError? {
        let transport = StubTransport { _ in HTTPResponse(status: status, headers: headers, body: Data(body.utf8)) }
        do {
            _ = try await ServiceClient(url: url, transport: transport).call("suggest")
            return nil
        } catch {
            return error as? ServiceError
        }
    }

    @Test(arguments: [
        (#"{"error":{"code":400,"message":"Bad","details":["why"]}}"#, 200, 400, "Bad"),
        (#"{"error":{"code":498,"message":"Invalid token.","details":null}}"#, 200, 498, "Invalid token."),
        (#"{"error":{"message":"no code"}}"#, 200, 500, "no code"),
        (#"{"error":{"code":"400","message":"text code"}}"#, 200, 400, "text code"),
        (#"{"error":"invalid_grant","error_description":"expired"}"#, 400, 400, "expired"),
        (#"{"error":{"code":503,"message":"busy"}}"#, 503, 503, "busy"),
        ("<html>Bad Gateway</html>", 502, 502, "Bad Gateway"),
        ("", 404, 404, "Not Found"),
        (#"{"code":500,"message":"billing","status":"failure","details":null}"#, 200, 500, "billing"),
        (#"{"status":"failed","statusMessage":"{\"code\":429,\"message\":\"slow down\"}"}"#, 200, 429, "slow down"),
        (#"{"status":"failed","statusMessage":"plain"}"#, 200, 500, "plain"),
        (#"{"success":false}"#, 200, 500, "the operation failed"),
        (#"{"code":200,"message":null,"status":"failure"}"#, 200, 500, "unknown error"),
    ])
    func `every envelope is recognised`(body: String, status: Int, code: Int, message: String) async {
        let error = await failure(body, status: status)
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test(arguments: [#"{"status":"Failed"}"#, #"{"error":null}"#, #"{"success":true}"#])
    func `what is no failure is a result`(body: String) async {
        #expect(await failure(body) == nil)
    }

    @Test func `gateways' failures may pass, and the server's wait is kept`() async {
        let error = await failure("", status: 503, headers: ["Retry-After": "7"])
        #expect(error?.transience == .transient(retryAfter: .seconds(7)))
        #expect(await failure("", status: 500)?.transience == .final)
    }

    @Test func `HTML where JSON was expected is shown by its beginning`() async {
        let transport = StubTransport { _ in HTTPResponse(body: Data("<!DOCTYPE html><p>Sign in".utf8)) }
        await #expect { try await ServiceClient(url: url, transport: transport).call("") } throws: {
            "\($0)".contains("<!DOCTYPE html>")
        }
    }

    private func refusal(_ body: String) async -> String {
        let transport = StubTransport { _ in HTTPResponse(body: Data(body.utf8)) }
        do { return "\(try await ServiceClient(url: url, transport: transport).call(""))" } catch { return "\(error)" }
    }

    @Test func `JSON that is cut off anywhere is said to end too early, and how much came`() async {
        let document = #" {"name":"a\"b\u00e9","list":[1.5e3,-2,true,false,null,{}],"deep":{"a":[[]]}}"#
        for count in 1..<document.utf8.count {
            let words = await refusal(String(decoding: document.utf8.prefix(count), as: UTF8.self))
            #expect(words.contains("JSON was expected, and it ends too early, after \(count) bytes."), "\(words)")
        }
    }

    @Test func `of an empty answer it is said what to do`() async {
        let words = await refusal("")
        #expect(words.contains("JSON was expected, and it is empty. Check the address, and ask again;"), "\(words)")
        #expect(words.hasSuffix("ask who runs the server."), "\(words)")
    }

    @Test(arguments: ["[", #"{"a":"#]) func `JSON that is nested too deep is said to be so`(opening: String) async {
        for count in [513, 100_000] {
            let words = await refusal(String(repeating: opening, count: count))
            #expect(words.contains("nested deeper than 512."), "\(words)")
        }
    }

    @Test(arguments: ["no", "Internal error", "{]", "[1}", "1e999"]) func `what is no JSON is shown by its beginning`(
        body: String
    ) async {
        #expect(await refusal(body).contains("it begins with \"\(body)\""))
    }

    @Test(arguments: ["errors"]) func `recorded failures are failures`(folder: String) async throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/fixtures/\(folder)")
        guard let files = try? FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil) else {
            return print("skipped: no fixtures")
        }
        for file in files {
            let body = try String(contentsOf: file, encoding: .utf8)
            #expect(await failure(body) != nil, "\(file.lastPathComponent)")
        }
    }

    @Test(
        arguments: [
            ("120", 120.0), ("0", 0), ("-5", nil), ("soon", nil), ("Fri, 31 Dec 1999 23:59:59 GMT", 59.0),
        ] as [(String, Double?)])
    func `Retry-After is seconds or a date`(text: String, seconds: Double?) {
        let now = Date(timeIntervalSince1970: 946_684_740)
        #expect(HTTPResponse(headers: ["Retry-After": text]).retryAfter(now: now)?.seconds == seconds)
    }
}
