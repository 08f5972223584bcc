/// Text that is not JSON.
public struct JSONSyntaxError: Error, CustomStringConvertible {
    /// What is wrong.
    public let reason: String
    /// Where, in bytes from the start.
    public let offset: Int

    /// The reason and the place.
    public var description: String { "Not valid JSON at byte \(offset): \(reason)." }
}

extension JSONValue {
    /// Reads one JSON document (RFC 8259) from UTF-8 bytes.
    ///
    /// - Parameter maximumDepth: How deep lists and objects may nest, so that hostile input cannot exhaust the stack.
    /// - Throws: ``JSONSyntaxError``.
    public init(parsing data: some Collection<UInt8>, maximumDepth: Int = 128) throws {
        let document: JSONValue? = try data.withContiguousStorageIfAvailable { bytes in
            try JSONValue(parsing: bytes, maximumDepth: maximumDepth)
        }
        self = try document ?? Array(data).withUnsafeBufferPointer { try JSONValue(parsing: $0, maximumDepth: maximumDepth) }
    }

    /// Reads one JSON document from text.
    public init(parsing text: String, maximumDepth: Int = 128) throws {
        self = try JSONValue(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    private init(parsing bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws {
        var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
        self = try parser.document()
    }
}

/// A recursive-descent reader, its recursion bounded by `maximumDepth`.
private struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let maximumDepth: Int
    var position = 0
    var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        // A byte-order mark is against the standard, and some servers send one.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func document() throws -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("something follows the document") }
        return value
    }

    private mutating func value() throws -> JSONValue {
        skipSpace()
        guard let byte = peek else { throw error("the document ends too early") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { try $0.object() }
        case UInt8(ascii: "["): return try nested { try $0.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("a value cannot start here")
        }
    }

    private mutating func nested(_ body: (inout Self) throws -> JSONValue) throws -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= maximumDepth else { throw error("nested deeper than \(maximumDepth)") }
        position += 1
        return try body(&self)
    }

    private mutating func object() throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            guard skip(":") else { throw error("a colon is missing after \"\(name)\"") }
            members[name] = try value()
        } while skip(",")
        guard skip("}") else { throw error("a comma or a closing brace is missing") }
        return .object(members)
    }

    private mutating func array() throws -> JSONValue {
        var elements: [JSONValue] = []
        if skip("]") { return .array(elements) }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw error("a comma or a closing bracket is missing") }
        return .array(elements)
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else {
            throw error("\(text) is misspelt")
        }
        position = end
        return value
    }

    private mutating func number() throws -> JSONValue {
        let start = position
        var isWhole = true
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
            default: return try number(from: start, isWhole: isWhole)
            }
            position += 1
        }
        return try number(from: start, isWhole: isWhole)
    }

    private func number(from start: Int, isWhole: Bool) throws -> JSONValue {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = Int(text) { return .integer(value) }
        let digits = text.drop { $0 == "-" }
        guard let value = Double(text), value.isFinite, !text.hasPrefix("+"),
            digits.first?.isNumber == true, text.last?.isNumber == true
        else { throw error("\"\(text.prefix(40))\" is not a number", at: start) }
        return .number(value)
    }

    private mutating func string() throws -> String {
        position += 1
        let start = position
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return try text(bytes[start..<position], at: start)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw error("a control character in a string") }
            position += 1
        }
        throw error("a string is not closed")
    }

    private mutating func escapedString(from start: Int) throws -> String {
        var buffer = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try buffer.withUnsafeBufferPointer { try text($0, at: start) }
            case UInt8(ascii: "\\"): try escape(into: &buffer)
            case 0..<0x20: throw error("a control character in a string")
            default: buffer.append(byte)
            }
        }
        throw error("a string is not closed")
    }

    private mutating func escape(into buffer: inout [UInt8]) throws {
        guard let byte = peek else { throw error("a string is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "u"): buffer.append(contentsOf: String(Character(try unicodeEscape())).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
        default: throw error("an unknown escape")
        }
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        // Half a surrogate pair: the other half must follow. A lone one becomes the replacement character.
        let mark = position
        guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else { return reset(to: mark) }
        let second = try fourHexDigits()
        guard UTF16.isTrailSurrogate(second) else { return reset(to: mark) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func reset(to mark: Int) -> Unicode.Scalar {
        position = mark
        return "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws -> UInt16 {
        guard position + 4 <= bytes.count,
            let value = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits are missing") }
        position += 4
        return value
    }

    private func text(_ slice: some Collection<UInt8>, at start: Int) throws -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw error("a string is not UTF-8", at: start) }
        return text
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return take(character)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: offset ?? position)
    }
}
