import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct ResponseHeadParserTests {
    /// The head that comes of some lines; nil if there is none.
    private func head(_ lines: [String]) throws(TransportError) -> HTTPResponse? {
        var parser = ResponseHeadParser()
        var head: HTTPResponse?
        for line in lines {
            let step = Array((line + "\r\n").utf8).withUnsafeBytes { parser.read($0) }
            switch step {
            case .more: break
            case .complete(let response): head = response
            case .wrong(let reason): throw TransportError(reason, url: nil)
            }
        }
        return head
    }

    @Test func `names are in lower case, values without the space around them, and folded lines joined`() throws {
        let head = try head(["HTTP/1.1 200 OK", "X-Mark:1", "X-Other:  a \t", "X-Long: b", "  c", "\td", ""])
        #expect(head == HTTPResponse(status: 200, headers: ["x-mark": "1", "x-other": "a", "x-long": "b c d"]))
    }

    @Test func `what is no name is passed over, and no value takes long to be compared`() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 5000)
        let head = try head(["HTTP/1.1 200 OK", "e\(marks): 1", "X Y: 2", ": 3", "X-Mark: e\(marks)", "ETag:", " \(marks)", ""])
        #expect(Set(head?.headers.keys.map(\.self) ?? []) == ["x-mark", "etag"])
        for value in head?.headers.values.map(\.self) ?? [] {
            #expect(value == value.streamSafe && value.unicodeScalars.contains("\u{34F}"))
        }
    }

    @Test func `of interim answers nothing is left, and trailers change nothing`() throws {
        let head = try head([
            "HTTP/1.1 103 Early Hints", "X-Mark: early", "", "HTTP/1.1 204", "X-Last: 1", "", "X-Last: 2", "X-More: 3",
        ])
        #expect(head == HTTPResponse(status: 204, headers: ["x-last": "1"]))
    }

    @Test func `of fields that come twice the first counts, but every challenge`() throws {
        let head = try head([
            "HTTP/2 401", "ETag: a", "ETag: b", "WWW-Authenticate: Negotiate", "WWW-Authenticate: Basic realm=\"x\"", "",
        ])
        #expect(head?.headers == ["etag": "a", "www-authenticate": "Negotiate, Basic realm=\"x\""])
    }

    @Test(arguments: [
        ["HTTP/1.1 OK"], ["HTTP/1.1 20 OK"], ["HTTP/1.1 -20 OK"], ["HTTP/1.1 9999 OK"], ["HTTP/1.1"], ["X: 1", ""], [""],
    ])
    func `what is no head is refused`(_ lines: [String]) {
        #expect(throws: TransportError.self) { try head(lines) }
    }

    @Test func `two lengths that differ are refused, and two that do not are one`() throws {
        #expect(throws: TransportError.self) { try head(["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2", ""]) }
        #expect(try head(["HTTP/1.1 200 OK", "Content-Length: 1", "content-length: 1", ""])?.headers == ["content-length": "1"])
    }

    @Test func `a head may be large, and not larger`() throws {
        let line = "X: " + String(repeating: "a", count: 1019)
        let lines = ["HTTP/1.1 200 OK"] + Array(repeating: line, count: 127)
        #expect(try head(lines + [""])?.status == 200)
        #expect(throws: TransportError.self) { try head(lines + [line, ""]) }
    }

    @Test(arguments: 1...300)
    func `random bytes are a head or refused`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "HTTP/1.1 ", "200", " ", ":", "X", "\t", "\u{0}", "\u{1b}[2J", "é", "content-length", "9999999999999999999999", "",
        ]
        let lines = (0..<20).map { _ in
            (0..<Int.random(in: 0...4, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
        }
        if let head = try? head(lines) { #expect(100..<1000 ~= head.status) }
    }
}
