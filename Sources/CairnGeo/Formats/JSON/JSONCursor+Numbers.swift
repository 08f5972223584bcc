import CairnCore

/// A number as JSON writes it.
enum JSONNumber: Equatable {
    /// Without point and exponent.
    case integer(Int)
    case double(Double)
}

extension JSONCursor {
    /// The nearest `Double` of a number.
    mutating func double() throws(JSONStop) -> Double {
        switch try number() {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }

    /// A number; what is written unlike the coordinates and counts of services is left to the other reader.
    mutating func number() throws(JSONStop) -> JSONNumber {
        let start = position
        let isNegative = byte(at: position) == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()
        let whole = scanDigits(&digits)
        let isZeroFirst = whole > 1 && bytes[position - whole] == UInt8(ascii: "0")
        var fraction = 0
        if whole > 0, byte(at: position) == UInt8(ascii: ".") {
            position += 1
            fraction = scanDigits(&digits)
            if fraction == 0 { return try otherNumber(from: start) }
        }
        // At the end of what is there another digit may follow.
        guard let following = byte(at: position) else {
            if isWhole { return try otherNumber(from: start) }
            throw .unfinished
        }
        guard following | 0x20 != UInt8(ascii: "e"), whole > 0, !isZeroFirst,
            let value = digits.value(fraction: fraction, isNegative: isNegative)
        else { return try otherNumber(from: start) }
        return value
    }

    private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func scanDigits(_ digits: inout Digits) -> Int {
        let start = position
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            if digit > 9 { break }
            digits.append(digit)
            position += 1
        }
        return position - start
    }

    private mutating func otherNumber(from start: Int) throws(JSONStop) -> JSONNumber {
        position = start
        while let byte = byte(at: position), Self.isInNumber(byte) { position += 1 }
        if position == bytes.count, !isWhole { throw .unfinished }
        guard position > start else { throw wrong("a number is missing") }
        let json = try document(start..<position)
        if case .integer(let value) = json { return .integer(value) }
        guard let value = json.double else { throw wrong("a number is missing", at: start) }
        return .double(value)
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") <= 9 || "+-.eE".utf8.contains(byte)
    }
}

/// The digits of a number as a whole number, while they have room in 64 bits.
private struct Digits {
    private var whole: UInt64 = 0
    /// How many, from the first that is not 0 on.
    private var count = 0

    mutating func append(_ digit: UInt8) {
        whole = whole &* 10 &+ UInt64(digit)
        if whole != 0 { count += 1 }
    }

    /// What they say, of which so many stand behind the point; nil where another has to find out.
    func value(fraction: Int, isNegative: Bool) -> JSONNumber? {
        guard count <= 18, fraction <= 18 else { return nil }
        if fraction == 0 { return isNegative && whole == 0 ? nil : .integer(isNegative ? -Int(whole) : Int(whole)) }
        // More digits than a `Double` keeps may say a whole number that an `Int` does.
        if count > 15, whole.isMultiple(of: 10) { return nil }
        let magnitude = whole <= 1 << 53 ? Double(whole) / Self.doubles[fraction] : quotient(by: Self.powers[fraction])
        return .double(isNegative ? -magnitude : magnitude)
    }

    /// The `Double` nearest to these digits divided by a power of ten that both leave a remainder.
    ///
    /// Division in whole numbers gives 64 bits of it, the last of them told from what is left: so many are more than enough to round once, and
    /// the conversion to a `Double` rounds as it should.
    private func quotient(by power: UInt64) -> Double {
        // The quotient of what fills 64 bits, and of a divisor that does, has 63 bits at least.
        let (left, right) = (whole.leadingZeroBitCount, power.leadingZeroBitCount)
        let (dividend, divisor) = (whole << left, power << right)
        let (quotient, rest) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        let sticky: UInt64 = rest == 0 ? 0 : 1
        return Double(sign: .plus, exponent: right - left - 63, significand: Double(quotient | sticky))
    }

    private static let powers: [UInt64] = (0...18).map { (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }
    private static let doubles = powers.map { Double($0) }
}
