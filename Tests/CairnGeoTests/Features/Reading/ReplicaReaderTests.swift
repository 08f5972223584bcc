import CairnCore
import Foundation
import Testing

@testable import CairnGeo

struct ReplicaReaderTests {
    private let table = FeatureTableDefinition("Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)

    /// What is in a document that comes in pieces, in words.
    private func read(_ text: String, by size: Int, tables: [Int: FeatureTableDefinition]) throws -> [String] {
        var (reader, items) = (ReplicaReader(tables: tables), [ReplicaItem]())
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            try reader.read(into: &items)
        }
        reader.finish()
        try reader.read(into: &items)
        return items.map { item in
            switch item {
            case .member(let name, let value): "\(name)=\(value.text())"
            case .partMember(let part, let name, let value): "\(part).\(name)=\(value.text())"
            case .feature(let part, let list, let feature):
                "\(part).\(list) \(feature.attributes["NAME"]?.text ?? "") \(feature.geometry == nil ? "nowhere" : "somewhere")"
            case .passedFeature(let part, let list): "\(part).\(list) passed"
            case .element(let part, let list, let value): "\(part).\(list) \(value.text())"
            }
        }
    }

    private let text = """
        {"replicaServerGen":9007199254740993,"layers":[{"attachments":[{"name":"a"}],"features":[{"attributes":{"NAME":"ö"},"geometry":{"x":1,"y":2}},
        {"geometry":null,"attributes":{"NAME":"b"}}],"id":3},{}],"edits":[{"id":4,"features":{"adds":[{"attributes":{"NAME":"c"}}],"deleteIds":["x"],
        "other":1},"addResults":[{"success":true}],"attachments":{"adds":[],"addResults":[1]}}],"last":{"edits":[]}}
        """

    @Test func `the pieces in which a document comes do not matter`() throws {
        let expected = [
            "replicaServerGen=9007199254740993", "layers=[]", "0.attachments=[]", "0.attachments {\"name\":\"a\"}",
            "0.features=[]",
            "0.features ö somewhere", "0.features b nowhere", "0.id=3", "edits=[]", "2.id=4", "2.features.adds=[]",
            "2.features.adds passed", "2.features.deleteIds=[]", "2.features.deleteIds \"x\"",
            "2.addResults=[]", "2.addResults {\"success\":true}", "2.attachments.adds=[]", "2.attachments.addResults=[]",
            "2.attachments.addResults 1",
        ]
        for size in 1...text.utf8.count { #expect(try read(text, by: size, tables: [0: table]) == expected, "\(size)") }
    }

    @Test func `what is cut off, or something else, is refused`() throws {
        let length = text.utf8.count
        for end in 0..<length {
            let part = String(decoding: Array(text.utf8)[..<end], as: UTF8.self)
            #expect(throws: (any Error).self) { try read(part, by: 7, tables: [0: table]) }
        }
        for wrong in [
            "[]", "{\"layers\":[1]}", "{\"layers\":[{\"features\":[{]}]}", "{\"layers\":[{}]} {}",
            "{\"layers\":[{\"features\":[{\"geometry\":7}]}]}",
        ] {
            #expect(throws: (any Error).self) { try read(wrong, by: 5, tables: [0: table]) }
        }
    }
}
