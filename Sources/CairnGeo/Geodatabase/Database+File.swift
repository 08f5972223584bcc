import CSQLite
import CairnCore

/// What is in the file, as it is. It is read by SQLite's own descriptor: whoever closes another one takes SQLite's locks away.
extension Database {
    /// Its path, with links followed.
    var realPath: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? path }

    /// The size in bytes.
    func size() throws(DatabaseError) -> Int {
        var size: sqlite3_int64 = 0
        try withFile { file, methods in methods.xFileSize(file, &size) }
        return Int(size)
    }

    /// The first bytes, if there are so many.
    func beginning(count: Int) throws(DatabaseError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try withFile { file, methods in methods.xRead(file, &bytes, Int32(count), 0) }
        return bytes
    }

    private func withFile(
        _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
    ) throws(DatabaseError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        if let file, let methods = file.pointee.pMethods?.pointee { code = body(file, methods) }
        if code != SQLITE_OK { throw error(code) }
    }
}
