/// The name of a table, a column, an index or a trigger, as it stands in SQL.
struct SQLName: CustomStringConvertible {
    private let text: String

    init(_ text: String) { self.text = text }

    /// In double quotes, those within doubled: nothing of a name is read as anything else.
    var description: String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    /// As a text in single quotes.
    var literal: String { "'" + text.replacing("'", with: "''") + "'" }
}
