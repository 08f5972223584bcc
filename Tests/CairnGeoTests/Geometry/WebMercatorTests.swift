import CairnCore
import CairnGeo
import Foundation
import Testing

struct WebMercatorTests {
    /// Longitude, latitude, x, y. The first three were answered by a server, the others computed by PROJ.
    static let vectors: [(Double, Double, Double, Double)] = [
        (-118.40896999999995, 33.942510000000027, -13181226.245756002, 4021085.133528708),
        (-20.482389999999953, 64.107450000000028, -2280089.2250292334, 9377102.5183685143),
        (-13.407549999999958, 69.967800000000068, -1492521.6387853504, 11058243.401079001),
        (2.2945, 48.8582, 255422.571625166, 6250835.061834737),
        (151.2153, -33.8568, 16833210.196152102, -4009589.934222665),
        (180, 0, 20037508.342789244, 0),
        (-180, 85.05112877980659, -20037508.342789244, 20037508.342789244),
    ]

    @Test(arguments: vectors)
    func `degrees become metres and metres degrees`(vector: (Double, Double, Double, Double)) {
        let metres = WebMercator.project(Position(x: vector.0, y: vector.1))
        #expect(abs(metres.x - vector.2) < 1e-8)
        #expect(abs(metres.y - vector.3) < 1e-8)
        let degrees = WebMercator.unproject(Position(x: vector.2, y: vector.3))
        #expect(abs(degrees.x - vector.0) < 1e-11)
        #expect(abs(degrees.y - vector.1) < 1e-11)
    }

    @Test func `the equator is at exactly zero`() {
        #expect(WebMercator.project(Position(x: 0, y: 0)) == Position(x: 0, y: 0))
    }

    @Test func `the poles stay finite`() {
        #expect(WebMercator.project(Position(x: 0, y: 90)).y.isFinite)
        #expect(WebMercator.project(Position(x: 0, y: -90)).y < -2e7)
    }

    @Test(arguments: [(Double.nan, 1.0), (1, .nan), (.nan, .nan)])
    func `what has no place gets none by being projected`(place: (Double, Double)) throws {
        for (source, target) in [(SpatialReference.wgs84, SpatialReference.webMercator), (.webMercator, .wgs84)] {
            let point = try MapPoint(x: place.0, y: place.1, spatialReference: source).projected(to: target)
            #expect(point.isEmpty && point.x.isNaN == place.0.isNaN && point.y.isNaN == place.1.isNaN)
            let box = Envelope(xMin: place.0, yMin: place.1, xMax: 2, yMax: 3, spatialReference: source)
            #expect(try box.projected(to: target).isEmpty)
        }
    }

    @Test func `a recorded answer in both references agrees`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/fixtures/geocode")
        func places(_ name: String) throws -> [Position] {
            let data = try Data(contentsOf: folder.appending(path: name))
            return try JSONValue(parsing: data)["candidates"]?.array?.map { candidate in
                guard case .point(let point) = try Geometry(esriJSON: candidate["location"] ?? .null) else {
                    throw GeometryError.malformed("no point")
                }
                return point.position
            } ?? []
        }
        guard FileManager.default.fileExists(atPath: folder.path) else { return print("skipped: no fixtures") }
        let (degrees, metres) = (try places("candidates_lax_4326.json"), try places("candidates_lax_102100.json"))
        #expect(degrees.count == 18)
        for (place, expected) in zip(degrees, metres) {
            let projected = WebMercator.project(place)
            #expect(abs(projected.x - expected.x) < 1e-8 && abs(projected.y - expected.y) < 1e-8)
        }
    }

    @Test func `what cannot be transformed is refused by name`() {
        let stateplane = MapPoint(x: 1, y: 2, spatialReference: SpatialReference(wkid: 2229))
        #expect(throws: GeometryError.self) { try stateplane.projected(to: .wgs84) }
    }

    @Test func `all ids of Web Mercator are one`() {
        for wkid in [3857, 102100, 102113, 900913] {
            #expect(SpatialReference(wkid: wkid) == .webMercator)
            #expect(SpatialReference(wkid: wkid).hashValue == SpatialReference.webMercator.hashValue)
        }
        #expect(SpatialReference.wgs84 != .webMercator)
        #expect(SpatialReference(wkt: "A") != SpatialReference(wkt: "B"))
    }
}
