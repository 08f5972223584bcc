import CairnCore
import CairnGeo
@testable import CairnTasks
import Foundation
import Testing

struct GeoPackageFeatureOutputTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    private func table(_ column: String) -> FeatureTableDefinition {
        var table = FeatureTableDefinition("Things", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)
        table.geometryColumn = column
        return table
    }

    private func output(_ column: String) -> GeoPackageFeatureOutput {
        let partial = PartialOutput(output: folder.url.appending(path: "out.gpkg"), head: "SQLite format 3\0")
        return GeoPackageFeatureOutput(table(column), partial)
    }

    private func features(_ numbers: ClosedRange<Int>) -> [Feature] {
        numbers.map { number in
            Feature(
                attributes: ["OBJECTID": .integer(number)],
                geometry: .point(MapPoint(x: Double(number), y: 1, z: number > 2 ? 5 : nil, spatialReference: .wgs84)))
        }
    }

    /// What an export has kept that was killed then.
    private func begin() async throws -> FeatureExportWork.Checkpoint {
        var checkpoint = FeatureExportWork.Checkpoint(expected: 3)
        let killed = output("geom")
        try await killed.begin(&checkpoint)
        try await killed.write(features(1...2))
        checkpoint.summary.features = 2
        return checkpoint
    }

    @Test func `a column of geometries that was renamed since is told`() async throws {
        var checkpoint = try await begin()
        let error = await #expect(throws: FeatureExportTrouble.self) { try await output("shape").begin(&checkpoint) }
        for words in ["Things has changed", "its column of geometries was geom and is shape", "anew"] {
            #expect("\(error as Any)".contains(words), "\(error as Any)")
        }
    }

    @Test func `what is begun anew has the column by its new name`() async throws {
        var checkpoint = try await begin()
        checkpoint.summary.features = 0
        let next = output("shape")
        try await next.begin(&checkpoint)
        try await next.write(features(1...1))
        #expect(try await next.finish() > 0)
    }

    @Test func `heights that were not told of are, once they have come`() async throws {
        var checkpoint = try await begin()
        let next = output("GEOM")
        try await next.begin(&checkpoint)
        try await next.write(features(3...3))
        _ = try await next.finish()
        let geodatabase = Geodatabase(fileURL: folder.url.appending(path: "out.gpkg.partial"), isReadOnly: true)
        try await geodatabase.load()
        #expect(try geodatabase.table(named: "Things").info.hasZ)
        try await geodatabase.close()
    }

    @Test func `global ids have an index, and none is there twice`() async throws {
        var table = table("geom")
        table.fields.append(Field("GLOBALID"))
        table.globalIDField = "GLOBALID"
        let partial = PartialOutput(output: folder.url.appending(path: "out.gpkg"), head: "SQLite format 3\0")
        let output = GeoPackageFeatureOutput(table, partial)
        var checkpoint = FeatureExportWork.Checkpoint(expected: 2)
        try await output.begin(&checkpoint)
        var twins = features(1...2)
        for index in twins.indices { twins[index].attributes["GLOBALID"] = .string("{0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0}") }
        await #expect(throws: DatabaseError.self) { try await output.write(twins) }
    }
}
