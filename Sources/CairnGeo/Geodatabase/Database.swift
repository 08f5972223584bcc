import CSQLite
import CairnCore
public import Foundation

/// One connection to an SQLite file. Not thread-safe: it belongs to one actor, or one thread at a time.
package final class Database {
    package let path: String
    package let handle: OpaquePointer
    /// The file that was opened, whatever is at the path by now.
    let file: FileID
    /// What may end that which is being done; for functions that SQLite calls, and waits for.
    var interruption: Interruption?
    /// How it waits for others; held for SQLite, which has it.
    var patience: Patience?
    var takenBackIDs = TakenBackIDs()
    /// What it was when it was opened to be read without locks; nil if it is not.
    var unchanging: UnchangingFile?

    /// How a file is opened.
    package enum Mode {
        case readOnly, readWrite, create
        /// To be read without locks: nobody may change it.
        case unchanging

        /// What SQLite calls the file of a path.
        fileprivate func name(_ path: String) -> String {
            guard self == .unchanging else { return path }
            return "\(URL(filePath: path).absoluteURL.absoluteString)?immutable=1"
        }

        fileprivate var flags: Int32 {
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    package init(_ url: URL, _ mode: Mode) throws(DatabaseError) {
        path = url.path
        (handle, file) = try Self.open(path, mode)
        DatabaseFiles.connected(to: file)
    }

    private static func open(_ path: String, _ mode: Mode) throws(DatabaseError) -> (OpaquePointer, FileID) {
        while true {
            let before = FileID(path)
            var handle: OpaquePointer?
            var code = sqlite3_open_v2(mode.name(path), &handle, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
            guard let handle else { throw DatabaseError(path: path, code: code, message: "out of memory") }
            if code == SQLITE_OK { code = takeNamesForNames(handle) }
            // Another file may have taken its place meanwhile.
            if code == SQLITE_OK, let file = FileID(path), before == nil || before == file { return (handle, file) }
            defer { sqlite3_close_v2(handle) }
            guard code == SQLITE_OK else {
                let reason = CannotOpen(handle, code, making: mode == .create ? path : nil).systemCode
                throw DatabaseError(path: path, code: code, message: String(cString: sqlite3_errmsg(handle)), systemCode: reason)
            }
        }
    }

    /// Else a column that is not there, as one that others have renamed, is the text of its own name in each row.
    private static func takeNamesForNames(_ handle: OpaquePointer) -> Int32 {
        let code = cairn_sqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        return code == SQLITE_OK ? cairn_sqlite_configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0) : code
    }

    deinit {
        sqlite3_close_v2(handle)
        DatabaseFiles.disconnected(from: file)
    }

    /// Refuses values of more bytes, also such as are being reckoned.
    func limitValues(to size: Int) { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: size)) }

    package func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// Sets how a transaction is kept until it is done, and checks that SQLite does as it is told: it answers with what it does.
    package func setJournalMode(_ mode: String) throws(DatabaseError) {
        let statement = try prepare("PRAGMA journal_mode = \(mode)")
        let answer = try statement.step() ? statement.string(0) : "nothing"
        if answer.caseInsensitiveCompare(mode) != .orderedSame {
            throw DatabaseError(path: path, code: SQLITE_ERROR, message: "the journal is kept as \(answer), not as \(mode)")
        }
    }

    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        return Statement(self, statement)
    }

    /// Whether there is a table, or a view, of that name, in whatever letters.
    func has(table: String) throws(DatabaseError) -> Bool {
        let statement = try prepare("SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND lower(name) = lower(?)")
        statement.bind(1, table)
        return try statement.step()
    }

    /// Whether there is nothing in the file.
    func isEmpty() throws(DatabaseError) -> Bool { try !prepare("SELECT 1 FROM sqlite_master").step() }

    /// The names of a table's columns, in small letters.
    func columns(of table: String) throws(DatabaseError) -> Set<String> {
        let statement = try prepare("SELECT lower(name) FROM pragma_table_info(?)")
        statement.bind(1, table)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(0)) }
        return names
    }

    /// The columns of a table that say what they hold where nothing is said.
    func columnsWithDefaults(of table: String) throws(DatabaseError) -> Set<String> {
        let statement = try prepare("SELECT name FROM pragma_table_info(?) WHERE dflt_value IS NOT NULL")
        statement.bind(1, table)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(0)) }
        return names
    }

    /// The key of the row that was inserted last.
    var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }
    /// How many rows the last statement has changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// Whether its path leads to the file that was opened: it may have been removed, or another one have taken its place.
    var isInPlace: Bool { FileID(path) == file }

    func error(_ code: Int32) -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(handle))
        // What is made beside it is a journal, or a log.
        let isMaking = code & 0xFF == SQLITE_CANTOPEN && isInPlace && sqlite3_db_readonly(handle, "main") == 0
        let reason = CannotOpen(handle, code, making: isMaking ? realPath : nil).systemCode
        return DatabaseError(path: path, code: code, message: message, systemCode: reason)
    }
}

