import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

struct GeoprocessingValueTests {
    private static let url = URL(string: "http://localhost/file.tif")!
    private static let place = Geometry.point(MapPoint(x: 1, y: 2, spatialReference: .wgs84))

    private static let all: [GeoprocessingValue] = [
        .string("text"), .string(""), .long(-4_503_599_627_370_495), .double(0.1), .boolean(true),
        .date(Date(timeIntervalSince1970: -12.345)), .linearUnit(GeoprocessingLinearUnit(distance: 1.5, units: .nauticalMiles)),
        .arealUnit(GeoprocessingArealUnit(area: 2, units: .hectares)), .timeUnit(GeoprocessingTimeUnit(time: 3, units: .weeks)),
        .features(
            GeoprocessingFeatures(
                FeatureSet(
                    fields: [Field("N", type: .integer)], features: [Feature(attributes: ["N": 1], geometry: place)],
                    spatialReference: .wgs84, exceededTransferLimit: true))),
        .features(GeoprocessingFeatures(layer: url, whereClause: "N > 1")),
        .table(GeoprocessingFeatures(FeatureSet(features: [Feature(attributes: ["A": "b"])]))),
        .raster(GeoprocessingRaster(.url(url), format: "tif", type: "ImageService")),
        .dataFile(GeoprocessingDataFile(.uploaded(itemID: "i1"))), .dataFile(GeoprocessingDataFile(.portalItem(id: "p1"))),
        .dataFile(GeoprocessingDataFile(url: URL(string: "http://localhost/file.zip?key=abc123&hasSignature=1")!)),
        .multiValue([.long(1), .long(2)]), .multiValue([]), .valueTable([["a", 1], ["column": true]]),
        .composite(.double(2)), .field(Field("N", type: .double, alias: "number")), .spatialReference(.webMercator),
        .extent(Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .wgs84)),
        .mapImage(GeoprocessingMapImage(url: url, width: 4, height: 5, scale: 1000)),
        .unknown(dataType: "GPNew", ["a": [1, "b"]]), .unknown(dataType: "GPLong", .null),
    ]

    @Test(arguments: all) func `a value is read as it was written, with its type`(value: GeoprocessingValue) throws {
        #expect(try JSONValue(encoding: value).decode(GeoprocessingValue.self) == value)
        let read = try GeoprocessingValue(esriJSON: value.esriJSON, type: value.dataType)
        #expect(read == value)
    }

    @Test func `features of which some lack a height are kept in a job's record`() throws {
        let line = Polyline(paths: [[Position(x: 1, y: 2, z: 3), Position(x: 1, y: 2), Position(x: 4, y: 5, m: 6)]])
        let features = GeoprocessingFeatures(FeatureSet(features: [Feature(attributes: ["A": 1], geometry: .polyline(line))]))
        for value in [GeoprocessingValue.features(features), .composite(.features(features))] {
            #expect(try JobRecord.storable(value).decode(GeoprocessingValue.self) == value)
            #expect(value.esriJSON.text().contains("[1,2,null,null]"))
        }
    }

    @Test func `each type has a getter, which sees through composites`() {
        #expect(GeoprocessingValue.composite(.composite(.long(3))).long == 3)
        #expect(GeoprocessingValue.long(3).double == 3 && GeoprocessingValue.double(3).long == 3)
        #expect(GeoprocessingValue.double(1e300).long == nil && GeoprocessingValue.string("3").long == nil)
        #expect(Self.all.filter { $0.features != nil }.count == 2 && Self.all.filter { $0.table != nil }.count == 1)
        #expect(Self.all.filter(\.isEmpty).count == 1 && Self.all.compactMap(\.values).count == 2)
    }

    @Test(arguments: [
        (
            "\"100 Meters\"", GeoprocessingDataType.linearUnit,
            GeoprocessingValue.linearUnit(GeoprocessingLinearUnit(distance: 100, units: .meters))
        ),
        ("{\"Distance\":\"5\"}", .linearUnit, .linearUnit(GeoprocessingLinearUnit(distance: 5, units: .meters))),
        ("\"3 Months\"", .timeUnit, .timeUnit(GeoprocessingTimeUnit(time: 3, units: .months))),
        ("\"12\"", .long, .long(12)), ("12.0", .long, .long(12)), ("\"true\"", .boolean, .boolean(true)),
        ("\"1970-01-01T00:00:01\"", .date, .date(Date(timeIntervalSince1970: 1))),
        ("\"1970-01-01T00:00:01.500\"", .date, .date(Date(timeIntervalSince1970: 1.5))),
        ("{\"date\":\"1970-01-01T00:00:02Z\"}", .date, .date(Date(timeIntervalSince1970: 2))),
        ("4326", .spatialReference, .spatialReference(.wgs84)), ("null", .double, .unknown(dataType: "GPDouble", .null)),
    ])
    func `servers' other spellings mean the same`(text: String, type: GeoprocessingDataType, value: GeoprocessingValue) throws {
        #expect(try GeoprocessingValue(esriJSON: JSONValue(parsing: text), type: type) == value)
    }

    @Test(arguments: [
        ("1e300", GeoprocessingDataType.long), ("\"NaN\"", .double), ("2", .boolean), ("1e300", .date), ("\"yesterday\"", .date),
        ("\"many Meters\"", .linearUnit), ("{\"units\":\"esriMeters\"}", .linearUnit), ("{}", .features), ("[]", .features),
        ("{\"features\":{}}", .features), ("{\"features\":[{\"geometry\":{\"x\":1}}]}", .features), ("{}", .dataFile),
        ("{\"url\":\"file:///etc/passwd\"}", .dataFile), ("{\"url\":\"\"}", .raster), ("{}", .multiValue(of: .long)),
        ("[1,\"x\"]", .multiValue(of: .long)), ("{}", .field), ("{\"mapImage\":{}}", .raster),
    ])
    func `what is no value of its type is refused`(text: String, type: GeoprocessingDataType) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: TransportError.self) { try GeoprocessingValue(esriJSON: json, type: type) }
    }

    @Test func `values that nest without end are refused`() {
        var json: JSONValue = 1
        for _ in 0..<500 { json = ["dataType": "GPComposite", "value": json] }
        #expect(throws: TransportError.self) { try GeoprocessingValue(esriJSON: json, type: .composite) }
        let type = GeoprocessingDataType(rawValue: String(repeating: "GPMultiValue:", count: 500) + "GPLong")
        let lists = (0..<500).reduce(JSONValue.integer(1)) { inner, _ in [inner] }
        #expect(throws: TransportError.self) { try GeoprocessingValue(esriJSON: lists, type: type) }
    }

    @Test func `a secret that a server puts into an address is not kept`() throws {
        let json: JSONValue = ["url": "http://localhost/file.txt?token=hush"]
        let file = try #require(try GeoprocessingValue(esriJSON: json, type: .dataFile).dataFile)
        #expect(file.url?.absoluteString == "http://localhost/file.txt")
    }
}
