import CairnGeo
import Foundation
import Testing

/// A table in a file of its own that is gone with it, with a connection that has the query functions.
final class QueryTable {
    let database: Database
    let columns: SQLColumns
    let file: URL

    static let now = Date(timeIntervalSince1970: 1_577_836_800 + 43_200)  // 2020-01-01 12:00

    /// - Parameter rows: The values as SQL.
    init(_ columns: [SQLColumn], _ rows: [String]) throws {
        file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).sqlite")
        self.columns = SQLColumns(columns)
        database = try Database(file, .create)
        try database.registerQueryFunctions()
        let definitions = columns.map { "\($0.sql) \(Self.affinity($0.type))" }
        let values = rows.map { "(\($0))" }.joined(separator: ", ")
        try database.execute("CREATE TABLE t (\(definitions.joined(separator: ", "))); INSERT INTO t VALUES \(values)")
    }

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    private static func affinity(_ type: FieldType) -> String {
        switch type {
        case .objectID, .integer: "INTEGER"
        case .double: "REAL"
        default: "TEXT"
        }
    }

    /// The row ids that a clause chooses.
    func rows(_ clause: String) throws -> [Int] { try rows(WhereClause(clause)) }

    func rows(_ clause: WhereClause) throws -> [Int] {
        try values("SELECT rowid FROM t WHERE", clause.translation(over: columns, now: Self.now)).map { $0[0].int ?? -1 }
    }

    /// The rows of a statement that ends in a fragment.
    func values(_ start: String, _ fragment: SQLFragment, width: Int32 = 1) throws -> [[AttributeValue]] {
        let statement = try database.prepare("\(start) \(fragment.sql)")
        statement.bind(fragment.values)
        var rows: [[AttributeValue]] = []
        while try statement.step() {
            rows.append((0..<width).map { statement.value($0) })
        }
        return rows
    }
}

extension Statement {
    /// A column's value; a text of digits is a number too.
    fileprivate func value(_ column: Int32) -> AttributeValue {
        if isNull(column) { return .null }
        let text = string(column)
        if let whole = Int(text) { return .integer(whole) }
        return Double(text) == nil ? .string(text) : .double(double(column))
    }
}
