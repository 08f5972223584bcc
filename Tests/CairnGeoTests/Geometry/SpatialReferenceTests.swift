import CairnGeo
import Testing

struct SpatialReferenceTests {
    @Test(arguments: [4326, 4258, 4269, 4283, 4490, 7844, 6668, 6318, 4979, 4035, 37001, 104_145, 20_046])
    func `systems of longitude and latitude are told`(id: Int) {
        #expect(SpatialReference(wkid: id).isInDegrees)
    }

    @Test(arguments: [3857, 102_100, 4547, 4647, 4978, 4807, 2154, 25832, 27700, 32632, 31370, 5514, 0, -1, .min, .max])
    func `projected and geocentric ones, those in grades, and what is none, are not`(id: Int) {
        #expect(!SpatialReference(wkid: id).isInDegrees)
    }

    @Test func `on the ground nothing is measured beyond a pole`() throws {
        let path = [Position(x: 0, y: 89), Position(x: 0, y: 91)]
        let line = Geometry.polyline(Polyline(paths: [path], spatialReference: .wgs84))
        #expect(throws: GeometryError.self) { try line.geodesicLength() }
        let projected = Geometry.polyline(Polyline(paths: [path], spatialReference: SpatialReference(wkid: 4547)))
        #expect(throws: GeometryError.self) { try projected.geodesicLength() }
    }
}
