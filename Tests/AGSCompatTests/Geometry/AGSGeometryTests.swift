import AGSCompat
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSGeometryTests {
    private func geometries(_ random: inout SeededGenerator) -> [AGSGeometry] {
        let (hasZ, hasM) = (Bool.random(using: &random), Bool.random(using: &random))
        let points = (0..<5).map { _ in
            func number() -> Double { (Double.random(in: -100...100, using: &random) * 8).rounded() / 8 }
            return AGSPoint(
                x: number(), y: number(), z: hasZ ? number() : .nan, m: hasM ? number() : .nan, spatialReference: .webMercator())
        }
        return [
            points[0], AGSMultipoint(points: points), AGSPolyline(points: points), AGSPolygon(points: points),
            AGSEnvelope(min: points[0], max: points[1]),
        ]
    }

    @Test func `what is written as JSON is read as it was, by its own class and by the common one`() throws {
        var random = SeededGenerator(seed: 131)
        for _ in 0..<100 {
            for geometry in geometries(&random) {
                let json = try geometry.toJSON()
                #expect(PropertyListSerialization.propertyList(json, isValidFor: .xml))
                let read = try #require(try AGSGeometry.fromJSON(json) as? AGSGeometry)
                #expect(read == geometry && read.isEqual(to: geometry) && read.hash == geometry.hash)
                #expect(read.hasZ == geometry.hasZ && read.hasM == geometry.hasM && read.unknownJSON == nil)
                #expect(try type(of: geometry).fromJSON(json) as? AGSGeometry == geometry)
            }
        }
    }

    @Test func `coordinates are read back from JSON to the last bit`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<rounds(2000) {
            let builder = AGSPolygonBuilder(spatialReference: .webMercator())
            for _ in 0..<4 {
                builder.addPointWith(
                    x: Double.random(in: -2e7...2e7, using: &random), y: Double.random(in: -1e-3...1e-3, using: &random))
            }
            let polygon = builder.toGeometry()
            let read = try AGSPolygon.fromJSON(try polygon.toJSON()) as? AGSGeometry
            #expect(read?.isEqual(to: polygon) == true)
            let data = try JSONSerialization.data(withJSONObject: try polygon.toJSON())
            #expect(!data.isEmpty)
        }
    }

    @Test func `what a vertex lacks beside others, and what is empty, is read from JSON as it was`() throws {
        let (high, flat) = (AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: nil), AGSPoint(x: 5, y: 6, spatialReference: nil))
        let nowhere = AGSPoint(x: .nan, y: .nan, spatialReference: nil)
        let shapes = [
            AGSMultipoint(points: [high, flat]), AGSPolyline(points: [flat, high]), AGSPolygon(points: [high, flat, flat]),
        ]
        for geometry in shapes {
            let json = try geometry.toJSON()
            #expect(PropertyListSerialization.propertyList(json, isValidFor: .xml))
            let data = try JSONSerialization.data(withJSONObject: json)
            #expect(try AGSGeometry.fromJSON(JSONSerialization.jsonObject(with: data)) as? AGSGeometry == geometry)
        }
        for geometry in [nowhere, nowhere.extent] {
            let data = try JSONSerialization.data(withJSONObject: geometry.toJSON())
            let read = try type(of: geometry).fromJSON(JSONSerialization.jsonObject(with: data)) as? AGSGeometry
            #expect(read?.isEmpty == true)
        }
    }

    @Test func `a system that is none is told by what was found`() throws {
        #expect(try AGSSpatialReference.fromJSON(["wkid": "4326"]) as? AGSSpatialReference == .wgs84())
        let wrong: [([String: Any], String)] = [
            (["wkid": -5], "neither a wkid nor a wkt"), (["foo": 1], #"{"foo":1}"#), ([:], "neither a wkid nor a wkt"),
        ]
        for (json, words) in wrong {
            let error = #expect(throws: NSError.self) { try AGSSpatialReference.fromJSON(json) }
            #expect(error?.code == AGSErrorCode.commonInvalidJSON.rawValue)
            #expect(error?.localizedDescription.contains(words) == true)
        }
    }

    @Test func `JSON of another kind, and what is none, is refused`() throws {
        let point = try AGSPoint(x: 1, y: 2, spatialReference: nil).toJSON()
        let refused: [() throws -> Any] = [
            { try AGSPolygon.fromJSON(point) }, { try AGSGeometry.fromJSON("POINT (1 2)") },
            { try AGSGeometry.fromJSON(NSNull()) },
            { try AGSGeometry.fromJSON(["paths": "none"]) }, { try AGSGeometry.fromJSON(["curveRings": [Any]()]) },
            { try AGSSpatialReference.fromJSON([Any]()) }, { try AGSGeometry.fromJSON(["x": Date(), "y": 1] as [String: Any]) },
        ]
        for read in refused {
            let error = #expect(throws: NSError.self) { try read() }
            #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidJSON.rawValue)
        }
    }

    @Test func `a geometry within a tolerance of another is equal to it`() {
        var random = SeededGenerator(seed: 132)
        for geometry in geometries(&random) {
            let moved = AGSGeometryEngine.geometry(bySettingM: 3, in: geometry)
            #expect(moved.map { geometry.isEqual(to: $0, tolerance: 0) } == true)
        }
        let (here, there) = (AGSPoint(x: 1, y: 1, spatialReference: nil), AGSPoint(x: 1, y: 2, spatialReference: nil))
        #expect(here.isEqual(to: there, tolerance: 1) && !here.isEqual(to: there, tolerance: 0.9))
        #expect(!here.isEqual(to: AGSMultipoint(points: [here]), tolerance: 9) && !here.isEqual(to: there, tolerance: .nan))
    }

    @Test func `the extent knows heights and measures, and of nothing there is none`() {
        let points = [
            AGSPoint(x: 1, y: 2, z: 30, m: 7, spatialReference: .wgs84()),
            AGSPoint(x: 3, y: 1, z: 10, m: 9, spatialReference: .wgs84()),
        ]
        let extent = AGSPolyline(points: points).extent
        #expect(extent.zMin == 10 && extent.zMax == 30 && extent.mMin == 7 && extent.mMax == 9 && extent.depth == 20)
        #expect(extent.center == AGSPoint(x: 2, y: 1.5, z: 20, spatialReference: .wgs84()))
        #expect(AGSPolyline(points: []).extent.isEmpty && AGSPolyline(points: []).isEmpty)
        #expect(AGSEnvelope(center: points[0], width: -2, height: 4, depth: 6).zMax == 33)
        let flat = AGSEnvelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: nil)
        #expect(flat.zMin.isNaN && flat.depth.isNaN && !flat.hasZ && flat.width == 2 && flat.center.z.isNaN)
        #expect(points[0].dimension == .point && extent.dimension == .area && extent.extent == extent)
    }

    @Test func `an index that there is nothing at gives what is empty`() {
        let line = AGSPolyline(points: [AGSPointMakeWGS84(1, 2)])
        for index in [-1, 1, Int.max, .min] {
            #expect(line.parts.part(at: index).isEmpty && line.parts[index].startPoint == nil)
            #expect(line.parts[0].point(at: index).isEmpty && line.parts[0].points[index].spatialReference == .wgs84())
        }
        #expect(line.parts.totalPointCount == 1 && line.parts[0].points.index(of: AGSPointMakeWGS84(1, 2)) == 0)
        #expect(line.parts[0].points.index(of: AGSPointMakeWGS84(9, 2)) == NSNotFound)
    }

    @Test func `the vertices of a part are gone through once`() throws {
        let line = AGSPolyline(points: [AGSPointMakeWGS84(1, 2), AGSPointMakeWGS84(3, 4)])
        let vertices = line.parts[0].pointEnumerator()
        #expect(vertices.nextObject()?.isEqual(line.parts[0].point(at: 0)) == true && vertices.allObjects.count == 1)
        #expect(!vertices.hasNextObject() && line.parts[0].points.pointEnumerator().map(\.x) == line.parts[0].map(\.x))
    }

    @Test func `a system says whether it is of degrees, and in what it measures`() throws {
        let (degrees, metres) = (AGSSpatialReference.wgs84(), AGSSpatialReference.webMercator())
        #expect(degrees.isGeographic && !degrees.isProjected && degrees.isPannable && degrees.unit == AGSAngularUnit.degrees())
        #expect(!metres.isGeographic && metres.isPannable && metres.unit == AGSLinearUnit.meters())
        let utm = try #require(AGSSpatialReference(wkid: 32633, verticalWKID: 5773))
        #expect(!utm.isPannable && utm.verticalWKID == 5773 && utm != AGSSpatialReference(wkid: 32633))
        #expect(try AGSSpatialReference.fromJSON(utm.toJSON()) as? AGSSpatialReference == utm)
        let text = "PROJCS[\"Texas\",GEOGCS[\"NAD 27\",UNIT[\"Degree\",0.0174532925199433]],UNIT[\"Foot_US\",0.3048006096012192]]"
        let texas = try #require(AGSSpatialReference(wkText: text))
        #expect(texas.wkText == text && texas.unit.name == "Foot_US" && texas.wkid == 0)
        #expect((texas.unit as? AGSLinearUnit)?.convert(toMeters: 1) == 0.3048006096012192)
        #expect(AGSSpatialReference(wkText: "nonsense") == nil && AGSSpatialReference(wkid: 0) == nil)
        let strange = try #require(AGSSpatialReference(wkText: "PROJCS[\"x\",UNIT[\"Foot\""))
        #expect(strange.unit == AGSLinearUnit.meters())
    }
}
