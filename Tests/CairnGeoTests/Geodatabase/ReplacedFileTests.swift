import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// The file of a geodatabase is removed, or another one takes its place, while it is open.
struct ReplacedFileTests {
    private static let definition = FeatureTableDefinition("Things", fields: [Field("NAME")])

    enum Change: CaseIterable {
        case renamed, removed, link

        /// Makes another file be at the path, or none; a link is led elsewhere.
        func make(of file: GeodatabaseFile) throws {
            let other = file.folder.appending(path: "other.gpkg")
            switch self {
            case .removed: try FileManager.default.removeItem(at: file.url)
            case .renamed: try DurableFile.rename(other.path, to: file.url)
            case .link:
                let link = file.folder.appending(path: "new-link")
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
                guard rename(link.path, file.url.path) == 0 else { throw SystemError("rename", link.path) }
            }
        }
    }

    /// The file, and another beside it whose table holds two things.
    private func files(_ change: Change) throws -> GeodatabaseFile {
        let file = try GeodatabaseFile()
        let other = try GeoPackage.create(at: file.folder.appending(path: "other.gpkg"))
        try other.transaction {
            try other.createTable(Self.definition)
            let writer = try other.writer(of: other.table("Things"))
            for name in ["new", "newer"] { _ = try writer.add(Feature(attributes: ["NAME": .string(name)])) }
        }
        if change == .link {
            try FileManager.default.createSymbolicLink(at: file.url, withDestinationURL: file.folder.appending(path: "real.gpkg"))
            _ = try GeoPackage.create(at: file.folder.appending(path: "real.gpkg"))
        } else {
            _ = try GeoPackage.create(at: file.url)
        }
        return file
    }

    private static let edits = FeatureEdits(adds: [Feature(attributes: ["NAME": "lost"])])

    @Test(arguments: Change.allCases, [true, false])
    func `nothing is asked of a file, or written to it, that nobody finds any more`(
        _ change: Change, _ isReadOnly: Bool
    ) async throws {
        let file = try files(change)
        let first = Geodatabase(fileURL: file.url)
        try await first.load()
        _ = try await first.createTable(Self.definition).applyEdits(Self.edits)
        if isReadOnly { try await first.close() }
        let geodatabase = isReadOnly ? Geodatabase(fileURL: file.url, isReadOnly: true) : first
        try await geodatabase.load()
        let things = try geodatabase.table(named: "Things")
        #expect(try await things.queryFeatureCount(using: QueryParameters()) == 1)
        let reading = try await things.queryFeatures(using: QueryParameters())
        let replaced = GeodatabaseError.replaced(path: file.url.path)
        let writer = try? geodatabase.writer()
        try change.make(of: file)
        await #expect(throws: replaced) { try await things.queryFeatureCount(using: QueryParameters()) }
        // Though an edit is still being made: whoever opens what is there now would take it for that of theirs.
        withExtendedLifetime(writer) { #expect(!file.names.contains("data.gpkg-wal") && !file.names.contains("data.gpkg-shm")) }
        await #expect(throws: replaced) { try await things.applyEdits(Self.edits) }
        await #expect(throws: replaced) { try await geodatabase.transaction { try $0.tables().count } }
        await #expect(throws: replaced) { try await geodatabase.refreshTables() }
        #expect(throws: replaced) { try geodatabase.beginTransaction() }
        // What was found before is read to its end.
        #expect(try await reading.featureSet().features.count == 1)
        try await expectNew(file, change)
        try await geodatabase.close()
        #expect(file.names.filter { $0.hasPrefix("data.gpkg") } == (change == .removed ? [] : ["data.gpkg"]))
    }

    /// What is there now is as it was made, may be edited, and has nothing of the other.
    private func expectNew(_ file: GeodatabaseFile, _ change: Change) async throws {
        let new = Geodatabase(fileURL: file.url)
        if change == .removed {
            #expect(!file.names.contains { $0.hasPrefix("data.gpkg") })
            await #expect(throws: GeodatabaseError.notFound(path: file.url.path)) { try await new.load() }
            return
        }
        try await new.load()
        let things = try new.table(named: "Things")
        #expect(try await things.queryFeatureCount(using: QueryParameters()) == 2)
        _ = try await things.applyEdits(Self.edits)
        #expect(try await new.ask { try $0.database.prepare("PRAGMA integrity_check").text } == "ok")
        try await new.close()
    }

    @Test(arguments: Change.allCases)
    func `an edit during which the file goes is not told to be done`(_ change: Change) async throws {
        let file = try files(change)
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        _ = try await geodatabase.createTable(Self.definition)
        await #expect(throws: GeodatabaseError.replaced(path: file.url.path)) {
            try await geodatabase.transaction { editor in
                try editor.add(Self.edits.adds, to: "Things")
                try change.make(of: file)
            }
        }
        try await expectNew(file, change)
    }

    @Test func `what is closed without anybody asking leaves nothing for the file in its place`() async throws {
        let file = try files(.renamed)
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        _ = try await geodatabase.createTable(Self.definition).applyEdits(Self.edits)
        try Change.renamed.make(of: file)
        try await geodatabase.close()
        #expect(file.names == ["data.gpkg"])
        try await expectNew(file, .renamed)
    }
}

extension Statement {
    /// The first column of the first row.
    fileprivate var text: String { get throws { try step() ? string(0) : "" } }
}
