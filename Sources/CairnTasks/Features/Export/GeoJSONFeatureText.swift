import CairnCore
import CairnGeo

/// Features as members of a GeoJSON feature collection (RFC 7946).
struct GeoJSONFeatureText: FeatureText {
    static let beginning = "{\"type\":\"FeatureCollection\",\"features\":[\n"
    let head = Self.beginning
    let tail = "\n]}\n"
    private let objectIDField: String

    init(_ table: FeatureTableDefinition) {
        objectIDField = table.objectIDField
    }

    func append(_ feature: Feature, to bytes: inout [UInt8], isFirst: Bool) throws {
        if !isFirst { bytes += ",\n".utf8 }
        var json: [String: JSONValue] = [
            "type": "Feature", "geometry": try feature.geometry?.geoJSON() ?? .null,
            "properties": .object(Dictionary(feature.attributes.map { ($0.name, Self.json($0.value)) }) { first, _ in first }),
        ]
        json["id"] = feature.attributes[objectIDField]?.esriJSON
        bytes += JSONValue.object(json).text().utf8
    }

    /// Moments are text that people, and GDAL, read.
    private static func json(_ value: AttributeValue) -> JSONValue {
        if case .date = value { .string(value.text) } else { value.esriJSON }
    }
}
