import CSQLite
import CairnCore

extension AttributeValue {
    /// An argument that SQLite gives; bytes are null.
    init(sqlite value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(Int(sqlite3_value_int64(value)))
        case SQLITE_FLOAT: self = .double(sqlite3_value_double(value))
        case SQLITE_TEXT:
            guard let text = sqlite3_value_text(value) else { self = .null; return }
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
            self = .string(String(decoding: bytes, as: UTF8.self))
        default: self = .null
        }
    }

    /// Gives it back as a function's result.
    func setResult(_ context: OpaquePointer?) {
        switch self {
        case .null, .date: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, Int64(value))
        case .double(let value): sqlite3_result_double(context, value)
        case .string(let value):
            // SQLite copies it before this returns.
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_result_text64(context, value, UInt64(value.utf8.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    /// As SQLite reads a value where it wants a text.
    var sqlText: String { string ?? text }

    /// As SQLite reads a value where it wants a number; 0 for what is none.
    var sqlNumber: Double { double ?? string.flatMap { Double(decimal: $0) } ?? 0 }

    /// The same without what is behind the point.
    var sqlInteger: Int {
        if case .integer(let value) = self { return value }
        return Int(rounding: sqlNumber, .towardZero) ?? (sqlNumber > 0 ? .max : .min)
    }
}
