public import CairnCore

/// A thing with attributes and, mostly, a place.
public struct Feature: Sendable, Hashable {
    /// The attributes by name.
    public var attributes: [String: AttributeValue]
    /// The place; nil for rows of tables.
    public var geometry: Geometry?

    /// A feature.
    public init(attributes: [String: AttributeValue] = [:], geometry: Geometry? = nil) {
        self.attributes = attributes
        self.geometry = geometry
    }

    /// The feature as a GeoJSON `Feature`.
    public func geoJSON() throws -> JSONValue {
        [
            "type": "Feature", "geometry": try geometry?.geoJSON() ?? .null,
            "properties": .object(attributes.mapValues(\.esriJSON)),
        ]
    }
}
