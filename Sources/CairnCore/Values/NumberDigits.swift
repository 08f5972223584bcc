import Foundation

/// What the text of a number says: a whole number that ends with no zero, times a power of ten.
struct NumberDigits {
    var isNegative = false
    /// Whether it is written without point and exponent.
    var isPlain = true
    /// The whole number, as far as it has room here; `wide` goes on where it has not.
    private var short: UInt64 = 0
    private var wide: UInt128?
    private var exponent = 0
    /// The zeros after the last other digit.
    private var zeros = 0
    /// Whether there has been room for all digits.
    private var isExact = true

    mutating func append(_ digit: UInt8) {
        if digit == 0 {
            zeros += 1
            return
        }
        while zeros > 0 {
            shift(in: 0)
            zeros -= 1
        }
        shift(in: UInt64(digit))
    }

    mutating func appendFraction(_ digit: UInt8) {
        append(digit)
        exponent -= 1
    }

    mutating func scale(by power: Int) {
        exponent += power
    }

    private mutating func shift(in digit: UInt64) {
        if short < Self.shortest { short = short &* 10 &+ digit } else { shiftWide(in: UInt128(digit)) }
    }

    private mutating func shiftWide(in digit: UInt128) {
        let (product, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
        let (sum, isTooLargeNow) = product.addingReportingOverflow(digit)
        wide = sum
        if isTooLarge || isTooLargeNow { isExact = false }
    }

    private var significand: UInt128 { wide ?? UInt128(short) }
    private var power: Int { short == 0 ? 0 : exponent + zeros }
    /// Whether these are at most 15 digits: so many come back from a `Double` as they were.
    var areFew: Bool { short < 1_000_000_000_000_000 }

    /// Below this another digit has room in 64 bits.
    private static let shortest: UInt64 = 1_000_000_000_000_000_000
    /// The powers of ten that are exact as a `Double`.
    private static let powers = (0...22).map { Double("1e\($0)")! }
}

extension NumberDigits {
    /// The whole number that this is; not for `-0`, whose sign would be lost.
    var int: Int? {
        guard wide == nil, power >= 0, !(isNegative && short == 0) else { return nil }
        var magnitude = short
        for _ in 0..<power {
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            if isTooLarge { return nil }
            magnitude = product
        }
        if !isNegative { return Int(exactly: magnitude) }
        return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    /// The nearest `Double`, where it takes one operation on exact ones, which rounds as it should.
    var simpleDouble: Double? {
        guard short <= 1 << 53, abs(power) < Self.powers.count else { return nil }
        let whole = Double(short), scale = Self.powers[abs(power)]
        let value = power < 0 ? whole / scale : whole * scale
        return isNegative ? -value : value
    }

    /// The plainest form that says the same, given the nearest `Double`.
    func value(near nearest: Double) -> JSONValue {
        if areFew || isSame(as: NumberDigits(nearest.description)) { return .number(nearest) }
        return int.map { .integer($0) } ?? decimal.map { .decimal($0) } ?? .number(nearest)
    }

    /// The number as a `Decimal`, if that can keep it.
    var decimal: Decimal? {
        guard isExact, power >= Int8.min, power <= Int8.max else { return nil }
        let half = Decimal(UInt64.max) + 1
        let whole = Decimal(UInt64(significand >> 64)) * half + Decimal(UInt64(truncatingIfNeeded: significand))
        let value = Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: whole)
        return value.isFinite ? value : nil
    }

    /// The digits of a number's description; nil for what is no number.
    init?(_ description: String) {
        var description = description
        let digits = description.withUTF8 { bytes in
            var parser = JSONParser(bytes: bytes)
            return try? parser.scanNumber()
        }
        guard let digits else { return nil }
        self = digits
    }

    private func isSame(as other: NumberDigits?) -> Bool {
        guard isExact, let other else { return false }
        return isNegative == other.isNegative && significand == other.significand && power == other.power
    }
}
