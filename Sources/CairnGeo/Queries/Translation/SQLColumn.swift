/// A column that a query may read: the field it is to clients, and how SQLite spells it.
package struct SQLColumn: Sendable {
    package let name: String
    package let type: FieldType
    /// A quoted name, or an expression without parameters; never of a client's making.
    package let sql: String

    package init(_ name: String, _ type: FieldType, sql: String? = nil) {
        self.name = name
        self.type = type
        self.sql = sql ?? SQLLiteral.quoted(name, "\"")
    }
}