/// What SQLite said when an operation on a file failed.
public struct DatabaseError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The file.
    public let path: String
    /// SQLite's result code.
    public let code: Int32
    /// SQLite's words.
    public let message: String
    /// Why a file could not be opened, as in `errno`; 0 if the system did not say, or was not asked.
    package let systemCode: Int32

    init(path: String, code: Int32, message: String, systemCode: Int32 = 0) {
        (self.path, self.code, self.message, self.systemCode) = (path, code, message, systemCode)
    }

    /// Whether it is the contents of the file, or of what is asked for, that are not as they should be.
    var isOfContents: Bool { isCorruption || code & 0xFF == SQLITE_ERROR }

    /// Whether others have the file just now.
    var isOfOthers: Bool { code & 0xFF == SQLITE_BUSY }

    /// Whether it was ended before its end.
    var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }

    /// Whether a value has more bytes than it may.
    var isOfLength: Bool { code & 0xFF == SQLITE_TOOBIG }

    /// Whether what was to be written is not as the tables want it.
    var isOfConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

    /// What is wrong with which file, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch code & 0xFF {
        case _ where isOutOfSpace: "There is no space left for \(path). Make room, and try again."
        case SQLITE_CORRUPT, SQLITE_NOTADB: "\(path) is damaged, or no database (\(message)). Make it again, or copy it again."
        case SQLITE_CANTOPEN where [EMFILE, ENFILE].contains(systemCode): SystemError("open", path, code: systemCode).words
        case SQLITE_CANTOPEN: "\(path) cannot be opened. Look whether it is there, and whether you may use it and its folder."
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: "\(path) may not be written. Change its permissions, or name another."
        case SQLITE_BUSY, SQLITE_LOCKED:
            "\(path) is being written elsewhere, here or by another program, or read where it was to be written. Try again when that has ended."
        case SQLITE_IOERR: "\(path) could not be read or written (\(message)). Look after the disk."
        case SQLITE_ERROR where message.hasPrefix("no such column") || message.hasPrefix("no such table"):
            "\(path) cannot be used: \(message). A trigger or a view in it names what is not there, or has a text in double quotes: write texts in single quotes."
        default: "\(path) cannot be used: \(message)."
        }
    }
    /// The same as `description`.
    public var errorDescription: String? { description }

    /// Whether there is no space left: it may go on when somebody makes room.
    public var isOutOfSpace: Bool {
        code & 0xFF == SQLITE_FULL || code & 0xFF == SQLITE_CANTOPEN && [ENOSPC, EDQUOT].contains(systemCode)
    }

    /// Whether the file could not be read just now: somebody has it locked, or the system refuses it. What is in it nobody knows then.
    package var isUnavailable: Bool {
        [SQLITE_PERM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(
            code & 0xFF)
    }

    /// Whether the file is damaged or no database at all.
    public var isCorruption: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }
}
