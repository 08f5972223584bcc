import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

struct FeatureSetTests {
    let text = """
        {"fields":[{"name":"when","type":"esriFieldTypeDate"},{"name":"new","type":"esriFieldTypeFuture"}],
         "spatialReference":{"wkid":4326},"hasZ":true,"exceededTransferLimit":true,
         "features":[{"attributes":{"when":1500000000000,"name":"Ä","count":3,"share":0.5,"none":null},
                      "geometry":{"paths":[[[1,2,3],[4,5,6]]]}},{"attributes":{}}]}
        """

    @Test func `a feature set reads attributes by the types of their fields`() throws {
        let set = try FeatureSet(esriJSON: JSONValue(parsing: text))
        #expect(set.features[0].attributes["when"] == .date(Date(timeIntervalSince1970: 1_500_000_000)))
        #expect(set.features[0].attributes["none"] == .null)
        #expect(set.features[0].attributes["count"]?.int == 3)
        #expect(set.fields[1].type.rawValue == "esriFieldTypeFuture")
        #expect(set.exceededTransferLimit)
        guard case .polyline(let line) = set.features[0].geometry else { return #expect(Bool(false)) }
        #expect(line.paths[0][0].z == 3)
        #expect(line.spatialReference == .wgs84)
        #expect(set.features[1].geometry == nil)
    }

    @Test func `a feature set reads back as it was written`() throws {
        let set = try FeatureSet(esriJSON: JSONValue(parsing: text))
        #expect(try FeatureSet(esriJSON: set.esriJSON) == set)
    }

    @Test func `attributes are texts that people can read`() {
        #expect(AttributeValue.double(3).text == "3")
        #expect(AttributeValue.double(0.25).text == "0.25")
        #expect(AttributeValue.null.text == "")
        #expect(AttributeValue.date(Date(timeIntervalSince1970: 0)).text == "1970-01-01T00:00:00Z")
    }

    @Test func `a moment as text keeps its milliseconds, and tells of none where there are none`() throws {
        func text(_ milliseconds: Int) -> String { AttributeValue.date(Date(wholeMilliseconds: milliseconds)).text }
        #expect(text(1) == "1970-01-01T00:00:00.001Z" && text(-1) == "1969-12-31T23:59:59.999Z")
        #expect(text(1_600_000_000_120) == "2020-09-13T12:26:40.120Z" && text(-2000) == "1969-12-31T23:59:58Z")
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var random = SeededGenerator(seed: 14)
        for _ in 0..<2000 {
            let milliseconds = Int.random(in: -60_000_000_000_000...250_000_000_000_000, using: &random)
            let read = try Date(text(milliseconds), strategy: milliseconds % 1000 == 0 ? .iso8601 : style)
            #expect(abs(read.timeIntervalSince1970 * 1000 - Double(milliseconds)) < 0.6, "\(milliseconds)")
        }
        // Years that nobody can write are no trap.
        for seconds in [1e300, -1e300, .infinity, .nan] { _ = AttributeValue.date(Date(timeIntervalSince1970: seconds)).text }
    }
}
