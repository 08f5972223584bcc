import CairnCore

/// A value that is written in a query.
package enum SQLLiteral: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case day(SQLMoment)
    case moment(SQLMoment)
    case time(SQLMoment)
    case interval(Int, SQLInterval)

    /// A whole number where it has a place, as databases read it; nil if it is beyond a `Double` too.
    init?(number text: String) {
        let text = text.hasSuffix(".") ? text + "0" : text
        if let value = Int(text) {
            self = .integer(value)
        } else if let value = Double(decimal: text), value.isFinite {
            self = .number(value)
        } else {
            return nil
        }
    }

    /// The number of the opposite sign; nil if this is no number.
    var negated: SQLLiteral? {
        switch self {
        case .integer(let value): value == .min ? .number(-Double(value)) : .integer(-value)
        // The digits of the least whole number have no place without their sign; SQLite reads -(9223372036854775808) as it too.
        case .number(0x1p63): .integer(.min)
        case .number(let value): .number(-value)
        default: nil
        }
    }

    /// The canonical spelling.
    var text: String {
        switch self {
        case .null: "NULL"
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): Self.quoted(value, "'")
        case .day(let value): "DATE '\(value.day)'"
        case .moment(let value): "TIMESTAMP '\(value.day) \(value.time)'"
        case .time(let value): "TIME '\(value.time)'"
        case .interval(let amount, let unit): "INTERVAL '\(amount)' \(unit.rawValue)"
        }
    }

    /// A text between `marks`, those within it doubled; by scalars, for a mark with an accent is no mark to Swift.
    static func quoted(_ text: String, _ mark: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([mark])
        for scalar in text.unicodeScalars {
            if scalar == mark { quoted.append(mark) }
            quoted.append(scalar)
        }
        quoted.append(mark)
        return String(quoted)
    }
}
