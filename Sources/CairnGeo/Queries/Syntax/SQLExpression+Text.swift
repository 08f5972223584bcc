extension SQLExpression {
    /// How tightly a part holds together, from the loosest.
    enum Level: Int {
        case or, and, not, predicate, sum, product, prefix, operand
    }

    /// The canonical text: keywords in capitals, no more parentheses than are needed.
    var text: String {
        switch node {
        case .literal(let literal): literal.text
        case .field(let name): Self.spelling(of: name)
        case .now(let clock): clock.rawValue
        case .negative(let value): negativeText(value.text(in: .prefix))
        case .arithmetic(let first, let terms):
            ([first.text(in: level)]
                + terms.flatMap { [$0.operation.rawValue, $0.value.text(in: level, isBehind: true)] }).joined(separator: " ")
        case .call, .trim, .cast, .extract, .statistic: callText
        case .comparison(let sign, let one, let other): "\(one.text(in: .sum)) \(sign.rawValue) \(other.text(in: .sum))"
        case .isNull, .isIn, .isBetween, .isLike: predicateText("")
        case .not(let condition): condition.isPredicate ? condition.predicateText("NOT ") : "NOT \(condition.text(in: .not))"
        case .chain(let connective, let conditions):
            conditions.map { $0.text(in: level, isBehind: true) }.joined(separator: " \(connective.rawValue) ")
        }
    }

    /// Two signs without a blank would be a comment, and a parenthesis nests deeper than what was written.
    private func negativeText(_ value: String) -> String { value.hasPrefix("-") ? "- \(value)" : "-\(value)" }

    var level: Level {
        switch node {
        case .chain(.or, _): .or
        case .chain(.and, _): .and
        case .not(let condition): condition.isPredicate ? .predicate : .not
        case .comparison, .isNull, .isIn, .isBetween, .isLike: .predicate
        case .arithmetic(_, let terms): terms.first?.operation.level ?? .product
        case .negative: .prefix
        case .literal(let literal): literal.text.hasPrefix("-") ? .prefix : .operand
        default: .operand
        }
    }

    /// The text, in parentheses where its place binds tighter than it does.
    private func text(in place: Level, isBehind: Bool = false) -> String {
        let isLoose = level.rawValue < place.rawValue || isBehind && level == place
        return isLoose ? "(\(text))" : text
    }

    /// Whether NOT stands within it, as in `a NOT IN (1)`.
    private var isPredicate: Bool {
        switch node {
        case .isNull, .isIn, .isBetween, .isLike: true
        default: false
        }
    }

    private func predicateText(_ not: String) -> String {
        switch node {
        case .isNull(let value): "\(value.text(in: .sum)) IS \(not)NULL"
        case .isIn(let value, let list):
            "\(value.text(in: .sum)) \(not)IN (\(list.map(\.text).joined(separator: ", ")))"
        case .isBetween(let value, let low, let high):
            "\(value.text(in: .sum)) \(not)BETWEEN \(low.text(in: .sum)) AND \(high.text(in: .sum))"
        case .isLike(let value, let pattern, let escape):
            "\(value.text(in: .sum)) \(not)LIKE \(pattern.text(in: .sum))"
                + (escape.map { " ESCAPE \(SQLLiteral.quoted($0, "'"))" } ?? "")
        default: text
        }
    }

    private var callText: String {
        switch node {
        case .call(.position, let values): "POSITION(\(values[0].text) IN \(values[1].text))"
        case .call(let function, let values): "\(function.rawValue)(\(values.map(\.text).joined(separator: ", ")))"
        case .trim(.both, " ", let value): "TRIM(\(value.text))"
        case .trim(let side, let character, let value):
            "TRIM(\(side.rawValue) \(SQLLiteral.quoted(character, "'")) FROM \(value.text))"
        case .cast(let value, let type): "CAST(\(value.text) AS \(type.text))"
        case .extract(let part, let value): "EXTRACT(\(part.rawValue) FROM \(value.text))"
        case .statistic(let kind, let name): "\(kind.rawValue.uppercased())(\(name.map(Self.spelling) ?? "*"))"
        default: text
        }
    }

    /// A field's name, in double quotes if it would read as something else.
    static func spelling(of name: String) -> String {
        name.isOneWord && !SQLParser.reserved.contains(name.uppercased()) ? name : SQLLiteral.quoted(name, "\"")
    }
}
