import CairnCore
import CairnGeo
import Foundation
import Testing

/// Whatever writes Esri JSON here, and whatever reads it, against each other.
struct GeometryJSONRoundTripTests {
    /// What is read of a geometry, by the way in which it was written.
    private func readBack(_ geometry: Geometry) throws -> [String: Geometry?] {
        let coded = try JSONDecoder().decode(Geometry.self, from: JSONEncoder().encode(geometry))
        let recorded: Geometry = try JobRecord.storable(geometry).decode()
        let set = FeatureSet(features: [Feature(geometry: geometry)])
        return [
            "text": try Geometry(esriJSON: JSONValue(parsing: geometry.esriJSON.text())),
            "tree": try Geometry(esriJSON: geometry.esriJSON),
            "coder": coded, "record": recorded,
            "set": try FeatureSet(esriJSON: JSONValue(parsing: set.esriJSON.text())).features.first?.geometry,
            "set as a stream": try FeatureSetReader().set(of: Array(set.esriJSON.data())).features.first?.geometry,
            "stream": try FeatureSetReader().set(of: streamed(geometry)).features.first?.geometry,
        ]
    }

    private func streamed(_ geometry: Geometry) -> [UInt8] {
        var header = FeatureSetWriter.Header(fields: [Field("V")], geometryType: geometry.type)
        (header.hasZ, header.hasM) = (geometry.hasZ, geometry.hasM)
        var writer = FeatureSetWriter(header)
        writer.append(Feature(geometry: geometry))
        writer.finish(exceededTransferLimit: false)
        return writer.take()
    }

    private static let shapes: [@Sendable ([Position]) -> Geometry] = [
        { .multipoint(Multipoint(points: $0)) },
        { .polyline(Polyline(paths: [$0, $0.reversed()])) },
        { .polygon(Geometry.Polygon(rings: [$0, []])) },
    ]

