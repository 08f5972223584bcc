import CairnGeo
import Foundation
import Testing

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
}
