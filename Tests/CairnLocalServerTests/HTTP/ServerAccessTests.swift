import CairnCore
import CairnTasks
import Foundation
import Testing

@testable import CairnLocalServer

/// Pages of browsers are told from programs, and allowed ones from others.
struct ServerAccessTests {
    private func message(_ headers: [String: String], method: String = "GET") -> HTTPMessage {
        var message = HTTPMessage(target: "/arcgis/rest/info?f=json")
        message.method = method
        message.headers = ["host": "127.0.0.1:6080"].merging(headers) { $1 }
        return message
    }

    private func status(_ access: ServerAccess, _ headers: [String: String]) -> Int? {
        access.refusal(message(headers))?.sent?.status
    }

    @Test(arguments: [
        [:], ["host": "localhost:6080"], ["host": "LOCALHOST"], ["host": "[::1]:6080"], ["origin": "http://127.0.0.1:6080"],
        ["sec-fetch-site": "same-origin", "origin": "http://127.0.0.1:6080"], ["sec-fetch-site": "none"],
        ["referer": "https://maps.example.com/"],
    ])
    func `programs, and pages of the server's own, may ask`(headers: [String: String]) {
        #expect(status(ServerAccess(), headers) == nil)
    }

    @Test(arguments: [
        ["host": "evil.example.com"], ["host": "127.0.0.1.evil.com:6080"], ["host": "localhost.evil.com"], ["host": ""],
        ["host": "localhost:80@evil.com"], ["host": "[::1].evil.com"], ["host": "[::1]evil"], ["host": "[::1"],
        ["host": "localhost:evil.com"], ["host": "127.0.0.1:x/evil"], ["host": "localhost:1, evil.com"],
        ["host": "localhost:123456"],
        ["sec-fetch-site": "same-origin, cross-site"],
        ["origin": "https://maps.example.com"], ["origin": "null"], ["origin": "http://127.0.0.1:6081"],
        ["origin": "https://127.0.0.1:6080"],
        ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "cross-site", "referer": "https://maps.example.com/a"],
        ["sec-fetch-site": "cross-site", "origin": "http://127.0.0.1:6080"],
    ])
    func `others may not`(headers: [String: String]) {
        #expect(status(ServerAccess(), headers) == 403)
        #expect(status(ServerAccess(origins: ["https://other.example.com"], hosts: ["gis.lan"]), headers) == 403)
    }

    @Test(arguments: [
        ["origin": "https://Maps.example.com"], ["origin": "https://maps.example.com", "sec-fetch-site": "cross-site"],
        ["sec-fetch-site": "cross-site", "referer": "https://maps.example.com/a?b"], ["host": "GIS.lan:6080"],
    ])
    func `those that are allowed may`(headers: [String: String]) {
        let access = ServerAccess(origins: ["https://maps.example.com"], hosts: ["gis.lan"])
        #expect(status(access, headers) == nil)
        #expect(status(ServerAccess(origins: ["*"], hosts: ["gis.lan"]), headers) == nil)
        #expect(
            status(access, headers.merging(["referer": "https://x.example.com/", "origin": "https://x.example.com"]) { $1 })
                == 403)
    }

    @Test func `a target that is a whole address says whom it asks`() {
        for (target, isRefused) in [("http://evil.com/arcgis/rest/info", true), ("http://localhost:1/arcgis/rest/info", false)] {
            var message = HTTPMessage(target: target)
            message.headers = ["host": isRefused ? "localhost" : "evil.com"]
            #expect((ServerAccess().refusal(message) != nil) == isRefused)
        }
    }

    @Test func `a page that may ask is told so, and no other`() {
        let access = ServerAccess(origins: ["https://maps.example.com"])
        #expect(
            access.headers(for: message(["origin": "https://maps.example.com"]))["access-control-allow-origin"]
                == "https://maps.example.com")
        #expect(ServerAccess(origins: ["*"]).headers(for: message(["origin": "https://x"]))["access-control-allow-origin"] == "*")
        #expect(access.headers(for: message([:])) == ["vary": "Origin"])
        #expect(ServerAccess().headers(for: message(["origin": "https://maps.example.com"])) == ["vary": "Origin"])
        #expect(!ServerAccess().isOpen)
        let asks = [
            "origin": "https://maps.example.com", "access-control-request-method": "POST",
            "access-control-request-headers": "x-a",
        ]
        let preflight = access.preflight(message(asks, method: "OPTIONS"))?.sent
        #expect(preflight?.status == 204 && preflight?.headers["access-control-allow-headers"] == "x-a")
        #expect(preflight?.headers["access-control-allow-credentials"] == nil)
        #expect(ServerAccess().preflight(message(asks, method: "OPTIONS")) == nil)
        #expect(access.preflight(message(asks)) == nil)
        let many = asks.merging(["access-control-request-headers": String(repeating: "x-a,", count: 20_000)]) { $1 }
        let names = access.preflight(message(many, method: "OPTIONS"))?.sent?.headers["access-control-allow-headers"]
        #expect(names == "content-type, x-esri-authorization")
    }

    @Test func `a callback is called where pages may ask, and nothing but a name`() throws {
        let access = ServerAccess(origins: ["https://maps.example.com"])
        let reply = HTTPReply.response(
            HTTPResponse(headers: ["content-type": "application/json;charset=utf-8"], body: Data("{}".utf8)))
        func called(
            _ name: String, _ access: ServerAccess, _ headers: [String: String] = ["referer": "https://maps.example.com/a"]
        ) -> HTTPResponse? {
            let url = URL(string: "http://127.0.0.1/arcgis/rest/info")!.appending(queryItems: [
                URLQueryItem(name: "callback", value: name)
            ])
            return ServiceRequest(HTTPRequest(.get, url, timeout: nil)).flatMap {
                access.called(reply, for: $0, message(headers)).sent
            }
        }
        #expect(called("dojo.io.cb_1", access)?.body == Data("/**/dojo.io.cb_1({});".utf8))
        #expect(called("dojo", access)?.headers["content-type"]?.hasPrefix("application/javascript") == true)
        #expect(called("dojo", ServerAccess())?.body == Data("{}".utf8))
        #expect(called("dojo", ServerAccess(origins: ["*"]), [:])?.body == Data("/**/dojo({});".utf8))
        for headers in [[:], ["referer": "https://evil.example.com/"]] {
            #expect(called("dojo", access, headers)?.body == Data("{}".utf8))
        }
        for name in ["alert(1)//", "a b", "<script>", "1a", String(repeating: "a", count: 101)] {
            #expect(called(name, access)?.status == 400)
        }
    }
}
