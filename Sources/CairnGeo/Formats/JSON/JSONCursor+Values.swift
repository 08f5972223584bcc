import CairnCore

extension JSONCursor {
    /// Passes a value of any kind, and says where it lies; whether it is right within is not looked at.
    mutating func passValue() throws(JSONStop) -> Range<Int> {
        _ = try next()
        let start = position
        var depth = 0
        repeat {
            switch try next() {
            case UInt8(ascii: "\""): _ = try passString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
                if depth < 0 { throw wrong("a value cannot start here", at: position - 1) }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { throw wrong("a value cannot start here") }
                position += 1
            default: try passScalar()
            }
        } while depth > 0
        return start..<position
    }

    private mutating func passScalar() throws(JSONStop) {
        let start = position
        while position < bytes.count, Self.isInScalar(bytes[position]) { position += 1 }
        if position == bytes.count, !isWhole { throw .unfinished }
        if position == start { throw wrong("a value cannot start here") }
    }

    private static func isInScalar(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte &- UInt8(ascii: "0") <= 9
            || "+-.".utf8.contains(byte)
    }

    /// A value of any kind.
    mutating func value() throws(JSONStop) -> JSONValue { try document(try passValue()) }

    /// What these bytes say.
    func document(_ range: Range<Int>) throws(JSONStop) -> JSONValue {
        do {
            return try JSONValue(parsing: UnsafeBufferPointer(rebasing: bytes[range]))
        } catch let error as JSONSyntaxError {
            throw .wrong(JSONSyntaxError(reason: error.reason, offset: range.lowerBound + error.offset))
        } catch {
            throw wrong("it cannot be read", at: range.lowerBound)
        }
    }
}
