import CairnCore
import CairnGeo
import Testing

/// Geometries that are none.
struct UnreadableGeometryTests {
    private func read(_ geometry: String, isStrict: Bool = false, attributesFirst: Bool = true) throws -> (Feature, String?) {
        let members = [#""attributes":{"FID":7,"N":1}"#, "\"geometry\":\(geometry)"]
        let feature = (attributesFirst ? members : members.reversed()).joined(separator: ",")
        let text = #"{"objectIdFieldName":"FID","fields":[{"name":"FID","type":"esriFieldTypeOID"}],"features":[{\#(feature)}]}"#
        var reader = FeatureSetReader(isStrict: isStrict)
        var features: [Feature] = []
        for byte in text.utf8 {
            reader.append([byte])
            try reader.read(into: &features)
        }
        reader.finish()
        try reader.read(into: &features)
        return (features[0], reader.troubles[0])
    }

    @Test(arguments: [
        (#""POINT (1 2)""#, "no object"), ("5", "no object"), ("[1,2]", "no object"), ("true", "no object"),
        (#"{"x":1}"#, "no y"), (#"{"y":1}"#, "no x"), (#"{"x":1,"y":null}"#, "no y"), (#"{"x":"NaN","y":1}"#, "no x"),
        (#"{"x":"east","y":1}"#, "its x"), (#"{"x":1,"y":"north"}"#, "its y"), (#"{"x":true,"y":1}"#, "its x"),
        (#"{"x":[1],"y":1}"#, "its x"), (#"{"x":"east","y":1,"id":5}"#, "its x"), (#"{"x":1,"id":5}"#, "no y"),
        (#"{"paths":[[[1,2],[3]]]}"#, "two numbers"), (#"{"rings":[[["a",2]]]}"#, "two numbers"),
    ])
    func `what cannot be read is refused by its feature, and by itself where each is answered for`(text: String, words: String)
        throws
    {
        for attributesFirst in [true, false] {
            let error = #expect(throws: GeometryError.self) { try read(text, attributesFirst: attributesFirst) }
            #expect("\(error as Any)".contains(words) && "\(error as Any)".contains("FID 7"), "\(error as Any)")
            let (feature, trouble) = try read(text, isStrict: true, attributesFirst: attributesFirst)
            // There the value itself is named.
            let own = words.hasPrefix("its ") || text.contains(#""a""#) ? "is no coordinate" : words
            #expect(
                feature.geometry == nil && feature.attributes["FID"] == 7 && trouble?.contains(own) == true, "\(trouble ?? "")")
        }
    }

    @Test(arguments: [
        "null", "{}", #"{"x":null,"y":null}"#, #"{"x":"NaN","y":"NaN"}"#, #"{"x":"NaN"}"#, #"{"x":"","y":""}"#,
        #"{"spatialReference":{"wkid":4326}}"#,
    ])
    func `a geometry without a place is none, or empty`(text: String) throws {
        let (feature, trouble) = try read(text)
        #expect(trouble == nil && feature.geometry?.positions.allSatisfy { $0.x.isNaN } ?? true)
    }

    @Test func `numbers may be texts`() throws {
        #expect(try read(#"{"x":"1.5","y":"2"}"#).0.geometry == .point(MapPoint(x: 1.5, y: 2)))
    }
}
