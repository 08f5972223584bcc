import CairnCore

/// A value of a query on its way to SQLite.
struct SQLOperand {
    var fragment: SQLFragment
    var kind: SQLKind
    let expression: SQLExpression
    /// The date that this is so many milliseconds behind, if it is made so: many intervals in a row are one.
    var shift: (base: SQLFragment, milliseconds: Int)?

    init(_ fragment: SQLFragment, _ kind: SQLKind, _ expression: SQLExpression) {
        self.fragment = fragment
        self.kind = kind
        self.expression = expression
    }

    var words: String { expression.text.printable(upTo: 40) }

    /// The text that is written, if that is what it is.
    var text: String? {
        if case .literal(.text(let text)) = expression.node { text } else { nil }
    }

    /// The day of a moment, as text.
    var day: SQLOperand {
        kind == .moment ? SQLOperand(fragment.within("substr(", ", 1, 10)"), .day, expression) : self
    }

    /// The midnight with which a day begins.
    private var midnight: SQLOperand {
        kind == .day ? SQLOperand(.call("cairn_moment", fragment), .moment, expression) : self
    }

    /// Whether it is written as a day, and is not the value of a field.
    private var isWrittenDay: Bool { kind == .day && expression.fields.isEmpty }

    /// The value where it must be of one kind.
    func fragment(as wanted: SQLKind) throws(WhereClauseError) -> SQLFragment {
        if kind == wanted || kind == .any { return fragment }
        let advice = wanted == .text ? "; write CAST(\(words) AS VARCHAR)" : ""
        let message = "\(words) is \(kind.words), and must be \(wanted.words) here\(advice)"
        throw WhereClauseError(.mismatch, message, at: expression.position)
    }

    /// Both as values that compare: of one kind, written texts read as what the other is.
    ///
    /// A moment and a day that is written, as `SEEN = DATE '2020-01-31'`, are two days, as with ArcGIS: the whole day is meant. The day that a field
    /// holds is its midnight.
    static func matched(_ one: SQLOperand, _ other: SQLOperand) throws(WhereClauseError) -> (SQLOperand, SQLOperand) {
        for operand in [one, other] where operand.kind == .binary {
            throw WhereClauseError(
                .mismatch, "\(operand.words) is \(operand.kind.words); it can only be asked whether it IS NULL",
                at: operand.expression.position)
        }
        if one.kind == other.kind || one.kind == .any || other.kind == .any { return (one, other) }
        let (first, second) = (try one.read(as: other), try other.read(as: one))
        if first.kind == second.kind { return (first, second) }
        let isByDay = first.isWrittenDay || second.isWrittenDay
        let (one, other) = isByDay ? (first.day, second.day) : (first.midnight, second.midnight)
        if one.kind == other.kind { return (one, other) }
        throw mismatch(first, second)
    }

    /// A written text as a number, a date or a time, if that is what it is compared with.
    private func read(as other: SQLOperand) throws(WhereClauseError) -> SQLOperand {
        guard let text, other.kind != .text else { return self }
        guard let (value, kind) = Self.value(text, other.kind) else {
            let words = "\(words) is not \(other.kind.words), which \(other.words) is; write it as \(other.kind.example)"
            throw WhereClauseError(.mismatch, words, at: expression.position)
        }
        return SQLOperand(.bound(value), kind, expression)
    }

    private static func value(_ text: String, _ kind: SQLKind) -> (AttributeValue, SQLKind)? {
        if kind == .number {
            switch SQLLiteral(number: text) {
            case .integer(let value): return (.integer(value), kind)
            case .number(let value): return (.double(value), kind)
            default: return nil
            }
        }
        guard let read = SQLMomentText(text), read.hasDay == (kind != .time) else { return nil }
        if kind == .time { return (.string(read.moment.time), .time) }
        return read.hasTime ? (.string(read.moment.column), .moment) : (.string(read.moment.day), .day)
    }

    private static func mismatch(_ one: SQLOperand, _ other: SQLOperand) -> WhereClauseError {
        var message = "\(one.words) is \(one.kind.words) and \(other.words) is \(other.kind.words)"
        let kinds = [one.kind, other.kind]
        if case (.text, .number, .literal) = (one.kind, other.kind, other.expression.node) {
            message += "; write '\(other.words)'"
        } else if kinds.contains(.number), kinds.contains(.moment) || kinds.contains(.day) {
            message += "; dates are written as \(SQLKind.day.example), not as numbers"
        } else {
            message += "; compare values of one type, or use CAST"
        }
        return WhereClauseError(.mismatch, message, at: other.expression.position)
    }
}
