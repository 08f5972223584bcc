import CSQLite
import CairnCore

/// The bytes of one value of a database, read and written piece by piece.
final class DatabaseBlob {
    private let database: Database
    private let handle: OpaquePointer

    init(_ database: Database, table: String, column: String, row: Int, isWritable: Bool) throws(DatabaseError) {
        self.database = database
        var handle: OpaquePointer?
        let code = sqlite3_blob_open(database.handle, "main", table, column, Int64(row), isWritable ? 1 : 0, &handle)
        guard code == SQLITE_OK, let handle else { throw database.error(code) }
        self.handle = handle
    }

    deinit { sqlite3_blob_close(handle) }

    var size: Int { Int(sqlite3_blob_bytes(handle)) }

    func write(_ bytes: [UInt8], at offset: Int) throws(DatabaseError) {
        let code = sqlite3_blob_write(handle, bytes, Int32(clamping: bytes.count), Int32(clamping: offset))
        if code != SQLITE_OK { throw database.error(code) }
    }

    /// Fewer than asked for at the end.
    func read(upTo count: Int, at offset: Int) throws(DatabaseError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
        let code = sqlite3_blob_read(handle, &bytes, Int32(clamping: bytes.count), Int32(clamping: offset))
        if code != SQLITE_OK { throw database.error(code) }
        return bytes
    }
}
