extension JSONParser {
    mutating func number() throws -> JSONValue {
        let start = position
        let digits = try scanNumber()
        if digits.isPlain, let value = digits.int { return .integer(value) }
        let simple = digits.simpleDouble
        if let simple, digits.areFew { return .number(simple) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = simple ?? Double(text), value.isFinite else {
            throw error("\(text.prefix(40)) is too large a number", at: start)
        }
        return text == value.description ? .number(value) : digits.value(near: value)
    }

    /// Reads a number as the standard spells it, and what it says.
    mutating func scanNumber() throws -> NumberDigits {
        var digits = NumberDigits()
        digits.isNegative = take("-")
        if take("0") {
            if let byte = peek, Self.isDigit(byte) { throw error("a number starts with a zero", at: position - 1) }
        } else {
            try scanDigits { digits.append($0) }
        }
        if let byte = peek, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") { try scanRest(into: &digits) }
        return digits
    }

    private mutating func scanRest(into digits: inout NumberDigits) throws {
        digits.isPlain = false
        if take(".") { try scanDigits { digits.appendFraction($0) } }
        if take("e") || take("E") { digits.scale(by: try scanExponent()) }
    }

    private mutating func scanExponent() throws -> Int {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        var exponent = 0
        // Bounded so that it cannot overflow, and beyond all that a document's digits could make up for.
        try scanDigits { exponent = min(exponent * 10 + Int($0), 1 << 48) }
        return isNegative ? -exponent : exponent
    }

    private mutating func scanDigits(_ digit: (UInt8) -> Void) throws {
        guard let first = peek, Self.isDigit(first) else { throw error("a digit is missing") }
        while let byte = peek, Self.isDigit(byte) {
            digit(byte - UInt8(ascii: "0"))
            position += 1
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
