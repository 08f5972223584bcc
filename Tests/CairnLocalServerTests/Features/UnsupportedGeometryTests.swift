import CairnCore
import CairnGeo
import Foundation
import Testing

/// What is advised for geometries that have no place among ours, followed to the letter.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct UnsupportedGeometryTests {
    private static let parts = "POINT (1 2),LINESTRING (1 2,3 4),POLYGON ((5 5,5 6,6 6,5 5))"

    /// The command that a refusal advises.
    private func command(_ error: (any Error)?) throws -> [String] {
        let command = try #require("\(error as Any)".split(separator: "\"").first { $0.hasPrefix("ogr2ogr ") })
        return command.split(separator: " ").map(String.init)
    }

    /// Follows the advice, and says what is in the file that it makes.
    private func following(_ refusal: (any Error)?, _ wkt: String) async throws -> [Geometry?]? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source.csv")
        try Data("id,WKT\n1,\"\(wkt)\"\n".utf8).write(to: source)
        // GDAL takes a column WKT for geometries, and its references from beside the file or nowhere.
        let made = folder.appending(path: "source.gpkg")
        let making = ["-a_srs", "EPSG:3857", "-nlt", "GEOMETRY", made.path, source.path]
        guard let outcome = try await Program.run("ogr2ogr", making) else { return nil }
        try #require(outcome.code == 0, "\(outcome.errors)")
        let command = try command(refusal)
        let target = folder.appending(path: command[command.count - 2])
        let advised = try await Program.run("ogr2ogr", command[1..<(command.count - 2)] + [target.path, made.path])
        try #require(advised?.code == 0, "\(advised?.errors ?? "")")
        return try await geometries(in: target)
    }

    private func geometries(in file: URL) async throws -> [Geometry?] {
        guard file.pathExtension == "geojson" else {
            let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
            try await geodatabase.load()
            let features = try await geodatabase.tables[0].queryFeatures(using: QueryParameters()).featureSet().features
            try await geodatabase.close()
            return features.map(\.geometry)
        }
        var (reader, found) = (GeoJSONReader(), [Geometry?]())
        reader.append(try Data(contentsOf: file))
        reader.finish()
        try reader.read { found.append($0.geometry) }
        return found
    }

    @Test(arguments: ["GEOMETRYCOLLECTION (\(parts))"]) func `parts of a collection become features`(wkt: String) async throws {
        let byText = #expect(throws: GeometryError.self) { try Geometry(wkt: wkt) }
        let collection: JSONValue = ["type": "GeometryCollection", "geometries": []]
        let byJSON = #expect(throws: GeometryError.self) { try Geometry(geoJSON: collection) }
        #expect(try command(byText) == command(byJSON))
        guard let found = try await following(byText, wkt) else { return }
        #expect(found.map { $0?.type } == [.point, .polyline, .polygon])
    }

    @Test(arguments: ["CIRCULARSTRING (0 0,1 1,2 0)", "COMPOUNDCURVE ((0 0,1 1),CIRCULARSTRING (1 1,2 2,3 1))"])
    func `curves become lines`(wkt: String) async throws {
        let refusal = #expect(throws: GeometryError.self) { try Geometry(wkt: wkt) }
        guard let found = try await following(refusal, wkt) else { return }
        #expect(found.map { $0?.type } == [.polyline] && (found[0]?.positions.count ?? 0) > 10)
    }

    @Test(arguments: ["TRIANGLE ((0 0,0 1,1 1,0 0))", "TIN (((0 0,0 1,1 1,0 0)),((0 0,1 1,1 0,0 0)))"])
    func `surfaces become polygons`(wkt: String) async throws {
        let refusal = #expect(throws: GeometryError.self) { try Geometry(wkt: wkt) }
        guard let found = try await following(refusal, wkt) else { return }
        #expect(found.map { $0?.type } == [.polygon])
    }
}
