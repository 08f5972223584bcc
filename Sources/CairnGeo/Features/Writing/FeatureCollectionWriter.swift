import CairnCore

/// Writes a GeoJSON feature collection while its features come, which are in WGS 84: what has been written can be taken at any time.
package struct FeatureCollectionWriter: FeatureWriter {
    private var json = JSONBytes()
    private let attributes: AttributesWriter
    private let hasZ: Bool
    private let objectIDField: String?
    private let isForPeople: Bool
    private var isFirst: Bool

    /// - Parameters:
    ///   - fields: The properties.
    ///   - objectIDField: The field whose values are the features' ids; nil if they have none.
    ///   - hasZ: Whether heights are written.
    ///   - isForPeople: Whether each feature is on a line of its own, and moments are ISO 8601, not the milliseconds of services.
    ///   - isContinued: Whether there are features before these, written by another.
    package init(
        _ fields: [Field], objectIDField: String?, hasZ: Bool = false, isForPeople: Bool = false, isContinued: Bool = false
    ) {
        attributes = AttributesWriter(fields, momentsAsText: isForPeople)
        (self.objectIDField, self.hasZ, self.isForPeople) = (objectIDField, hasZ, isForPeople)
        isFirst = !isContinued
        if !isContinued { json.append(Self.opening) }
    }

    /// What every collection begins with.
    package static let opening: StaticString = "{\"type\":\"FeatureCollection\",\"features\":["

    /// Adds a feature.
    package mutating func append(_ feature: Feature) {
        json.separate(&isFirst)
        if isForPeople { json.append("\n") }
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
        if isForPeople { json.append("\n") }
        // Where ArcGIS Online says so, and where others do.
        json.append(
            exceededTransferLimit ? "],\"exceededTransferLimit\":true,\"properties\":{\"exceededTransferLimit\":true}}" : "]}")
    }

    /// How many bytes nobody has taken yet.
    package var count: Int { json.count }
    /// The bytes that have been written since they were last taken.
    package mutating func take() -> [UInt8] { json.take() }
}
