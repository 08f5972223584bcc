import CairnCore
import Foundation

extension SQLRoutine {
    static let numbers = [
        number("cairn_abs", { $0.magnitude <= UInt(Int.max) ? .integer(abs($0)) : .double(-Double($0)) }, { abs($0) }),
        number("cairn_ceiling", { .integer($0) }, { $0.rounded(.up) }),
        number("cairn_floor", { .integer($0) }, { $0.rounded(.down) }),
        SQLRoutine(name: "cairn_sign", counts: 1...1) { .integer($0[0].sqlNumber > 0 ? 1 : $0[0].sqlNumber < 0 ? -1 : 0) },
        SQLRoutine(name: "cairn_log", counts: 1...1) { $0[0].sqlNumber > 0 ? .double(log($0[0].sqlNumber)) : .null },
        SQLRoutine(name: "cairn_log10", counts: 1...1) { $0[0].sqlNumber > 0 ? .double(log10($0[0].sqlNumber)) : .null },
        SQLRoutine(name: "cairn_power", counts: 2...2) { .double(pow($0[0].sqlNumber, $0[1].sqlNumber)) },
        SQLRoutine(name: "cairn_mod", counts: 2...2) { remainder($0[0], $0[1]) },
        SQLRoutine(name: "cairn_round", counts: 1...2) { rounded($0, .plain) },
        SQLRoutine(name: "cairn_truncate", counts: 1...2) { rounded($0, .down) },
    ]

    private static func number(
        _ name: String, _ whole: @escaping @Sendable (Int) -> AttributeValue, _ real: @escaping @Sendable (Double) -> Double
    ) -> SQLRoutine {
        SQLRoutine(name: name, counts: 1...1) { values in
            if case .integer(let value) = values[0] { whole(value) } else { .double(real(values[0].sqlNumber)) }
        }
    }

    /// With the sign of the dividend; null for a division by zero, as SQLite's operators have it.
    private static func remainder(_ one: AttributeValue, _ other: AttributeValue) -> AttributeValue {
        guard case .integer(let one) = one, case .integer(let other) = other else {
            return .double(one.sqlNumber.truncatingRemainder(dividingBy: other.sqlNumber))
        }
        return other == 0 ? .null : .integer(one.remainderReportingOverflow(dividingBy: other).partialValue)
    }

    /// To so many digits behind the point, or before it if negative. In decimals: 0.29 times 100 is less than 29 in binary.
    private static func rounded(_ values: [AttributeValue], _ mode: NSDecimalNumber.RoundingMode) -> AttributeValue {
        let digits = values.count > 1 ? values[1].sqlInteger.clamped(to: -400...400) : 0
        if case .integer = values[0], digits >= 0 { return values[0] }
        let value = values[0].sqlNumber
        // Beyond these a Double has no digits to lose, or a decimal no room.
        guard abs(value) < 1e15 || digits < 0, abs(value) < 1e37, digits < 30 else { return values[0] }
        guard abs(value) > 1e-30, digits > -37, var exact = Decimal(string: String(abs(value)), locale: nil) else {
            return .double(0)
        }
        var result = Decimal()
        NSDecimalRound(&result, &exact, digits, mode)
        let rounded = Double("\(result)") ?? value
        // A negative zero is no number for people.
        return .double(value < 0 ? 0 - rounded : rounded)
    }
}
