import CSQLite
import CairnCore
import Foundation

/// What a program that was killed in the midst of a transaction has left beside a file (`-journal`): nobody reads the file before what was
/// half-written is taken back.
struct LeftJournal {
    private let database: Database
    /// SQLite's code for a file that must be written before it can be read, and that was opened for reading.
    private static let wantsRollback = SQLITE_READONLY | 3 << 8

    init(beside database: Database) {
        self.database = database
    }

    /// Has it taken back by who may write. SQLite does so when it reads, unless its locks say that somebody is writing still.
    ///
    /// - Throws: `DatabaseError`.
    func takeBack() throws(DatabaseError) {
        guard sqlite3_db_readonly(database.handle, "main") == 1 else { return }
        guard FileManager.default.fileExists(atPath: database.realPath + "-journal"), try isInTheWay() else { return }
        let writer = try Database(URL(filePath: database.path), .readWrite)
        writer.wait(with: Patience())
        _ = try? writer.isEmpty()
        if try isInTheWay() { throw notTakenBack }
    }

    private func isInTheWay() throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            _ = try database.isEmpty()
            return false
        } catch {
            if sqlite3_extended_errcode(database.handle) == Self.wantsRollback { return true }
            if error.isCorruption { return false }
            throw error
        }
    }

    private var notTakenBack: DatabaseError {
        let name = URL(filePath: database.realPath).lastPathComponent + "-journal"
        let message =
            "\(name) lies beside it, left by a program that was killed while it wrote, and what is half-written cannot be taken back. "
            + "Open the file for writing once, with leave to write it and its folder"
        return DatabaseError(path: database.path, code: SQLITE_ERROR, message: message)
    }
}
