import CairnCore

extension UtilityTraceConditionalExpression {
    /// The most rows of a list of conditions.
    static let mostRows = 1000
    /// The deepest that conditions nest.
    private static let deepest = 100

    /// Reads a list of rows, each of which says how the next one goes on: with "or", or with "and", which binds more closely; nil for none.
    ///
    /// How services take lists with both in them has not been tried.
    init?(_ list: AnswerPart?) throws {
        var (alternatives, current): ([Self], [Self]) = ([], [])
        for row in try list?.list() ?? [] {
            current.append(try Self(row: row))
            guard try row.optional("combineUsingOr")?.flag() ?? false else { continue }
            alternatives.append(Self.all(current))
            current = []
        }
        if !current.isEmpty { alternatives.append(Self.all(current)) }
        if alternatives.isEmpty { return nil }
        self = alternatives.count == 1 ? alternatives[0] : .or(alternatives)
    }

    private init(row: AnswerPart) throws {
        let type = try row.required("type")
        switch try type.filledText().lowercased() {
        case "category": self = .category(try UtilityCategoryComparison(row))
        case "networkattribute": self = .networkAttribute(try UtilityNetworkAttributeComparison(row))
        default: throw type.refusal("is neither a network attribute nor a category")
        }
    }

    private static func all(_ list: [Self]) -> Self { list.count == 1 ? list[0] : .and(list) }

    /// As a list of rows.
    ///
    /// - Throws: ``UtilityNetworkError/conditionTooLong(limit:)``, ``UtilityNetworkError/emptyCondition``.
    func rows() throws(UtilityNetworkError) -> JSONValue {
        let alternatives = try alternatives(Self.deepest)
        var rows: [JSONValue] = []
        for (index, alternative) in alternatives.enumerated() {
            for (place, row) in alternative.enumerated() {
                let isOr = place == alternative.count - 1 && index < alternatives.count - 1
                rows.append(.object(row.merging(["combineUsingOr": .bool(isOr)]) { $1 }))
            }
        }
        return .array(rows)
    }

    private typealias Rows = [[String: JSONValue]]

    /// As alternatives, in each of which all is to be met: rows have no brackets.
    private func alternatives(_ depth: Int) throws(UtilityNetworkError) -> [Rows] {
        guard depth > 0 else { throw .conditionTooLong(limit: Self.mostRows) }
        switch self {
        case .networkAttribute(let comparison): return [[comparison.row]]
        case .category(let comparison): return [[comparison.row]]
        case .or(let list):
            guard !list.isEmpty else { throw .emptyCondition }
            var all: [Rows] = []
            for part in list { all = try Self.checked(all + part.alternatives(depth - 1)) }
            return all
        case .and(let list):
            guard !list.isEmpty else { throw .emptyCondition }
            var all: [Rows] = [[]]
            for part in list { all = try Self.product(all, part.alternatives(depth - 1)) }
            return all
        }
    }

    /// Each of one with each of the other.
    private static func product(_ one: [Rows], _ other: [Rows]) throws(UtilityNetworkError) -> [Rows] {
        // Either is no more than the limit, so that neither product nor sum are beyond numbers.
        let count = one.count * other.reduce(0) { $0 + $1.count } + other.count * one.reduce(0) { $0 + $1.count }
        guard count <= mostRows else { throw .conditionTooLong(limit: mostRows) }
        return one.flatMap { left in other.map { left + $0 } }
    }

    private static func checked(_ rows: [Rows]) throws(UtilityNetworkError) -> [Rows] {
        guard rows.reduce(0, { $0 + $1.count }) <= mostRows else { throw .conditionTooLong(limit: mostRows) }
        return rows
    }
}

extension UtilityTraceConditionalExpression? {
    /// As a list of rows; an empty one if there is none.
    func rows() throws(UtilityNetworkError) -> JSONValue { try self?.rows() ?? [] }
}
