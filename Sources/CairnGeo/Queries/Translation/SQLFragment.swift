/// A piece of SQL that holds no text of a client: its `?` are bound to `values` in their order.
package struct SQLFragment: Sendable, Hashable {
    package var sql: String
    package var values: [AttributeValue]

    package init(_ sql: String, _ values: [AttributeValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// One parameter.
    static func bound(_ value: AttributeValue) -> SQLFragment { SQLFragment("?", [value]) }

    /// The pieces with `separator` between them.
    package static func joined(_ pieces: [SQLFragment], _ separator: String) -> SQLFragment {
        SQLFragment(pieces.map(\.sql).joined(separator: separator), pieces.flatMap(\.values))
    }

    /// A function, or a type of our own, around the pieces.
    static func call(_ name: String, _ pieces: SQLFragment...) -> SQLFragment {
        let list = joined(pieces, ", ")
        return SQLFragment("\(name)(\(list.sql))", list.values)
    }

    /// `(one operator other)`
    static func infix(_ one: SQLFragment, _ operation: String, _ other: SQLFragment) -> SQLFragment {
        SQLFragment("(\(one.sql) \(operation) \(other.sql))", one.values + other.values)
    }

    /// The piece between two texts.
    func within(_ before: String, _ after: String) -> SQLFragment { SQLFragment(before + sql + after, values) }
}

extension SQLFragment {
    /// How many conditions of a chain stand side by side.
    static let width = 16

    /// How many levels of parentheses a chain of so many conditions takes.
    static func levels(_ count: Int) -> Int {
        var (count, levels) = (count, 0)
        while count > 1 { (count, levels) = ((count + width - 1) / width, levels + 1) }
        return levels
    }

    /// A chain in parentheses, sixteen at a time: SQLite makes a tree as deep as a plain chain is long, and refuses one of 1000.
    package static func chain(_ connective: SQLConnective, _ conditions: [SQLFragment]) -> SQLFragment {
        var conditions = conditions
        while conditions.count > 1 {
            conditions = stride(from: 0, to: conditions.count, by: width).map { start in
                let group = conditions[start..<min(start + width, conditions.count)]
                return joined(Array(group), " \(connective.rawValue) ").within("(", ")")
            }
        }
        return conditions.first ?? SQLFragment("(1 = 1)")
    }
}

extension Statement {
    /// Binds the values of a fragment from the parameter `first` on.
    package func bind(_ values: [AttributeValue], from first: Int32 = 1) {
        for (index, value) in zip(first..., values) {
            switch value {
            case .null: bindNull(index)
            case .integer(let value): bind(index, value)
            case .double(let value): bind(index, value)
            case .string(let value): bind(index, value)
            case .date(let value): SQLMoment(value).map { bind(index, $0.column) } ?? bindNull(index)
            }
        }
    }
}
