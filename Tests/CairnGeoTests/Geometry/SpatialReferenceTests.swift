import CairnCore
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

    private static func read(_ text: String) throws -> SpatialReference? {
        try SpatialReference(esriJSON: JSONValue(parsing: text))
    }

    @Test(arguments: [
        #"{"wkid":4326}"#, #"{"wkid":"4326"}"#, #"{"wkid":4326.0,"latestWkid":"4326"}"#, "4326", #""4326""#,
        #"{"latestWkid":4326}"#,
        #"{"wkid":0,"latestWkid":4326}"#, #"{"wkid":null,"latestWkid":4326,"vcsWkid":5773}"#, #"{"wkid":4326,"latestWkid":0}"#,
        #"{"wkid":4326,"latestWkid":-1}"#, #"{"wkid":4326,"wkt":{}}"#, #"{"wkid":4326,"wkt":" "}"#,
        #"{"wkid":4326,"wkt":"GEOGCS[]"}"#,
    ])
    func `an id is read however it is written`(text: String) throws {
        let reference = try Self.read(text)
        #expect(reference == .wgs84 && reference?.wkid == 4326)
    }

    @Test(arguments: [
        #"{"wkt":"PROJCS[]"}"#, #"{"wkid":0,"wkt":"PROJCS[]"}"#, #"{"wkid":null,"wkt":"PROJCS[]"}"#,
        #"{"wkid":-1,"wkt":"PROJCS[]"}"#,
        #"{"wkt2":"PROJCS[]"}"#, #"{"wkt":"","wkt2":"PROJCS[]"}"#, #"{"wkt":"PROJCS[]","wkt2":"PROJCRS[]"}"#,
    ])
    func `a text is read where there is no id`(text: String) throws {
        #expect(try Self.read(text) == SpatialReference(wkt: "PROJCS[]"))
    }

    @Test(arguments: [#"{"wkid":-5}"#, "-5", #"{"latestWkid":-5}"#, #"{"wkid":"-5","wkt":""}"#])
    func `an id of which nothing can be known is kept, and is no other`(text: String) throws {
        let reference = try #require(try Self.read(text))
        #expect(reference.wkid == -5 && reference != .wgs84)
        #expect(try SpatialReference(esriJSON: reference.esriJSON) == reference)
    }

    @Test(arguments: [
        "null", "{}", "[]", #""""#, #"{"wkid":null}"#, #"{"wkid":0}"#, "0", #"{"wkid":"","latestWkid":null,"wkt":""}"#,
    ])
    func `what says nothing is no reference, and no error`(text: String) throws {
        #expect(try Self.read(text) == nil)
        let json = try JSONValue(parsing: "{\"x\":1,\"y\":2,\"spatialReference\":\(text)}")
        #expect(try Geometry(esriJSON: json, spatialReference: .wgs84).spatialReference == .wgs84)
    }

    @Test(arguments: [
        #"{"wkid":"x"}"#, #"{"wkid":1e300}"#, #"{"wkid":1.5}"#, #"{"wkid":true}"#, #"{"wkid":{}}"#,
        #"{"foo":1}"#,
        #"{"wkid":4326,"latestWkid":"x"}"#, #"{"wkt":5}"#, "1e300", "true", #""WGS 84""#, "[4326]",
    ])
    func `what is none is told by what was found, wherever it stands`(text: String) throws {
        let own = "\"spatialReference\":\(text)"
        let box = "\"xmin\":1,\"ymin\":1,\"xmax\":2,\"ymax\":2"
        let reads: [() throws -> Void] = [
            { _ = try Self.read(text) },
            { _ = try Geometry(esriJSON: JSONValue(parsing: "{\"x\":1,\"y\":2,\(own)}")) },
            { _ = try Envelope(esriJSON: JSONValue(parsing: "{\(box),\(own)}")) },
            { _ = try FeatureSet(esriJSON: JSONValue(parsing: "{\(own)}")) },
            { _ = try FeatureSetReader().set(of: Array("{\(own),\"fields\":[],\"features\":[]}".utf8)) },
            { _ = try FeatureSetReader().set(of: Array("{\"features\":[],\(own)}".utf8)) },
            { _ = try FeatureSetReader().set(of: Array("{\"features\":[{\"geometry\":{\"x\":1,\"y\":2,\(own)}}]}".utf8)) },
        ]
        let found = try JSONValue(parsing: text).text().printable(upTo: 40)
        for read in reads {
            let error = #expect(throws: GeometryError.self) { try read() }
            #expect(error?.description.contains("its spatial reference, \(found), is none") == true)
        }
    }

    @Test func `on the ground nothing is measured beyond a pole`() throws {
        let path = [Position(x: 0, y: 89), Position(x: 0, y: 91)]
        let line = Geometry.polyline(Polyline(paths: [path], spatialReference: .wgs84))
        #expect(throws: GeometryError.self) { try line.geodesicLength() }
        let projected = Geometry.polyline(Polyline(paths: [path], spatialReference: SpatialReference(wkid: 4547)))
        #expect(throws: GeometryError.self) { try projected.geodesicLength() }
    }
}
