import CairnCore

package import Foundation

/// Makes SQLite's SQL of a query's tree: columns that are known, values that are bound, a parenthesis around everything.
///
/// The connection needs `registerQueryFunctions()`. Its functions call themselves for what is nested, which the parser bounds.
package struct SQLTranslator {
    /// Lists longer than this are bound as one JSON text, since parameters are limited.
    static let longList = 50
    /// The most parameters: SQLite has room for 32,766, and the statement around needs some.
    static let maximumValues = 30_000

    let columns: SQLColumns
    private let now: SQLMoment

    /// A translator for one table; CURRENT_TIMESTAMP is `now`.
    package init(_ columns: SQLColumns, now: Date) {
        self.columns = columns
        self.now = SQLMoment(now) ?? .epoch
    }

    /// The condition for a WHERE or HAVING.
    package func translation(of root: SQLExpression) throws(WhereClauseError) -> SQLFragment {
        let fragment = try condition(root)
        guard fragment.values.count <= Self.maximumValues else {
            throw WhereClauseError(
                .tooLarge,
                "the clause has \(fragment.values.count) values, and may have \(Self.maximumValues) besides lists of whole numbers or texts"
            )
        }
        return fragment
    }

    func condition(_ expression: SQLExpression) throws(WhereClauseError) -> SQLFragment {
        switch expression.node {
        case .comparison(let sign, let one, let other): return try comparison(sign, try operand(one), try operand(other))
        case .isNull(let value): return try operand(value).fragment.within("(", " IS NULL)")
        case .isIn(let value, let list): return try isIn(value, list)
        case .isBetween(let value, let low, let high):
            let value = try operand(value)
            let atLeast = try comparison(.greaterOrEqual, value, try operand(low))
            return .infix(atLeast, "AND", try comparison(.lessOrEqual, value, try operand(high)))
        case .isLike(let value, let pattern, let escape): return try isLike(value, pattern, escape)
        case .not(let condition): return try self.condition(condition).within("(NOT ", ")")
        case .chain(let connective, let conditions):
            var fragments: [SQLFragment] = []
            for condition in conditions { fragments.append(try self.condition(condition)) }
            return .chain(connective, fragments)
        case .literal(.boolean(let value)): return SQLFragment(value ? "(1 = 1)" : "(1 = 0)")
        default: throw mismatch(expression, "is a value and no condition")
        }
    }

    private func comparison(
        _ sign: SQLComparison, _ one: SQLOperand, _ other: SQLOperand
    ) throws(WhereClauseError) -> SQLFragment {
        let (one, other) = try SQLOperand.matched(one, other)
        return .infix(one.fragment, sign.rawValue, other.fragment)
    }

    private func isLike(
        _ value: SQLExpression, _ pattern: SQLExpression, _ escape: String?
    ) throws(WhereClauseError) -> SQLFragment {
        if case .literal(.text(let text)) = pattern.node, text.utf8.count > LikePattern.maximumLength {
            let words = "a pattern has no more than \(LikePattern.maximumLength) bytes"
            throw WhereClauseError(.tooLarge, words, at: pattern.position)
        }
        let (value, pattern) = (try operand(value, as: .text), try operand(pattern, as: .text))
        guard let escape else { return .call("cairn_like", value, pattern) }
        return .call("cairn_like", value, pattern, .bound(.string(escape)))
    }

    func operand(_ expression: SQLExpression) throws(WhereClauseError) -> SQLOperand {
        switch expression.node {
        case .literal(let literal): return try self.literal(literal, expression)
        case .field(let name): return try column(name, expression)
        case .now(.day): return SQLOperand(.bound(.string(now.day)), .day, expression)
        case .now(.moment): return SQLOperand(.bound(.string(now.column)), .moment, expression)
        case .now(.time): return SQLOperand(.bound(.string(now.time)), .time, expression)
        case .negative(let value): return SQLOperand(try operand(value, as: .number).within("(- ", ")"), .number, expression)
        case .arithmetic(let first, let terms): return try arithmetic(first, terms, expression)
        case .call(let function, let values): return try call(function, values, expression)
        case .trim(let side, let character, let value):
            let function = [SQLTrimSide.leading: "ltrim", .trailing: "rtrim"][side] ?? "trim"
            let text = try operand(value, as: .text)
            return SQLOperand(.call(function, text, .bound(.string(character))), .text, expression)
        case .cast(let value, let type): return try cast(try operand(value), type, expression)
        case .extract(let part, let value): return try extract(part, value, expression)
        case .statistic(let kind, let name): return try statistic(kind, name, expression)
        default: throw mismatch(expression, "is a condition and no value")
        }
    }

    /// A value that must be of one kind.
    func operand(_ expression: SQLExpression, as kind: SQLKind) throws(WhereClauseError) -> SQLFragment {
        try operand(expression).fragment(as: kind)
    }

    func mismatch(_ expression: SQLExpression, _ words: String) -> WhereClauseError {
        // Without a place it begins a sentence, and a field's name keeps its letters.
        let start = expression.position == nil ? "the value " : ""
        return WhereClauseError(
            .mismatch, "\(start)\(expression.text.printable(upTo: 40)) \(words)", at: expression.position)
    }

    private func literal(_ literal: SQLLiteral, _ expression: SQLExpression) throws(WhereClauseError) -> SQLOperand {
        switch literal {
        case .null: return SQLOperand(SQLFragment("NULL"), .any, expression)
        case .boolean(let value): return SQLOperand(.bound(.integer(value ? 1 : 0)), .number, expression)
        case .integer(let value): return SQLOperand(.bound(.integer(value)), .number, expression)
        case .number(let value): return SQLOperand(.bound(.double(value)), .number, expression)
        case .text(let value): return SQLOperand(.bound(.string(value)), .text, expression)
        case .day(let moment): return SQLOperand(.bound(.string(moment.day)), .day, expression)
        case .moment(let moment): return SQLOperand(.bound(.string(moment.column)), .moment, expression)
        case .time(let moment): return SQLOperand(.bound(.string(moment.time)), .time, expression)
        case .interval: throw mismatch(expression, "must be added to or subtracted from a date")
        }
    }

    private func column(_ name: String, _ expression: SQLExpression) throws(WhereClauseError) -> SQLOperand {
        let column = try columns.column(name, at: expression.position)
        let (fragment, kind) = (SQLFragment(column.sql), SQLKind(column.type))
        // Other programs write dates in more than one spelling, which text comparison would tell apart.
        switch kind {
        case .moment: return SQLOperand(.call("cairn_moment", fragment), kind, expression)
        case .day: return SQLOperand(.call("cairn_day", fragment), kind, expression)
        case .time: return SQLOperand(.call("cairn_time", fragment), kind, expression)
        default: return SQLOperand(fragment, kind, expression)
        }
    }
}
