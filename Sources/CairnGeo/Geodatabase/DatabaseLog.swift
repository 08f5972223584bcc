import CairnCore
import Foundation

/// What SQLite keeps beside a database while it is written.
struct DatabaseLog: Sendable {
    private let path: String
    private let database: FileID
    private let files: [String: FileID]

    /// That of a database, which has been read.
    init(of database: Database) {
        (path, self.database) = (database.realPath, database.file)
        let names = ["-wal", "-shm"].map { database.realPath + $0 }
        files = Dictionary(uniqueKeysWithValues: names.compactMap { name in FileID(name).map { (name, $0) } })
    }

    /// Whether the database is where it was.
    var isBesideDatabase: Bool { FileID(path) == database }

    /// Removes it if the database is gone: SQLite would take it for that of the file which has come in its place, and damage that.
    func removeIfLeft() {
        if isBesideDatabase { return }
        for (name, file) in files where FileID(name) == file { try? FileManager.default.removeItem(atPath: name) }
    }
}
