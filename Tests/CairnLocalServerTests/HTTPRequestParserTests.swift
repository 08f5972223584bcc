import Foundation
import Testing

@testable import CairnLocalServer

struct HTTPRequestParserTests {
    private func parse(_ text: String) throws -> [HTTPRequestParser.Message] {
        var parser = HTTPRequestParser()
        parser.append(Array(text.utf8))
        var messages: [HTTPRequestParser.Message] = []
        while let message = try parser.next() { messages.append(message) }
        return messages
    }

    @Test func `a request is read with its body and its head fields in lower case`() throws {
        let messages = try parse("POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-LENGTH: 3\r\n\r\nabc")
        #expect(messages.map(\.target) == ["/a?b=c"])
        #expect(messages[0].body == Data("abc".utf8) && messages[0].headers["host"] == "x" && messages[0].keepsAlive)
    }

    @Test func `requests sent one behind the other are read one by one`() throws {
        #expect(
            try parse("GET /1 HTTP/1.1\r\n\r\n\r\nGET /2 HTTP/1.0\r\n\r\nGET /3 HTTP/1.1\n\n").map(\.target) == [
                "/1", "/2", "/3",
            ])
    }

    @Test func `a request that arrives byte by byte is the same`() throws {
        let text =
            "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nTrailer: x\r\n\r\nGET /y HTTP/1.1\r\n\r\n"
        var parser = HTTPRequestParser()
        var messages: [HTTPRequestParser.Message] = []
        for byte in text.utf8 {
            parser.append([byte])
            while let message = try parser.next() { messages.append(message) }
        }
        #expect(messages.map(\.target) == ["/x", "/y"])
        #expect(messages[0].body == Data("abcde".utf8))
    }

    @Test func `HTTP 1.0 closes unless asked, and 1.1 keeps unless told`() throws {
        #expect(try parse("GET / HTTP/1.0\r\n\r\n")[0].keepsAlive == false)
        #expect(try parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")[0].keepsAlive)
        #expect(try parse("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n")[0].keepsAlive == false)
    }

    @Test func `a client that waits for a word is noticed`() throws {
        var parser = HTTPRequestParser()
        parser.append(Array("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.takeWantsContinue() && !parser.takeWantsContinue())
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n folded: x\r\n\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
    ])
    func `what is no request is refused`(text: String, status: Int) {
        #expect { try parse(text) } throws: { ($0 as? HTTPRequestParser.Rejection)?.status == status }
    }

    @Test func `an endless head is refused`() {
        #expect { try parse("GET / HTTP/1.1\r\nx: " + String(repeating: "y", count: 70_000)) } throws: {
            ($0 as? HTTPRequestParser.Rejection)?.status == 431
        }
    }

    @Test func `random bytes never trap`() {
        var state: UInt64 = 42
        for _ in 0..<2000 {
            var parser = HTTPRequestParser()
            var bytes = Array(
                "POST /x HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n".utf8)
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
            }
            parser.append(bytes)
            while let message = try? parser.next(), message.target.utf8.count > 0 {}
        }
    }
}