    @Test func `a vertex lacks what it lacked, whatever others have`() throws {
        let numbers: [Double?] = [nil, 0, -2.5]
        for heights in numbers.flatMap({ one in numbers.map { [one, $0] } }) {
            for measures in numbers.flatMap({ one in numbers.map { [one, $0] } }) {
                let part = zip(heights, measures).map { Position(x: 1.5, y: 2, z: $0, m: $1) }
                for shape in Self.shapes.map({ $0(part) }) {
                    for (way, read) in try readBack(shape) { #expect(read == shape, "\(way)") }
                }
            }
        }
    }

    @Test func `a height that is no number is none`() throws {
        let (odd, plain) = (Position(x: 1, y: 2, z: .nan, m: 3), Position(x: 1, y: 2, m: 3))
        let point = Geometry.point(MapPoint(odd))
        for (way, read) in try readBack(point) { #expect(read == .point(MapPoint(plain)), "\(way)") }
        for shape in Self.shapes {
            for (way, read) in try readBack(shape([odd, plain])) { #expect(read == shape([plain, plain]), "\(way)") }
        }
    }

    @Test func `a vertex without a place is left out`() throws {
        let (nowhere, place) = (Position(x: .nan, y: .nan), Position(x: 1, y: 2))
        for shape in Self.shapes {
            for (way, read) in try readBack(shape([place, nowhere, place])) { #expect(read == shape([place, place]), "\(way)") }
        }
    }

    @Test(arguments: ["null", "\"NaN\""]) func `both ways to write that a vertex lacks a height are read`(word: String) throws {
        let json = try JSONValue(parsing: #"{"hasZ":true,"hasM":true,"paths":[[[1,2,3,\#(word)],[1,2,\#(word),4]]]}"#)
        let path = [Position(x: 1, y: 2, z: 3), Position(x: 1, y: 2, m: 4)]
        #expect(try Geometry(esriJSON: json) == .polyline(Polyline(paths: [path])))
    }

    @Test func `a height that is missing is null for servers, and text in a job's record, which has no null`() throws {
        let line = Geometry.polyline(Polyline(paths: [[Position(x: 1, y: 2, z: 3), Position(x: 1, y: 2)]]))
        #expect(line.esriJSON.text() == #"{"hasZ":true,"paths":[[[1,2,3],[1,2,null]]]}"#)
        #expect(try JobRecord.storable(line).text() == #"{"hasZ":true,"paths":[[[1,2,3],[1,2,"NaN"]]]}"#)
    }

    @Test(arguments: [Double.nan, 0]) func `an empty rectangle, and an empty point, come back empty`(other: Double) throws {
        let box = Geometry.envelope(Envelope(xMin: .nan, yMin: other, xMax: other, yMax: 1, spatialReference: .wgs84))
        for geometry in [box, .point(MapPoint(x: .nan, y: other, spatialReference: .wgs84))] {
            let coded = try JSONDecoder().decode(Geometry.self, from: JSONEncoder().encode(geometry))
            let text = try Geometry(esriJSON: JSONValue(parsing: geometry.esriJSON.text()))
            for read in [coded, text, try JobRecord.storable(geometry).decode()] {
                #expect(read.extent == nil && read.spatialReference == .wgs84 && read.esriJSON == geometry.esriJSON)
            }
        }
    }

    @Test(arguments: [
        #"{"xmin":null,"ymin":null,"xmax":null,"ymax":null}"#, #"{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}"#,
        #"{"xmin":null}"#, #"{"xmin":"NaN","ymin":null,"xmax":"","ymax":"nan"}"#,
    ])
    func `rectangles of nothing are read as empty`(text: String) throws {
        guard case .envelope(let box) = try Geometry(esriJSON: JSONValue(parsing: text)) else { return #expect(Bool(false)) }
        #expect(box.isEmpty && Geometry.envelope(box).extent == nil)
        #expect(try JSONDecoder().decode(Envelope.self, from: Data(text.utf8)).isEmpty)
    }

    @Test func `a rectangle without end is not read as an empty one`() throws {
        let all = Envelope(xMin: -.infinity, yMin: -.infinity, xMax: .infinity, yMax: .infinity)
        let text = Geometry.envelope(all).esriJSON.text()
        for read in [try Envelope(esriJSON: JSONValue(parsing: text)), try JobRecord.storable(all).decode()] {
            #expect(!read.isEmpty && read.contains(Position(x: 1e300, y: -1e300)))
        }
    }

    @Test(arguments: [Double.infinity, -.infinity])
    func `what lies without end is read back as the farthest there is`(far: Double) throws {
        func parts(_ far: Double) -> [Position] { [Position(x: far, y: 2, z: far, m: far), Position(x: 1, y: far)] }
        let farthest = far > 0 ? Double.greatestFiniteMagnitude : -.greatestFiniteMagnitude
        let points: [(Double) -> Geometry] = [{ .point(MapPoint(Position(x: $0, y: $0, z: $0))) }]
        for shape in Self.shapes.map({ shape in { shape(parts($0)) } }) + points {
            let (wanted, given) = (shape(farthest), shape(far))
            let text = try Geometry(esriJSON: JSONValue(parsing: given.esriJSON.text()))
            for read in [text, try JobRecord.storable(given).decode()] { #expect(read == wanted) }
        }
    }

    @Test func `GeoJSON has no null in the stead of numbers`() throws {
        let odd = [Position(x: 1, y: 2, z: .nan), Position(x: .nan, y: 2), Position(x: 3, y: 4, z: 5)]
        let line = Geometry.polyline(Polyline(paths: [odd], spatialReference: .wgs84))
        #expect(try line.geoJSON().text() == #"{"coordinates":[[1,2],[3,4,5]],"type":"LineString"}"#)
        let nothing = Geometry.envelope(Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: .wgs84))
        #expect(try nothing.geoJSON().text() == #"{"coordinates":[],"type":"Polygon"}"#)
        for geometry in [line, nothing] { #expect(throws: Never.self) { try Geometry(geoJSON: geometry.geoJSON()) } }
    }

    @Test(arguments: [
        #"{"xmin":null,"ymin":1,"xmax":2,"ymax":3}"#, #"{"xmin":1,"ymin":1,"xmax":2,"ymax":"NaN"}"#, #"{"ymin":null}"#,
        #"{"xmin":"west","ymin":1,"xmax":2,"ymax":3}"#, #"{"xmin":[],"ymin":null,"xmax":null,"ymax":null}"#,
    ])
    func `a rectangle with some of its sides is none`(text: String) {
        #expect(throws: GeometryError.self) { try Envelope(esriJSON: JSONValue(parsing: text)) }
    }
}
