/// A function that SQLite calls for a query, because its own one is missing somewhere, knows ASCII only, or fails on great numbers.
struct SQLRoutine: Sendable {
    let name: String
    /// The numbers of arguments it may have.
    let counts: ClosedRange<Int>
    /// Any argument that is null makes the result null before this is called.
    let body: @Sendable ([AttributeValue]) -> AttributeValue

    static let all: [SQLRoutine] = texts + numbers + moments

    private static let texts = [
        SQLRoutine(name: "cairn_upper", counts: 1...1) { .string($0[0].sqlText.uppercased()) },
        SQLRoutine(name: "cairn_lower", counts: 1...1) { .string($0[0].sqlText.lowercased()) },
        SQLRoutine(name: "cairn_substring", counts: 2...3) { values in
            .string(
                values[0].sqlText.substring(from: values[1].sqlInteger, count: values.count > 2 ? values[2].sqlInteger : .max))
        },
    ]

    private static let moments = [
        SQLRoutine(name: "cairn_moment", counts: 1...1) { values in
            text(values[0]) { $0.hasDay ? $0.isColumn ? values[0].string : $0.moment.column : nil }
        },
        SQLRoutine(name: "cairn_day", counts: 1...1) { text($0[0]) { $0.hasDay ? $0.moment.day : nil } },
        SQLRoutine(name: "cairn_time", counts: 1...1) { text($0[0]) { $0.hasTime ? $0.moment.time : nil } },
        SQLRoutine(name: "cairn_shift", counts: 2...2) { values in
            text(values[0]) { $0.hasDay ? $0.moment.advanced(by: values[1].sqlInteger)?.column : nil }
        },
    ]

    /// A date of a column in our spelling; null for what is none.
    private static func text(_ value: AttributeValue, _ spelling: (SQLMomentText) -> String?) -> AttributeValue {
        guard let text = value.string, let read = SQLMomentText(text) else { return .null }
        return spelling(read).map { .string($0) } ?? .null
    }
}

extension String {
    /// `count` characters from the first, which is 1, on; what lies outside the text is empty, as the standard has it.
    fileprivate func substring(from first: Int, count: Int) -> String {
        let (end, isBeyond) = first.addingReportingOverflow(max(0, count))
        let start = max(first, 1)
        guard isBeyond || end > start else { return "" }
        let scalars = unicodeScalars.dropFirst(start - 1)
        return String(String.UnicodeScalarView(isBeyond ? scalars : scalars.prefix(end - start)))
    }
}
