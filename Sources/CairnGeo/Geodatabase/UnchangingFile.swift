import CSQLite
import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A file that is read as if nobody could change it, without locks: one that keeps a log beside it while it is open (WAL) and is closed, where that
/// log cannot be made, for its folder may not be written. That it stayed as it was is looked after whenever something has been read.
struct UnchangingFile: Equatable {
    private let path: String
    private let file: FileID
    private let size: Int
    private let times: [Int]

    /// As a database's file is now; nil if a log lies beside it, or if nobody may look.
    private init?(of database: Database) {
        var status = stat()
        let path = database.realPath
        guard FileID("\(path)-wal") == nil, let file = FileID(path), stat(path, &status) == 0 else { return nil }
        (self.path, self.file, size) = (path, file, Int(status.st_size))
        #if os(Linux)
            let (changed, modified) = (status.st_ctim, status.st_mtim)
        #else
            let (changed, modified) = (status.st_ctimespec, status.st_mtimespec)
        #endif
        times = [changed, modified].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
    }

    /// Opens a database, in this way if there is no other.
    ///
    /// - Throws: `DatabaseError`; one that says what lies there, if a log does.
    static func open(_ url: URL, _ mode: Database.Mode) throws(DatabaseError) -> Database {
        let database = try Database(url, mode)
        guard try isLogMissing(database) else { return database }
        guard let file = UnchangingFile(of: database) else { throw logLeft(database) }
        let new = try Database(url, .unchanging)
        new.unchanging = file
        try new.expectUnchanged()
        return new
    }

    private static func isLogMissing(_ database: Database) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            _ = try database.isEmpty()
            return false
        } catch {
            // The latter says that the folder may not be written.
            // Of files there may be too many, and nothing wrong with this one.
            if [EMFILE, ENFILE].contains(sqlite3_system_errno(database.handle)) { return false }
            let isReadOnly = sqlite3_db_readonly(database.handle, "main") == 1
            guard error.code & 0xFF == SQLITE_CANTOPEN && isReadOnly || error.code & 0xFF == SQLITE_READONLY,
                try database.size() >= 100
            else { return false }
            // The version of what reads it: 2 has a log.
            return try database.beginning(count: 100)[19] == 2
        }
    }

    private static func logLeft(_ database: Database) -> DatabaseError {
        let name = URL(filePath: database.realPath).lastPathComponent + "-wal"
        let message =
            "\(name) lies beside it, with what a program has written that has the file open, or was killed, and cannot be read with leave to read "
            + "alone. Open the file for writing once, with leave to write it and its folder, or copy both into a folder that may be written"
        return DatabaseError(path: database.path, code: SQLITE_ERROR, message: message)
    }

    fileprivate func isSame(as database: Database) -> Bool { UnchangingFile(of: database) == self }
}

extension Database {
    /// Looks whether the file that is read without locks has stayed as it was; any other has.
    ///
    /// - Throws: `DatabaseError` if it has not: what has been read may be of different times.
    func expectUnchanged() throws(DatabaseError) {
        guard let unchanging, !unchanging.isSame(as: self) else { return }
        throw DatabaseError(path: path, code: SQLITE_BUSY, message: "it was changed while it was read")
    }
}
