import CairnCore
import CairnGeo
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
}
