import CairnCore
import CairnTasks
import Foundation

/// Reads requests of HTTP/1.1 from bytes as they arrive. A value: bytes in, requests out, no I/O.
struct HTTPRequestParser {
    /// What makes a connection unusable: the status to answer before it is closed.
    struct Rejection: Error, Equatable {
        let status: Int
        let reason: String
    }

    struct Message: Equatable {
        var method: String
        /// As sent: path and query.
        var target: String
        /// By names in lower case.
        var headers: [String: String]
        var body: Data
        var keepsAlive: Bool
    }

    static let maximumHeadSize = 64 << 10
    static let maximumBodySize = 64 << 20

    private struct Head {
        var message: Message
        var length: Int?
    }

    private var buffer: [UInt8] = []
    private var head: Head?
    private var chunks = Data()
    /// Whether the client waits for a word before it sends the body; asked once.
    private(set) var wantsContinue = false

    mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    mutating func takeWantsContinue() -> Bool {
        defer { wantsContinue = false }
        return wantsContinue
    }

    /// The next whole request, or nil until more bytes arrive.
    mutating func next() throws(Rejection) -> Message? {
        if head == nil { head = try readHead() }
        guard let head else { return nil }
        guard let length = head.length else { return try nextChunked(head) }
        guard buffer.count >= length else { return nil }
        return finish(head, body: takeBytes(length))
    }

    private mutating func finish(_ head: Head, body: Data) -> Message {
        self.head = nil
        wantsContinue = false
        var message = head.message
        message.body = body
        return message
    }

    private mutating func takeBytes(_ count: Int) -> Data {
        defer { buffer.removeFirst(count) }
        return Data(buffer.prefix(count))
    }

    // MARK: - The head

    private mutating func readHead() throws(Rejection) -> Head? {
        // Some clients send an empty line after a body.
        while buffer.starts(with: [0x0D, 0x0A]) { buffer.removeFirst(2) }
        guard let end = headEnd() else {
            if buffer.count > Self.maximumHeadSize { throw Rejection(status: 431, reason: "the head is too large") }
            return nil
        }
        if end.start > Self.maximumHeadSize { throw Rejection(status: 431, reason: "the head is too large") }
        // By bytes: to a string, CR and LF together are one character.
        let lines = buffer[..<end.start].split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)[...]
        }
        buffer.removeFirst(end.end)
        return try head(lines)
    }

    private func headEnd() -> (start: Int, end: Int)? {
        var index = 0
        while let newline = buffer[index...].firstIndex(of: 0x0A) {
            if newline + 1 < buffer.count, buffer[newline + 1] == 0x0A { return (newline, newline + 2) }
            if newline + 2 < buffer.count, buffer[newline + 1] == 0x0D, buffer[newline + 2] == 0x0A {
                return (newline, newline + 3)
            }
            index = newline + 1
        }
        return nil
    }

    private mutating func head(_ lines: [Substring]) throws(Rejection) -> Head {
        let parts = lines.first?.split(separator: " ") ?? []
        guard parts.count == 3, parts[2].hasPrefix("HTTP/1."), parts[1].hasPrefix("/") || parts[1].hasPrefix("http") else {
            throw Rejection(status: 400, reason: "this is no request of HTTP/1.1")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first?.isWhitespace == false else {
                throw Rejection(status: 400, reason: "a header field has no name")
            }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            // Two lengths that differ are how requests are smuggled past proxies.
            if name == "content-length", let other = headers[name], other != value {
                throw Rejection(status: 400, reason: "two lengths")
            }
            headers[name] = headers[name].map { $0 == value ? value : "\($0), \(value)" } ?? value
        }
        let connection = headers["connection"]?.lowercased() ?? ""
        let message = Message(
            method: String(parts[0]), target: String(parts[1]), headers: headers, body: Data(),
            keepsAlive: parts[2] == "HTTP/1.0" ? connection == "keep-alive" : connection != "close")
        return try framed(message)
    }

    private mutating func framed(_ message: Message) throws(Rejection) -> Head {
        var length: Int? = 0
        if let coding = message.headers["transfer-encoding"]?.lowercased() {
            guard coding == "chunked", message.headers["content-length"] == nil else {
                throw Rejection(status: 400, reason: "this transfer coding is not understood")
            }
            length = nil
        } else if let text = message.headers["content-length"] {
            guard let number = Int(text), number >= 0 else { throw Rejection(status: 400, reason: "the length is no number") }
            guard number <= Self.maximumBodySize else { throw Rejection(status: 413, reason: "the body is too large") }
            length = number
        }
        wantsContinue = message.headers["expect"]?.lowercased() == "100-continue" && length != 0
        return Head(message: message, length: length)
    }

    // MARK: - Chunks

    private mutating func nextChunked(_ head: Head) throws(Rejection) -> Message? {
        while true {
            guard let newline = buffer.firstIndex(of: 0x0A) else {
                if buffer.count > 1024 { throw Rejection(status: 400, reason: "a chunk has no size") }
                return nil
            }
            let line = String(decoding: buffer[..<newline], as: UTF8.self).trimmingCharacters(in: .whitespaces)
            let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let size = Int(digits, radix: 16), size >= 0, digits.first != "+" else {
                throw Rejection(status: 400, reason: "a chunk's size is no number")
            }
            guard size <= Self.maximumBodySize, chunks.count + size <= Self.maximumBodySize else {
                throw Rejection(status: 413, reason: "the body is too large")
            }
            if size == 0 { return try endOfChunks(head, after: newline) }
            guard buffer.count >= newline + 1 + size + 2 else { return nil }
            chunks.append(contentsOf: buffer[newline + 1..<newline + 1 + size])
            guard buffer[newline + 1 + size] == 0x0D, buffer[newline + 2 + size] == 0x0A else {
                throw Rejection(status: 400, reason: "a chunk is longer than its size")
            }
            buffer.removeFirst(newline + 1 + size + 2)
        }
    }

    /// After the last chunk come trailers, which are passed over, and an empty line.
    private mutating func endOfChunks(_ head: Head, after newline: Int) throws(Rejection) -> Message? {
        var start = newline + 1
        while let end = buffer[start...].firstIndex(of: 0x0A) {
            let isEmpty = end == start || (end == start + 1 && buffer[start] == 0x0D)
            start = end + 1
            if isEmpty {
                buffer.removeFirst(start)
                defer { chunks = Data() }
                return finish(head, body: chunks)
            }
        }
        if buffer.count - newline > Self.maximumHeadSize { throw Rejection(status: 431, reason: "the trailers are too large") }
        return nil
    }
}
