public import CairnCore

/// A thing with attributes and, mostly, a place.
public struct Feature: Sendable, Hashable {
    /// The attributes by name.
    public var attributes: Attributes
    /// The place; nil for rows of tables.
    public var geometry: Geometry?

    /// A feature.
    public init(attributes: Attributes = [:], geometry: Geometry? = nil) {
        self.attributes = attributes
        self.geometry = geometry
    }

    /// The value of the field of object ids, however that is written; nil if it has none.
    package func objectID(_ field: String) -> Int? { attributes.value(ofAnyCase: field)?.int }

    /// The feature as a GeoJSON `Feature`.
    public func geoJSON() throws -> JSONValue {
        [
            "type": "Feature", "geometry": try geometry?.geoJSON() ?? .null,
            "properties": attributes.esriJSON,
        ]
    }
}
