import CairnCore
import CairnGeo
import Testing

struct GeometryJSONTests {
    @Test(arguments: [
        #"{"x":1,"y":2,"spatialReference":{"wkid":4326}}"#,
        #"{"x":1,"y":2,"z":3,"m":4}"#,
        #"{"points":[[1,2],[3,4]]}"#,
        #"{"paths":[[[1,2],[3,4]],[[5,6],[7,8]]],"spatialReference":{"latestWkid":3857,"wkid":102100}}"#,
        #"{"hasZ":true,"paths":[[[1,2,3],[4,5,6]]]}"#,
        #"{"hasM":true,"paths":[[[1,2,3],[4,5,6]]]}"#,
        #"{"hasM":true,"hasZ":true,"rings":[[[0,0,1,2],[0,1,1,2],[1,0,1,2],[0,0,1,2]]]}"#,
        #"{"xmax":3,"xmin":1,"ymax":4,"ymin":2}"#,
    ])
    func `Esri JSON reads back as it was written`(text: String) throws {
        let json = try JSONValue(parsing: text)
        let geometry = try Geometry(esriJSON: json)
        #expect(try Geometry(esriJSON: geometry.esriJSON) == geometry)
        #expect(try JSONValue(parsing: geometry.esriJSON.text()) == json)
    }

    @Test(arguments: [
        #"{"type":"Point","coordinates":[1.5,2]}"#,
        #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#,
        #"{"type":"LineString","coordinates":[[1,2,9],[3,4,8]]}"#,
        #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]}"#,
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}"#,
    ])
    func `GeoJSON reads back as it was written`(text: String) throws {
        let json = try JSONValue(parsing: text)
        let written = try Geometry(geoJSON: json).geoJSON()
        #expect(try JSONValue(parsing: written.text()) == JSONValue(parsing: json.text()))
    }

    @Test func `outer rings are clockwise in Esri JSON and counter-clockwise in GeoJSON`() throws {
        let json = try JSONValue(parsing: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#)
        guard case .polygon(let polygon) = try Geometry(geoJSON: json) else { return #expect(Bool(false)) }
        #expect(polygon.rings[0].map(\.x) == [0, 1, 1, 0])
        #expect(polygon.rings[0].map(\.y) == [0, 1, 0, 0])
    }

    @Test func `a hole goes to the smallest ring around it and a stray hole is kept`() {
        func square(_ origin: Double, _ size: Double) -> [Position] {
            [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map { Position(x: origin + $0.0 * size, y: origin + $0.1 * size) }
        }
        let polygon = Geometry.Polygon(rings: [
            square(0, 100), square(10, 30), square(15, 5).reversed(), square(500, 1).reversed(),
        ])
        let areas = polygon.areas
        #expect(areas.count == 3)
        #expect(areas[0].holes.isEmpty && areas[1].holes.count == 1)
    }

    @Test(arguments: [#"{"x":"NaN","y":"NaN"}"#, #"{"x":null,"y":null}"#])
    func `empty points are read as empty`(text: String) throws {
        guard case .point(let point) = try Geometry(esriJSON: JSONValue(parsing: text)) else { return #expect(Bool(false)) }
        #expect(point.isEmpty)
        #expect(Geometry.point(point).extent == nil)
        #expect(try Geometry.point(point).geoJSON() == .null)
    }

    @Test(arguments: [
        "{}", #"{"paths":[[["a",2]]]}"#, #"{"rings":[3]}"#, #"{"points":[[1]]}"#, #"{"curvePaths":[]}"#, #"{"xmin":1}"#,
        "[]", "null",
    ])
    func `what is no geometry is refused`(text: String) {
        #expect(throws: GeometryError.self) { try Geometry(esriJSON: JSONValue(parsing: text)) }
    }

    @Test func `Web Mercator is written to GeoJSON in degrees`() throws {
        let point = MapPoint(x: 20037508.342789244, y: 0, spatialReference: .webMercator)
        #expect(try Geometry.point(point).geoJSON()["coordinates"]?[0]?.double == 180)
    }
}
