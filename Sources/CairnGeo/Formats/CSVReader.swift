package import CairnCore
public import Foundation

/// Reads a CSV file (RFC 4180) row by row in bounded memory, from the start or from an offset of an earlier row.
///
/// Takes LF, CRLF and CR line ends, a byte-order mark, quoted fields with separators and line ends in them, and `,`, `;`,
/// tab or `|` as separator, detected from the first line. Text that is not UTF-8 is read as Windows-1252.
///
/// ```swift
/// let reader = try CSVReader(url)
/// while let row = try reader.next() { print(row.line, row.fields) }
/// ```
public final class CSVReader {
    /// One row.
    public struct Row: Sendable, Hashable {
        /// The fields.
        public var fields: [String]
        /// The line it starts on, counted from 1.
        public var line: Int
        /// Where the next row starts, in bytes.
        public var end: Int
        /// What is wrong with the row, if something is; its other fields are as read.
        public var problem: String?
    }

    /// The longest field that is kept, in bytes. A longer one is cut and reported in the row's `problem`.
    public static let maximumFieldLength = 1 << 20

    /// The file.
    public let url: URL
    /// What stands between fields.
    public let separator: UInt8

    package let file: FileDescriptor
    private var buffer: [UInt8] = []
    private var position = 0
    /// The offset in the file of the buffer's first byte.
    private var base: Int
    private var line: Int
    private var isAtEnd = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - offset: A row's `end`, to go on after it.
    ///   - line: The number of the line that begins there, as ``nextLine`` told it.
    /// - Throws: `SystemError` if the file cannot be opened.
    public init(_ url: URL, from offset: Int = 0, line: Int = 1) throws {
        self.url = url
        self.line = line
        base = offset
        file = try FileDescriptor(url.path, O_RDONLY)
        let head = try file.read(upTo: 65536, at: 0)
        separator = Self.separator(of: head)
        if offset == 0, head.starts(with: [0xEF, 0xBB, 0xBF]) { base = 3 }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw CSVError(file: url.path, line: 1, reason: "the file is UTF-16; save it as UTF-8")
        }
    }

    /// The line that the next row starts on.
    public var nextLine: Int { line }

    /// The one of the usual separators that is most frequent outside quotes in the first line.
    private static func separator(of head: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in head {
            if byte == quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == newline || byte == carriageReturn { break }
            counts[byte, default: 0] += 1
        }
        let usual = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
        return usual.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? usual[0]
    }

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The next row, or nil at the end. Empty lines are passed over.
    ///
    /// - Throws: `SystemError`; ``CSVError`` if a quote is never closed.
    public func next() throws -> Row? {
        while true {
            guard try fill() else { return nil }
            let row = try readRow()
            if row.fields != [""] || row.problem != nil { return row }
        }
    }

    private func readRow() throws -> Row {
        var row = Row(fields: [], line: line, end: 0)
        var hasMore = true
        while hasMore {
            let (text, delimiter) = try readField(&row)
            row.fields.append(text)
            hasMore = delimiter == separator
        }
        row.end = base + position
        return row
    }

    /// Reads one field and what ends it; nil is the end of the file.
    private func readField(_ row: inout Row) throws -> (String, UInt8?) {
        if try fill(), buffer[position] == Self.quote { return try readQuotedField(&row) }
        var start = position
        while true {
            guard try fill(keeping: &start) else {
                return (text(buffer[start..<position], &row), nil)
            }
            let byte = buffer[position]
            if byte == separator || byte == Self.newline || byte == Self.carriageReturn {
                let field = text(buffer[start..<position], &row)
                return (field, try passDelimiter())
            }
            position += 1
            if position - start > Self.maximumFieldLength { return try cutField(from: start, &row) }
        }
    }

    private func readQuotedField(_ row: inout Row) throws -> (String, UInt8?) {
        let opened = line
        var bytes: [UInt8] = []
        position += 1
        while try fill() {
            let byte = buffer[position]
            position += 1
            if byte == Self.quote {
                guard try fill(), buffer[position] == Self.quote else { return try closeQuote(bytes, &row) }
                position += 1
            } else if byte == Self.newline {
                line += 1
            }
            if bytes.count < Self.maximumFieldLength { bytes.append(byte) } else { row.problem = Self.tooLong }
        }
        throw CSVError(file: url.path, line: opened, reason: "a quote is opened here and never closed")
    }

    private static let tooLong = "a field is longer than \(maximumFieldLength) bytes and was cut"

    /// What stands between a closing quote and the separator belongs to no field.
    private func closeQuote(_ bytes: [UInt8], _ row: inout Row) throws -> (String, UInt8?) {
        let field = text(bytes[...], &row)
        while try fill() {
            let byte = buffer[position]
            if byte == separator || byte == Self.newline || byte == Self.carriageReturn {
                return (field, try passDelimiter())
            }
            if byte != UInt8(ascii: " ") { row.problem = "text follows a closing quote" }
            position += 1
        }
        return (field, nil)
    }

    private func cutField(from start: Int, _ row: inout Row) throws -> (String, UInt8?) {
        row.problem = Self.tooLong
        let kept = text(buffer[start..<position], &row)
        while try fill() {
            let byte = buffer[position]
            if byte == separator || byte == Self.newline || byte == Self.carriageReturn {
                return (kept, try passDelimiter())
            }
            position += 1
        }
        return (kept, nil)
    }

    private func passDelimiter() throws -> UInt8 {
        let byte = buffer[position]
        position += 1
        if byte == separator { return byte }
        line += 1
        if byte == Self.carriageReturn, try fill(), buffer[position] == Self.newline { position += 1 }
        return Self.newline
    }

    private func text(_ bytes: ArraySlice<UInt8>, _ row: inout Row) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A cut may fall inside a character; else the text is in the usual encoding of old spreadsheets.
        if row.problem == Self.tooLong { return String(decoding: bytes, as: UTF8.self) }
        return String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }

    private func fill() throws -> Bool {
        if position < buffer.count { return true }
        var start = position
        return try fill(keeping: &start)
    }

    /// Sees to it that there is a byte at `position`, dropping what lies before `start`; false at the end.
    private func fill(keeping start: inout Int) throws -> Bool {
        if position < buffer.count { return true }
        if isAtEnd { return false }
        buffer.removeSubrange(..<start)
        base += start
        position -= start
        start = 0
        let more = try file.read(upTo: 1 << 18, at: base + buffer.count)
        isAtEnd = more.isEmpty
        buffer += more
        return !more.isEmpty
    }
}
