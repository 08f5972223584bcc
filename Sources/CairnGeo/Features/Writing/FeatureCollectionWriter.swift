import CairnCore

/// Writes a GeoJSON feature collection while its features come, which are in WGS 84: what has been written can be taken at any time.
package struct FeatureCollectionWriter: FeatureWriter {
    private var json = JSONBytes()
    private let attributes: AttributesWriter
    private let hasZ: Bool
    private let objectIDField: String?
    private var isFirst = true

    /// - Parameters:
    ///   - fields: The properties.
    ///   - objectIDField: The field whose values are the features' ids; nil if they have none.
    ///   - hasZ: Whether heights are written.
    package init(_ fields: [Field], objectIDField: String?, hasZ: Bool = false) {
        attributes = AttributesWriter(fields)
        (self.objectIDField, self.hasZ) = (objectIDField, hasZ)
        json.append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    /// Adds a feature.
    package mutating func append(_ feature: Feature) {
        json.separate(&isFirst)
        json.append("{\"type\":\"Feature\",")
        if let id = objectIDField.flatMap({ feature.attributes[$0] }), id != .null {
            json.append("\"id\":")
            json.value(id)
            json.append(",")
        }
        json.append("\"geometry\":")
        if let geometry = feature.geometry { json.geoJSON(geometry, hasZ: hasZ) } else { json.append("null") }
        json.append(",\"properties\":")
        attributes.write(feature.attributes, to: &json)
        json.append("}")
    }

    /// Ends the collection.
    ///
    /// - Parameter exceededTransferLimit: Whether there are more features than it has.
    package mutating func finish(exceededTransferLimit: Bool) {
        // Where ArcGIS Online says so, and where others do.
        json.append(
            exceededTransferLimit ? "],\"exceededTransferLimit\":true,\"properties\":{\"exceededTransferLimit\":true}}" : "]}")
    }

    /// How many bytes nobody has taken yet.
    package var count: Int { json.count }
    /// The bytes that have been written since they were last taken.
    package mutating func take() -> [UInt8] { json.take() }
}
