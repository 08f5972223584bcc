/// The type that `CAST` makes.
package enum SQLCastType: Sendable, Hashable {
    case integer, number, day, moment, time
    /// Text, of no more characters than are given.
    case text(Int?)

    /// The type of a name in capitals.
    init?(named name: String) {
        switch name {
        case "INTEGER", "INT", "SMALLINT", "BIGINT": self = .integer
        case "FLOAT", "REAL", "DOUBLE", "NUMERIC", "DECIMAL": self = .number
        case "VARCHAR", "CHAR", "NVARCHAR", "CHARACTER", "TEXT": self = .text(nil)
        case "DATE": self = .day
        case "TIMESTAMP", "DATETIME": self = .moment
        case "TIME": self = .time
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .integer: "INTEGER"
        case .number: "FLOAT"
        case .day: "DATE"
        case .moment: "TIMESTAMP"
        case .time: "TIME"
        case .text(let length): length.map { "VARCHAR(\($0))" } ?? "VARCHAR"
        }
    }
}
