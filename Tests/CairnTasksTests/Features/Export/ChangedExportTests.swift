import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Exports whose layer changes before they have come to their end.
@Suite(.timeLimit(.minutes(5)))
struct ChangedExportTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    /// A change of a layer, and what is said of it; nothing if the export may go on.
    struct Change: Sendable {
        let words: [String]
        let body: @Sendable (inout FeatureLayerInfo) -> Void
    }

    private static let changes: [Change] = [
        Change(words: ["the field NAME is gone"]) { $0.fields.removeAll { $0.name == "NAME" } },
        Change(words: ["the field EXTRA is new"]) { $0.fields.append(Field("EXTRA")) },
        Change(words: ["the field VALUE was esriFieldTypeInteger and is esriFieldTypeDouble"]) { info in
            for place in info.fields.indices where info.fields[place].name == "VALUE" { info.fields[place].type = .double }
        },
        Change(words: ["its fields come in another order"]) { $0.fields.swapAt(1, 2) },
        Change(words: ["its geometries were esriGeometryPoint and are esriGeometryPolygon"]) { $0.geometryType = .polygon },
        Change(words: ["it has heights now"]) { $0.hasZ = true },
        Change(words: ["the field SEEN is gone", "the field MORE is new", "it has measures now"]) { info in
            for place in info.fields.indices where info.fields[place].name == "SEEN" { info.fields[place].name = "MORE" }
            info.hasM = true
        },
        Change(words: []) { info in
            for place in info.fields.indices { info.fields[place].alias = "another" }
            info.maxRecordCount = 9
        },
    ]

    /// A service whose layer is changed once something has been noted.
    ///
    /// - Parameter page: Makes of the answer to a page what comes, told whether the change has been made.
    private func transport(
        _ change: Change, once changes: Log<Bool>, page: @escaping @Sendable (HTTPResponse, Bool) -> HTTPResponse
    ) -> StubTransport {
        let site = FeatureSite(FeatureSite.rows(60))
        var info = site.info
        change.body(&info)
        let metadata = info.esriJSON.text()
        return site.transport { request, honest in
            let isNow = !changes.elements.isEmpty
            if request.url.lastPathComponent == "0" { return isNow ? .json(metadata) : honest }
            return ExportFolder.isPage(request) ? page(honest, isNow) : honest
        }
    }

    /// Runs an export that fails in its midst, and goes on after the change.
    private func run(_ format: FeatureExportWork.Format, _ change: Change) async throws -> FeatureExportWork.Summary {
        let changes = Log<Bool>()
        let transport = transport(change, once: changes) { honest, isNow in
            isNow ? honest : ExportFolder.answer(honest) { $0.filter { $0["attributes"]?["OBJECTID"]?.int != 20 } }
        }
        let work = try folder.work(format)
        let job = try folder.job(work, transport)
        await #expect(throws: FeatureExportTrouble.self) { try await job.run() }
        changes.append(true)
        try job.retry()
        defer { #expect(folder.isThere(work) == change.words.isEmpty) }
        return try await job.output
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what has been written for other columns is not gone on with`(format: FeatureExportWork.Format) async throws {
        for change in Self.changes {
            guard !change.words.isEmpty else {
                #expect(try await run(format, change).features == 60)
                continue
            }
            let error = await #expect(throws: FeatureExportTrouble.self) { _ = try await run(format, change) }
            let text = "\(try #require(error))"
            for words in change.words + ["Places has changed", "anew"] { #expect(text.contains(words), "\(text)") }
            #expect(!FeatureExportWork.canBeRetried(after: try #require(error)))
        }
    }

    /// Runs an export whose layer changes behind the first page.
    private func runThrough(_ format: FeatureExportWork.Format, _ change: Change) async throws -> FeatureExportWork.Summary {
        let changes = Log<Bool>()
        let transport = transport(change, once: changes) { honest, _ in
            changes.append(true)
            return honest
        }
        let work = try folder.work(format)
        defer { #expect(folder.isThere(work) == change.words.isEmpty) }
        return try await folder.job(work, transport).run()
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a layer that changes while it is written is noticed before the output has its name`(format: FeatureExportWork.Format)
        async throws
    {
        for change in Self.changes {
            guard !change.words.isEmpty else {
                #expect(try await runThrough(format, change).features == 60)
                continue
            }
            let error = await #expect(throws: FeatureExportTrouble.self) { _ = try await runThrough(format, change) }
            for words in change.words + ["Places has changed", "anew"] {
                #expect("\(error as Any)".contains(words), "\(error as Any)")
            }
        }
    }

    @Test func `a GeoPackage does not mix spatial references, and text has its own`() async throws {
        let change = Change(words: [""]) { ($0.spatialReference, $0.extent) = (.webMercator, nil) }
        let error = await #expect(throws: FeatureExportTrouble.self) { _ = try await run(.geoPackage, change) }
        #expect("\(error as Any)".contains("its spatial reference was wkid 4326 and is wkid 102100"), "\(error as Any)")
        let same = Change(words: [], body: change.body)
        #expect(try await run(.geoJSON, same).features == 60)
    }

    @Test func `checkpoints and descriptions of before are understood`() throws {
        let checkpoint = try JSONDecoder().decode(
            FeatureExportWork.Checkpoint.self,
            from: Data(#"{"summary":{"features":7},"lastObjectID":9,"expected":12,"outputLength":500}"#.utf8))
        #expect(checkpoint.definition == nil && checkpoint.expected == 12 && checkpoint.summary.features == 7)
        let work = try folder.work(.csv)
        guard case .object(var members) = try JSONValue(encoding: work) else { return }
        #expect(members.removeValue(forKey: "replacesOtherTables") == false)
        let old = try JSONDecoder().decode(FeatureExportWork.self, from: Data(JSONValue.object(members).text().utf8))
        #expect(try JSONValue(encoding: old) == JSONValue(encoding: work))
    }
}
