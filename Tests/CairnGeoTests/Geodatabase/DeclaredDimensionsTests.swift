import CairnCore
import CairnGeo
import Foundation
import Testing

/// What a GeoPackage says of heights and measures: 0 that there are none, 1 that each geometry has them, 2 that some may (OGC 12-128r18, §2.1.5).
struct DeclaredDimensionsTests {
    private let file: GeoPackageFile

    init() throws { file = try GeoPackageFile() }

    private func made(_ type: GeometryType?, hasZ: Bool = false, hasM: Bool = false) throws -> FeatureTableDefinition {
        var table = FeatureTableDefinition("Things", geometryType: type, spatialReference: .wgs84, hasZ: hasZ, hasM: hasM)
        table.hasMixedGeometries = type == nil
        try file.package.createTable(table)
        return table
    }

    private func point(_ z: Double? = nil, _ m: Double? = nil) -> Feature {
        Feature(geometry: .point(MapPoint(x: 1, y: 2, z: z, m: m, spatialReference: .wgs84)))
    }

    private func line(_ z: Double? = nil, _ m: Double? = nil) -> Feature {
        let path = [Position(x: 1, y: 2, z: z, m: m), Position(x: 3, y: 4, z: z, m: m)]
        return Feature(geometry: .polyline(Polyline(paths: [path], spatialReference: .wgs84)))
    }

    private func said() throws -> String { try file.select("SELECT z, m FROM gpkg_geometry_columns")[0] }

    private func add(_ features: [Feature], to table: FeatureTableDefinition) throws {
        let writer = try file.package.writer(of: table)
        try file.package.transaction { for feature in features { try writer.add(feature) } }
    }

    @Test func `a file says that some may have heights when one has that was not told of`() throws {
        let table = try made(.point)
        try add([point(), Feature()], to: table)
        #expect(try said() == "0 0")
        try add([point(5)], to: table)
        #expect(try said() == "2 0")
        #expect(try file.package.table("Things").hasZ)
        try add([point(nil, 6)], to: table)
        #expect(try said() == "2 2")
    }

    @Test func `a file does not say that each has heights when one has none`() throws {
        let table = try made(.polyline, hasZ: true, hasM: true)
        try add([line(1, 2), Feature()], to: table)
        #expect(try said() == "1 1")
        try add([line(1)], to: table)
        #expect(try said() == "1 2")
        try add([line(nil, 1)], to: table)
        #expect(try said() == "2 2")
        #expect(try file.package.table("Things").hasM)
    }

    @Test func `geometries of several kinds are looked at one by one, also when they change`() throws {
        let table = try made(nil)
        try add([line(), point()], to: table)
        #expect(try said() == "0 0")
        let writer = try file.package.writer(of: table)
        let isThere = try file.package.transaction { try writer.update(line(3, 4), objectID: 2) }
        #expect(isThere)
        #expect(try said() == "2 2")
    }

    @Test func `what is taken back is not said`() throws {
        struct Stop: Error {}
        let table = try made(.point)
        #expect(throws: Stop.self) {
            try file.package.transaction {
                try file.package.writer(of: table).add(point(5))
                throw Stop()
            }
        }
        #expect(try said() == "0 0")
        try add([point(5)], to: table)
        #expect(try said() == "2 0")
    }

    @Test func `GDAL sees the heights that were not told of`() throws {
        try add([point(), point(5)], to: try made(.point))
        let seen = try GeoPackageFile.gdal(["ogrinfo", "-ro", "-al", file.url.path])
        guard let seen else { return }
        #expect(seen.status == 0 && seen.text.contains("Geometry: 3D Point"), "\(seen.text)")
        #expect(seen.text.contains("POINT Z (1 2 5)") && !seen.text.contains("Warning"), "\(seen.text)")
    }
}
