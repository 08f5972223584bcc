import CairnCore

extension JSONBytes {
    /// A whole number.
    mutating func integer(_ value: Int) {
        if value < 0 { append("-") }
        digits(value.magnitude, atLeast: 1)
    }

    /// A number, with a point or an exponent; null for what JSON has no number for.
    mutating func double(_ value: Double) {
        number(value)
        if value.magnitude < 1e15, value.rounded() == value { append(".0") }
    }

    /// A number, as short as can be; null for what JSON has no number for.
    mutating func number(_ value: Double) {
        guard value.isFinite else { return append("null") }
        if value.sign == .minus { append("-") }
        let magnitude = value.magnitude
        for places in Self.places where decimal(magnitude, places) { return }
        append(magnitude.description.utf8)
    }

    /// Those that coordinates are mostly rounded to, and none.
    private static let places = [0, 6, 9]
    private static let powers = [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Writes a number that has no more than so many places, and no more than 15 digits in all; of these, no two mean the same `Double`, and so
    /// there is none that is shorter. False if it has more.
    private mutating func decimal(_ value: Double, _ places: Int) -> Bool {
        let power = Self.powers[places]
        let scaled = value * power
        guard scaled < 1e15, let whole = Int(rounding: scaled), Double(whole) / power == value else { return false }
        if places == 0 {
            digits(whole.magnitude, atLeast: 1)
        } else {
            fraction(whole.magnitude, places)
        }
        return true
    }

    /// A number with so many places, without the zeros at its end.
    private mutating func fraction(_ value: UInt, _ places: Int) {
        var (rest, places) = (value, places)
        while places > 1, rest.isMultiple(of: 10) { (rest, places) = (rest / 10, places - 1) }
        let power = (0..<places).reduce(UInt(1)) { power, _ in power * 10 }
        digits(rest / power, atLeast: 1)
        append(".")
        digits(rest % power, atLeast: places)
    }

    private mutating func digits(_ value: UInt, atLeast least: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, place) = (value, 20)
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                place -= 1
                digits[place] = UInt8(truncatingIfNeeded: digit) + 0x30
                rest = quotient
            } while rest > 0 || 20 - place < least
            append(UnsafeMutableBufferPointer(rebasing: digits[place...]))
        }
    }
}
