import CairnCore

package import Foundation

/// Statistics of features, all of them or by groups.
///
/// ```swift
/// let query = StatisticsQuery([Statistic(.sum, of: "POP"), Statistic(.count, of: "NAME")], groupBy: ["STATE"])
/// ```
public struct StatisticsQuery: Sendable, Hashable {
    /// What is made of the values of each group.
    public var statistics: [Statistic]
    /// The fields whose values make the groups; one group of all features if there are none.
    public var groupBy: [String]
    /// The condition that groups must meet; nil for none.
    public var having: HavingClause?

    /// Statistics of all features, or of each group of them.
    public init(_ statistics: [Statistic], groupBy: [String] = [], having: HavingClause? = nil) {
        self.statistics = statistics
        self.groupBy = groupBy
        self.having = having
    }

    /// Reads what clients send as `groupByFieldsForStatistics`: fields between commas.
    package static func groups(_ text: String) throws(WhereClauseError) -> [String] {
        var parser = try SQLParser(text)
        return try parser.list { (parser) throws(WhereClauseError) in try parser.field("a field") }
    }

    /// The parts of a SELECT.
    package struct Translation: Sendable {
        /// The columns of the result, in the order of `selection`: the grouping fields, then the statistics.
        package let fields: [Field]
        /// What follows SELECT.
        package let selection: SQLFragment
        /// What follows GROUP BY; nil without groups.
        package let grouping: SQLFragment?
        /// What follows HAVING.
        package let having: SQLFragment?
    }

    package func translation(over columns: SQLColumns, now: Date) throws(WhereClauseError) -> Translation {
        let translator = SQLTranslator(columns, now: now)
        var fields: [Field] = []
        var groups: [SQLFragment] = []
        for name in groupBy {
            let column = try columns.column(name)
            fields.append(Field(column.name, type: column.type))
            groups.append(SQLFragment(column.sql))
        }
        var numbers: [SQLFragment] = []
        for statistic in statistics {
            guard !fields.contains(where: { $0.name.lowercased() == statistic.name.lowercased() }) else {
                let words = statistic.name.printable(upTo: 40)
                throw WhereClauseError(.syntax, "there are two columns \(words) in the answer; name the statistic otherwise")
            }
            let expression = SQLExpression(.field(statistic.field), at: nil)
            let operand = try translator.statistic(statistic.kind, statistic.field, expression)
            fields.append(Field(statistic.name, type: statistic.kind == .count ? .integer : operand.kind.fieldType))
            numbers.append(operand.fragment)
        }
        return Translation(
            fields: fields, selection: .joined(groups + numbers, ", "),
            grouping: groups.isEmpty ? nil : .joined(groups, ", "), having: try condition(translator))
    }

    private func condition(_ translator: SQLTranslator) throws(WhereClauseError) -> SQLFragment? {
        guard let having else { return nil }
        let groups = Set(groupBy.map { $0.lowercased() })
        for name in having.root.plainFields where !groups.contains(name.lowercased()) {
            let words = name.printable(upTo: 40)
            throw WhereClauseError(
                .refused, "the value \(words) is not grouped by; write a statistic of it, as in MAX(\(words)) > 1")
        }
        return try translator.translation(of: having.root)
    }
}

extension SQLExpression {
    /// The fields that stand outside statistics.
    fileprivate var plainFields: [String] {
        if case .field(let name) = node { return [name] }
        return node.parts.flatMap(\.plainFields)
    }
}
