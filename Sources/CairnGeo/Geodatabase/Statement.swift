import CSQLite
import CairnCore
import Foundation

/// A prepared statement: bind, step through the rows, reset.
package final class Statement {
    private let database: Database
    fileprivate let handle: OpaquePointer

    /// SQLite copies what it is given; it does not outlive the call.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ database: Database, _ handle: OpaquePointer) {
        self.database = database
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    package func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }
    package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }
    package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    package func bind(_ index: Int32, _ value: String) {
        // An empty string may have no address, and a null pointer would bind NULL.
        if value.isEmpty { sqlite3_bind_text(handle, index, "", 0, Self.transient) }
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                guard let address = text.baseAddress, !text.isEmpty else { return }
                sqlite3_bind_text(handle, index, address, Int32(text.count), Self.transient)
            }
        }
    }

    package func bind(_ index: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient) }
    }

    func bind(_ index: Int32, _ value: Data) {
        // None have no address, and a null pointer would bind NULL.
        if value.isEmpty { sqlite3_bind_zeroblob(handle, index, 0) }
        value.withUnsafeBytes { bytes in
            guard let address = bytes.baseAddress, !bytes.isEmpty else { return }
            sqlite3_bind_blob64(handle, index, address, UInt64(bytes.count), Self.transient)
        }
    }

    /// Moves to the next row; false after the last.
    package func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            defer { sqlite3_reset(handle) }
            throw database.error(code)
        }
    }

    /// Runs a statement that returns no rows, and makes it ready for the next time.
    package func run() throws(DatabaseError) {
        _ = try step()
        reset()
    }

    package func reset() { sqlite3_reset(handle) }

    package var columnCount: Int32 { sqlite3_column_count(handle) }
    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
    package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    package func string(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What `body` makes of bytes where they lie: they are gone with the row.
    func withBlob<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard let bytes = sqlite3_column_blob(handle, column) else { return nil }
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    package func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

extension Statement {
    /// What the value of a column is.
    enum Kind {
        case null, integer, double, text, blob
    }

    func kind(_ column: Int32) -> Kind {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }
}
