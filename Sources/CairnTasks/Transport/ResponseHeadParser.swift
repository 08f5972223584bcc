import CairnCore
import Foundation

/// Reads the head of an answer from its lines, as they come: interim answers (1xx) are passed over, and trailers counted.
struct ResponseHeadParser {
    /// What a line came to.
    enum Step {
        case more
        /// The head is complete.
        case complete(HTTPResponse)
        /// No head of HTTP.
        case wrong(TransportError.Reason)
    }

    /// The most that all the lines of an answer may take, in bytes.
    static let limit = 128 << 10

    private var size = 0
    private var status: Int?
    private var fields: [(name: String, value: String)] = []
    private var isComplete = false
    private var isOld = false

    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        size += line.count
        if size > Self.limit { return .wrong(.headTooLarge(limit: Self.limit)) }
        // Trailers.
        if isComplete { return .more }
        let text = String(decoding: line, as: UTF8.self)
        if text.utf8.starts(with: "HTTP/".utf8) {
            fields = []
            status = Self.status(of: text)
            isOld = text.utf8.starts(with: "HTTP/1.0".utf8)
            return status == nil ? .wrong(.garbled("its status is no number")) : .more
        }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty { return end() }
        if let first = text.unicodeScalars.first, first == " " || first == "\t" {
            if !fields.isEmpty { fields[fields.count - 1].value += " " + trimmed }
        } else if let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isName(trimmed.utf8[..<colon]) {
            let value = trimmed[trimmed.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append((trimmed[..<colon].lowercased(), value))
        }
        return .more
    }

    /// What is no name is passed over.
    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func status(of line: String) -> Int? {
        let parts = line.unicodeScalars.prefix(100).split(whereSeparator: \.properties.isWhitespace).map(String.init)
        guard parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100 else { return nil }
        return status
    }

    private mutating func end() -> Step {
        guard let status else { return .wrong(.garbled("it does not begin with a status")) }
        if status < 200 { return .more }
        isComplete = true
        for index in fields.indices { fields[index].value = fields[index].value.streamSafe }
        let lengths = Set(fields.lazy.filter { $0.name == "content-length" }.map(\.value))
        if lengths.count > 1 { return .wrong(.garbled("it tells two lengths")) }
        var headers: [String: String] = [:]
        for (name, value) in fields {
            // Each scheme may come in a field of its own. Of others that come twice the first counts.
            if let before = headers[name], name == "www-authenticate" { headers[name] = "\(before), \(value)" }
            if headers[name] == nil { headers[name] = value }
        }
        // What HTTP/1.0 meant without a word.
        if isOld, headers["connection"] == nil { headers["connection"] = "close" }
        return .complete(HTTPResponse(status: status, headers: headers))
    }
}
