import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// What is written is read by the reader of trees, which shares no line with the writer.
struct FeatureSetWriterTests {
    private func written(_ features: [Feature], _ header: FeatureSetWriter.Header) -> [UInt8] {
        var writer = FeatureSetWriter(header)
        var bytes: [UInt8] = []
        for (place, feature) in features.enumerated() {
            writer.append(feature)
            if place.isMultiple(of: 3) { bytes += writer.take() }
        }
        writer.finish(exceededTransferLimit: false)
        return bytes + writer.take()
    }

    private func values(_ values: [AttributeValue]) throws -> [AttributeValue] {
        let features = values.map { Feature(attributes: ["V": $0]) }
        let bytes = written(features, FeatureSetWriter.Header(fields: [Field("V")]))
        return try FeatureSet(esriJSON: try JSONValue(parsing: bytes)).features.map { $0.attributes["V"] ?? .null }
    }

    private static func anyDouble(_ random: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: Double(bitPattern: random.next())
        case 1: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1e6
        case 2: Double(Int.random(in: -9_999_999_999...9_999_999_999, using: &random)) / 1e7
        case 3: Double(Int.random(in: -1000...1000, using: &random))
        case 4: Double.random(in: -180...180, using: &random)
        default: Double(Int.random(in: Int.min...Int.max, using: &random))
        }
    }

    private static let special = [
        0, -0.0, 1e15, 1e16, 999_999_999_999_999, 1e21, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e-7,
        123_456_789.123_456_789,
    ]

    @Test func `numbers come back as they were, and are written as short as Swift writes them`() throws {
        var random = SeededGenerator(seed: 1)
        let numbers = Self.special + (0..<rounds(20_000)).map { _ in Self.anyDouble(&random) }
        let finite = numbers.filter(\.isFinite)
        let read = try values(finite.map { .double($0) })
        for (one, other) in zip(finite, read) where one.bitPattern != other.double?.bitPattern {
            Issue.record("\(one) became \(other)")
        }
        var header = FeatureSetWriter.Header(fields: [])
        header.geometryType = .point
        for number in finite {
            var writer = FeatureSetWriter(header)
            _ = writer.take()
            writer.append(Feature(geometry: .point(MapPoint(x: number, y: 1))))
            let text = String(decoding: writer.take(), as: UTF8.self)
            let digits = text.dropFirst("{\"attributes\":{},\"geometry\":{\"x\":".count).prefix { $0 != "," }
            #expect(Double(digits) == number)
            func significant(_ text: some StringProtocol) -> Int {
                text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
            }
            #expect(significant(digits) <= significant(number.description), "\(digits) \(number)")
        }
    }

    @Test func `whole numbers beyond 2^53 are exact`() throws {
        let numbers = [Int.max, .min, 9_007_199_254_740_993, -9_007_199_254_740_993, 0, -1, 10, 99, 100]
        #expect(try values(numbers.map { .integer($0) }) == numbers.map { .integer($0) })
    }

    @Test func `what is no number is null`() throws {
        #expect(try values([.double(.nan), .double(.infinity), .double(-.infinity)]) == [.null, .null, .null])
    }

    @Test func `any text comes back as it was`() throws {
        var random = SeededGenerator(seed: 4)
        let texts = (0..<rounds(500)).map { _ in
            String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...40, using: &random)).map { _ in
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: Unicode.Scalar(UInt8.random(in: 0...127, using: &random))
                        case 1: Unicode.Scalar(UInt32.random(in: 0...0xD7FF, using: &random)) ?? "a"
                        default: Unicode.Scalar(UInt32.random(in: 0xE000...0x10FFFF, using: &random)) ?? "b"
                        }
                    }))
        }
        let read = try values(texts.map { .string($0) })
        for (one, other) in zip(texts, read) {
            #expect(other.string.map { Array($0.utf8) } == Array(one.utf8))
        }
    }

    @Test func `names are escaped, and values stand by them whatever their order`() throws {
        let fields = [Field("a\"b"), Field("c\\d\n"), Field("é")]
        let features = [
            Feature(attributes: ["a\"b": 1, "c\\d\n": "x", "é": 2.5]), Feature(attributes: ["é": 7.5, "a\"b": 3]), Feature(),
        ]
        let json = try JSONValue(parsing: written(features, FeatureSetWriter.Header(fields: fields)))
        let rows = json["features"]?.array?.map { $0["attributes"] }
        #expect(
            rows == [
                ["a\"b": 1, "c\\d\n": "x", "é": 2.5], ["a\"b": 3, "c\\d\n": .null, "é": 7.5],
                ["a\"b": .null, "c\\d\n": .null, "é": .null],
            ])
    }

    @Test func `moments are whole milliseconds, before 1970 too`() throws {
        let dates = [0.0, -1.5, 1e9, 253_402_300_799, -62_135_596_800].map {
            AttributeValue.date(Date(timeIntervalSince1970: $0))
        }
        #expect(try values(dates) == [0, -1500, 1_000_000_000_000, 253_402_300_799_000, -62_135_596_800_000])
    }

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func `vertices have the numbers that are asked for`(hasZ: Bool, hasM: Bool) throws {
        let positions = [
            Position(x: 1, y: 2, z: 3, m: 4), Position(x: 5.5, y: 6), Position(x: .nan, y: 1), Position(x: 7, y: 8, z: .nan),
        ]
        let shapes: [Geometry] = [
            .polyline(Polyline(paths: [positions, []])), .multipoint(Multipoint(points: positions)),
            .polygon(Geometry.Polygon(rings: [positions])),
        ]
        for shape in shapes {
            var header = FeatureSetWriter.Header(fields: [], geometryType: shape.type, spatialReference: .wgs84)
            (header.hasZ, header.hasM) = (hasZ, hasM)
            let bytes = written([Feature(geometry: shape)], header)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("NaN"))
            let found = try FeatureSet(esriJSON: try JSONValue(parsing: bytes)).features[0].geometry
            let expected = shape.positions.filter { $0.x.isFinite }.map {
                Position(x: $0.x, y: $0.y, z: hasZ ? $0.z.flatMap { $0.isNaN ? nil : $0 } : nil, m: hasM ? $0.m : nil)
            }
            #expect(found?.positions == expected)
            #expect(found?.type == shape.type && found?.spatialReference == .wgs84)
        }
    }

    @Test func `a geometry without a place is null`() throws {
        let nowhere: [Geometry] = [.point(MapPoint(x: .nan, y: 1)), .point(MapPoint(x: 1, y: .infinity))]
        let header = FeatureSetWriter.Header(fields: [], geometryType: .point)
        let json = try JSONValue(parsing: written(nowhere.map { Feature(geometry: $0) } + [Feature()], header))
        #expect(json["features"]?.array?.map { $0["geometry"] } == [.null, .null, .null])
    }

    @Test func `a table of 10,000 fields is written`() throws {
        let fields = (0..<10_000).map { Field("F\($0)", type: .integer) }
        let attributes = Attributes(fields.enumerated().map { ($1.name, .integer($0)) })
        let bytes = written(
            [Feature(attributes: attributes), Feature(attributes: attributes)], FeatureSetWriter.Header(fields: fields))
        let set = try FeatureSet(esriJSON: try JSONValue(parsing: bytes))
        #expect(set.features.map(\.attributes) == [attributes, attributes] && set.fields.count == 10_000)
    }
}
