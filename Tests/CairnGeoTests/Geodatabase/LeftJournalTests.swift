import CSQLite
import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Files beside which a program that was killed has left its journal.
struct LeftJournalTests {
    private let file: GeodatabaseFile

    init() throws { file = try GeodatabaseFile() }

    private func makeFile() async throws { try await file.makeThings(count: 3000) }

    /// Leaves the file, and what is beside it, as they are in the midst of a transaction that has reached the disk.
    private func breakOff(_ mode: String = "DELETE") throws {
        let other = file.folder.appending(path: "other.gpkg")
        try FileManager.default.copyItem(at: file.url, to: other)
        let writer = try Database(other, .readWrite)
        try writer.setJournalMode(mode)
        try writer.execute(
            "PRAGMA cache_size = 5; BEGIN; UPDATE Things SET NAME = 'broken'; DELETE FROM Things WHERE OBJECTID > 1500")
        try Data(contentsOf: other).write(to: file.url)
        try Data(contentsOf: URL(filePath: other.path + "-journal")).write(to: journal)
        try writer.execute("ROLLBACK")
    }

    private var journal: URL { URL(filePath: file.url.path + "-journal") }

    private func count(_ geodatabase: Geodatabase, _ condition: String = "") async throws -> Int {
        let parameters = QueryParameters(whereClause: condition)
        return try await geodatabase.table(named: "Things").queryFeatureCount(using: parameters)
    }

    @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST"])
    func `what a killed program has half-written is taken back, also for who only reads`(mode: String) async throws {
        try await makeFile()
        try breakOff(mode)
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase) == 3000)
        #expect(try await count(geodatabase, "NAME = 'broken'") == 0)
        #expect(!FileManager.default.fileExists(atPath: journal.path))
        try await geodatabase.close()
    }

    @Test func `what is left while the file is open is taken back before the next question`() async throws {
        try await makeFile()
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase) == 3000)
        try breakOff()
        #expect(try await count(geodatabase, "NAME = 'broken'") == 0)
        #expect(try await count(geodatabase) == 3000)
        try await geodatabase.close()
    }

    @Test func `the journal of who is writing stays`() async throws {
        try await makeFile()
        let writer = try Database(file.url, .readWrite)
        try writer.execute("BEGIN; UPDATE Things SET NAME = 'new' WHERE OBJECTID = 1")
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase, "NAME = 'new'") == 0)
        #expect(FileManager.default.fileExists(atPath: journal.path))
        try writer.execute("COMMIT")
        #expect(try await count(geodatabase, "NAME = 'new'") == 1)
        try await geodatabase.close()
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everything"))
    func `where nobody may write, it is told what lies there and what helps`() async throws {
        try await makeFile()
        try breakOff()
        chmod(file.url.path, 0o444)
        let error = await #expect(throws: DatabaseError.self) {
            try await Geodatabase(fileURL: file.url, isReadOnly: true).load()
        }
        let words = "\(try #require(error))"
        #expect(words.contains("data.gpkg-journal lies beside it") && words.contains("for writing once"), "\(words)")
    }
}
