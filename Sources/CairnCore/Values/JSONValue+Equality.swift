import Foundation

extension JSONValue: Hashable {
    /// Whether both say the same: numbers of any form do so if they are written the same, so that a value that has been
    /// stored is equal to what it was. `-0` is not `0`.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        // Short, as `hash` is, for this nests as deep as the values do.
        if case .array(let one) = one, case .array(let other) = other { return one == other }
        if case .object(let one) = one, case .object(let other) = other { return one == other }
        return one.isSameLeaf(as: other)
    }

    /// Hashes what equal values have in common.
    public func hash(into hasher: inout Hasher) {
        if case .array(let elements) = self { return hasher.combine(elements) }
        if case .object(let members) = self { return hasher.combine(members) }
        hashLeaf(into: &hasher)
    }

    private func isSameLeaf(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)): one == other
        default: other.numberText.map { $0 == numberText } ?? false
        }
    }

    private func hashLeaf(into hasher: inout Hasher) {
        switch self {
        case .bool(let flag): hasher.combine(flag)
        case .string(let text): hasher.combine(text)
        default: hasher.combine(numberText)
        }
    }

    /// The text of a number in any form; nil for all else.
    var numberText: String? {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): Self.text(of: value)
        case .decimal(let value): Self.text(of: value)
        default: nil
        }
    }

    /// The shortest text that reads back as the same number; whole ones without a point, as servers write them.
    private static func text(of number: Double) -> String {
        let text = number.description
        if text.hasSuffix(".0") { return String(text.dropLast(2)) }
        // Other than a Double, an integer is written without an exponent, and these have room in one.
        guard number.magnitude >= 0x1p53, number.magnitude <= 0x1p63 else { return text }
        return NumberDigits(text)?.int.map(String.init) ?? text
    }

    /// The text of the plainest form that says the same.
    private static func text(of number: Decimal) -> String {
        let text = number.description
        guard let nearest = Double(text), let digits = NumberDigits(text) else { return text }
        switch digits.value(near: nearest) {
        case .decimal(let value): return value.description
        case let plainer: return plainer.numberText ?? text
        }
    }
}
