extension JSONParser {
    mutating func string() throws -> String {
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
            guard byte >= 0x20 else { throw error("a control character in a string") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try buffer.withUnsafeBufferPointer { try text($0, at: start) }
            case UInt8(ascii: "\\"): try escape(into: &buffer)
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
        default: throw error("an unknown escape", at: position - 1)
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
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap(Self.hexDigit) else { throw error("four hexadecimal digits are missing") }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private func text(_ slice: some Collection<UInt8>, at start: Int) throws -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw error("a string is not UTF-8", at: start) }
        return text.streamSafe
    }
}
