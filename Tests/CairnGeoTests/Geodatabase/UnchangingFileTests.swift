import CSQLite
import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Files that keep a log while they are open (WAL), and are closed, where no log can be made.
struct UnchangingFileTests {
    private let file: GeodatabaseFile

    init() throws { file = try GeodatabaseFile() }

    private func makeFile() async throws {
        try await file.makeThings(count: 2000)
        try Database(file.url, .readWrite).setJournalMode("WAL")
        #expect(file.names == ["data.gpkg"])
    }

    private var log: URL { URL(filePath: file.url.path + "-wal") }

    /// Sees to it that nobody can make a log, be it who may write everything.
    private func barLog() throws {
        try FileManager.default.createSymbolicLink(
            at: log, withDestinationURL: file.folder.appending(path: "nowhere").appending(path: "log"))
    }

    private func unbarLog() throws { try FileManager.default.removeItem(at: log) }

    /// Changes the file as another program does.
    private func write() throws {
        try unbarLog()
        try Database(file.url, .readWrite).execute("DELETE FROM Things WHERE OBJECTID > 1500")
        try barLog()
    }

    private func count(_ geodatabase: Geodatabase) async throws -> Int {
        try await geodatabase.table(named: "Things").queryFeatureCount(using: QueryParameters())
    }

    @Test func `a closed file is read where no log can be made beside it`() async throws {
        try await makeFile()
        try barLog()
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase) == 2000)
        let features = try await geodatabase.tables[0].queryFeatures(using: QueryParameters()).featureSet().features
        #expect(features.count == 2000 && features[1999].attributes["NAME"] == "1999")
        #expect(file.names == ["data.gpkg", "data.gpkg-wal"])
        try await geodatabase.close()
    }

    @Test func `a path with all kinds of letters is read so, too`() async throws {
        try await makeFile()
        let url = file.folder.appending(path: "a b?c=d#e%20 ü'.gpkg")
        try FileManager.default.moveItem(at: file.url, to: url)
        try FileManager.default.createSymbolicLink(
            at: URL(filePath: url.path + "-wal"), withDestinationURL: file.folder.appending(path: "nowhere/log"))
        let geodatabase = Geodatabase(fileURL: url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase) == 2000)
        try await geodatabase.close()
    }

    @Test func `what others change meanwhile is asked anew`() async throws {
        try await makeFile()
        try barLog()
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        #expect(try await count(geodatabase) == 2000)
        try write()
        #expect(try await count(geodatabase) == 1500)
        try await geodatabase.close()
    }

    @Test func `nothing is answered of a file that changes while it is read`() async throws {
        try await makeFile()
        try barLog()
        let connection = GeodatabaseConnection(file.url.path) { [file] _, _ in try GeoPackage(file.url, isReadOnly: true) }
        let error = await #expect(throws: DatabaseError.self) {
            try await connection.perform { package in
                _ = try package.tables()
                try write()
            }
        }
        #expect(error?.code == SQLITE_BUSY && "\(error as Any)".contains("Try again"))
        #expect(try await connection.perform { try $0.count(QueryParameters(), of: $0.table("Things")) } == 1500)
        await connection.close()
    }

    @Test func `rows that are being read end with words when the file changes`() async throws {
        try await makeFile()
        try barLog()
        let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await geodatabase.load()
        var rows = try await geodatabase.table(named: "Things").queryFeatures(using: QueryParameters()).makeAsyncIterator()
        _ = try await rows.next()
        try write()
        await #expect(throws: DatabaseError.self) { while try await rows.next() != nil {} }
        try await geodatabase.close()
    }

    @Test func `a log that cannot be read is told, and what helps`() async throws {
        try await makeFile()
        // A folder of that name is opened by nobody.
        try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
        let error = await #expect(throws: DatabaseError.self) {
            try await Geodatabase(fileURL: file.url, isReadOnly: true).load()
        }
        let words = "\(error as Any)"
        #expect(words.contains("data.gpkg-wal lies beside it") && words.contains("for writing once"), "\(words)")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everything"))
    func `a closed file is read from a folder that may not be written`() async throws {
        try await makeFile()
        chmod(file.folder.path, 0o555)
        defer { chmod(file.folder.path, 0o755) }
        for (isReadOnly, mode) in [(true, 0o644), (false, 0o644), (true, 0o444), (false, 0o444)] {
            chmod(file.url.path, mode_t(mode))
            let geodatabase = Geodatabase(fileURL: file.url, isReadOnly: isReadOnly)
            try await geodatabase.load()
            #expect(try await count(geodatabase) == 2000)
            #expect(!geodatabase.isEditable)
            try await geodatabase.close()
        }
    }
}
