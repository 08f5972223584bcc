import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Heights and measures in what is exported.
@Suite(.timeLimit(.minutes(5)))
struct ExportHeightTests {
    private let folder: ExportFolder
    /// Of a layer that says that it has neither heights nor measures.
    private let site = FeatureSite(FeatureSite.rows(20))

    init() throws { folder = try ExportFolder() }

    private func place(_ z: Double?, _ m: Double?) {
        site.state.withLock { $0.rows[13]?.geometry = .point(MapPoint(x: 1, y: 2, z: z, m: m, spatialReference: .wgs84)) }
    }

    private func export(_ format: FeatureExportWork.Format) async throws -> FeatureExportWork {
        let work = try folder.work(format)
        #expect(try await folder.job(work, site.transport()).run().features == 20)
        return work
    }

    @Test(arguments: [(FeatureExportWork.Format.csv, true), (.csv, false), (.geoJSON, false)])
    func `what the layer has not told of and the output has no place for is refused by its feature`(
        format: FeatureExportWork.Format, isHeight: Bool
    ) async throws {
        place(isHeight ? 3 : nil, isHeight ? nil : 4)
        let work = try folder.work(format)
        let error = await #expect(throws: FeatureExportTrouble.self) { try await folder.job(work, site.transport()).run() }
        for words in ["Places", "OBJECTID 13", isHeight ? "height" : "measure", "GeoPackage"] {
            #expect("\(error as Any)".contains(words), "\(error as Any)")
        }
        #expect(!folder.isThere(work))
    }

    @Test func `GeoJSON and GeoPackages keep a height that the layer has not told of`() async throws {
        place(3.5, nil)
        #expect(try folder.text(await export(.geoJSON)).contains("[1,2,3.5]"))
        let geodatabase = Geodatabase(fileURL: try await export(.geoPackage).output, isReadOnly: true)
        try await geodatabase.load()
        let features = try await geodatabase.tables[0].queryFeatures(using: QueryParameters()).featureSet().features
        #expect(features[12].geometry?.positions.first?.z == 3.5)
    }

    @Test(arguments: [true, false])
    func `that GeoJSON leaves measures out is told, where a table has some`(hasM: Bool) async throws {
        let geodatabase = try await Geodatabase.create(at: folder.url.appending(path: "source.gpkg"))
        try await geodatabase.transaction { editor in
            try editor.createTable(
                FeatureTableDefinition("Things", geometryType: .point, spatialReference: .wgs84, hasM: hasM))
            let place = MapPoint(x: 1, y: 2, m: hasM ? 5 : nil, spatialReference: .wgs84)
            try editor.add([Feature(geometry: .point(place))], to: "Things")
        }
        let table = try geodatabase.table(named: "Things")
        for (format, returnsGeometry) in [(FeatureExportWork.Format.geoJSON, true), (.geoJSON, false), (.csv, true)] {
            var work = try folder.work(format)
            (work.source, work.parameters.returnsGeometry) = (.geodatabase(geodatabase.url, table: nil), returnsGeometry)
            let job = try Job(work, services: FeatureServices { _ in table })
            _ = try await job.run()
            let isTold = job.messages.contains { $0.text.contains("Things has measures") && $0.severity == .warning }
            #expect(isTold == (hasM && format == .geoJSON && returnsGeometry))
        }
    }
}
