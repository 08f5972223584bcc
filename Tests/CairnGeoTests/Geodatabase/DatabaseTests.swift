import CairnCore
import Foundation
import Testing

@testable import CairnGeo

@Suite(.serialized)
struct DatabaseTests {
    @Test func `a journal mode that SQLite does not take is told`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let database = try Database(file, .create)
        try database.setJournalMode("MEMORY")
        try database.setJournalMode("wal")
        // Not while a transaction is open.
        try database.execute("BEGIN; CREATE TABLE t (a)")
        #expect(throws: DatabaseError.self) { try database.setJournalMode("OFF") }
        #expect(throws: DatabaseError.self) { try database.setJournalMode("nonsense") }
    }

    @Test func `a file that a full disk, or too many open ones, keep from being opened is told of as that`() {
        for code in [ENOSPC, EDQUOT] {
            let error = DatabaseError(path: "/x", code: 14, message: "unable to open database file", systemCode: code)
            #expect(error.isOutOfSpace && error.description == "There is no space left for /x. Make room, and try again.")
        }
        for code in [EMFILE, ENFILE] {
            let error = DatabaseError(path: "/x", code: 14, message: "unable to open database file", systemCode: code)
            #expect(error.isUnavailable && !error.isOutOfSpace)
            #expect(error.description.contains("Too many open files") && error.description.contains("too many files open: "))
        }
        for code in [0, ENOENT, EACCES] {
            let error = DatabaseError(path: "/x", code: 14, message: "unable to open database file", systemCode: code)
            #expect(!error.isOutOfSpace && error.description.contains("whether you may use it"))
        }
    }

    /// SQLite tries to read what it cannot make, and is told then that it is not there.
    @Test(arguments: [ENOSPC, EMFILE])
    func `a file that cannot be made for lack of something is asked after once more`(code: Int32) {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())/x.sqlite")
        for (mode, expected) in [(Database.Mode.create, code), (.readWrite, ENOENT), (.readOnly, ENOENT)] {
            let error = #expect(throws: DatabaseError.self) {
                _ = try DiskTrouble.withReason({ _ in code }) { try Database(file, mode) }
            }
            #expect(error?.systemCode == expected)
        }
    }

    @Test func `what the system says of a journal that cannot be made comes with the error`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).sqlite")
        defer { for name in ["", "-journal"] { try? FileManager.default.removeItem(atPath: file.path + name) } }
        let database = try Database(file, .create)
        try FileManager.default.createSymbolicLink(atPath: file.path + "-journal", withDestinationPath: "/nowhere/at/all")
        let error = #expect(throws: DatabaseError.self) { try database.execute("CREATE TABLE t (a)") }
        #expect(error?.systemCode == ELOOP)
    }
}
