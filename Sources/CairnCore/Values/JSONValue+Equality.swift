import Foundation

extension JSONValue: Hashable {
    /// Whether both say the same: numbers of any form do so if they are written the same, so that a value that has been
    /// stored is equal to what it was. `-0` is not `0`.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        guard one.isOpen || other.isOpen else { return one.isSameLeaf(as: other) }
        // Without recursion, so that no nesting exhausts the stack; so is `hash`.
        var open = [(one, other)]
        while let (one, other) = open.popLast() {
            switch (one, other) {
            case (.array(let one), .array(let other)):
                guard one.count == other.count else { return false }
                open.append(contentsOf: zip(one, other))
            case (.object(let one), .object(let other)):
                guard one.count == other.count else { return false }
                for (name, member) in one {
                    guard let same = other[name] else { return false }
                    open.append((member, same))
                }
            default: guard one.isSameLeaf(as: other) else { return false }
            }
        }
        return true
    }

    /// Hashes what equal values have in common.
    public func hash(into hasher: inout Hasher) {
        guard isOpen else { return hashLeaf(into: &hasher) }
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .array(let elements):
                hasher.combine(elements.count)
                open.append(contentsOf: elements)
            case .object(let members):
                hasher.combine(members.count)
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    hasher.combine(name)
                    open.append(member)
                }
            default: value.hashLeaf(into: &hasher)
            }
        }
    }

    /// Whether this holds others.
    private var isOpen: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
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
