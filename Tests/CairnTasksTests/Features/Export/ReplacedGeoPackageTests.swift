import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What stands where an export puts a GeoPackage.
@Suite(.timeLimit(.minutes(5)))
struct ReplacedGeoPackageTests {
    private let folder: ExportFolder
    private let site = FeatureSite(FeatureSite.rows(30))

    init() throws { folder = try ExportFolder() }

    private func make(_ work: FeatureExportWork, _ tables: [String]) async throws {
        let geodatabase = try await Geodatabase.create(at: work.output)
        try await geodatabase.transaction { editor in
            for table in tables { try editor.createTable(FeatureTableDefinition(table, fields: [Field("A")])) }
        }
        try await geodatabase.close()
    }

    @Test(arguments: ["-wal", "-journal"])
    func `a file beside the output that would be read with it is refused, at the beginning and at the end`(suffix: String)
        async throws
    {
        let work = try folder.work(.geoPackage)
        let beside = URL(filePath: work.output.path + suffix)
        try Data("log".utf8).write(to: beside)
        let job = try folder.job(work, site.transport())
        let error = await #expect(throws: FeatureExportTrouble.self) { try await job.run() }
        #expect(
            "\(error as Any)".contains(beside.lastPathComponent) && "\(error as Any)".contains("another program"),
            "\(error as Any)")
        #expect(!folder.isThere(work))
        try FileManager.default.removeItem(at: beside)
        try job.retry()
        #expect(try await job.output.features == 30)

        let late = try folder.work(.geoPackage)
        let other = URL(filePath: late.output.path + suffix)
        let second = try folder.job(
            late,
            site.transport { request, honest in
                if request.fields["where"]?.contains("> 14") == true { try Data("log".utf8).write(to: other) }
                return honest
            })
        await #expect(throws: FeatureExportTrouble.self) { try await second.run() }
        #expect(!folder.isThere(late))
        try FileManager.default.removeItem(at: other)
        try second.retry()
        #expect(try await second.output.features == 30)
    }

    @Test func `a GeoPackage with other tables is replaced only if that is wanted`() async throws {
        var work = try folder.work(.geoPackage)
        try await make(work, ["Places", "Other", "Third"])
        let before = try Data(contentsOf: work.output)
        let error = await #expect(throws: FeatureExportTrouble.self) { try await folder.job(work, site.transport()).run() }
        #expect("\(error as Any)".contains("Other, Third") && "\(error as Any)".contains("--overwrite"), "\(error as Any)")
        #expect(try Data(contentsOf: work.output) == before)
        // It is to be described otherwise, and that is another job.
        #expect(!FeatureExportWork.canBeRetried(after: try #require(error)))
        work.replacesOtherTables = true
        #expect(try await folder.job(work, site.transport()).run().features == 30)
    }

    @Test func `one with the same table, and what is no GeoPackage, is replaced`() async throws {
        let same = try folder.work(.geoPackage)
        try await make(same, ["places"])
        #expect(try await folder.job(same, site.transport()).run().features == 30)
        let words = try folder.work(.geoPackage)
        try Data("somebody's notes".utf8).write(to: words.output)
        #expect(try await folder.job(words, site.transport()).run().features == 30)
        let text = try folder.work(.csv)
        try Data().write(to: URL(filePath: text.output.path + "-wal"))
        #expect(try await folder.job(text, site.transport()).run().features == 30)
    }
}
