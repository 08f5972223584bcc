import Cairn
import CairnCore

/// A feature as GeoJSON, on a line of its own.
struct FeatureJSON {
    let json: JSONValue

    /// - Throws: `GeometryError` for coordinates that cannot be brought into WGS 84.
    init(_ feature: Feature) throws {
        let properties = feature.attributes.map { ($0.name, Self.json($0.value)) }
        json = [
            "type": "Feature", "geometry": try feature.geometry?.geoJSON() ?? .null,
            "properties": .object(Dictionary(properties) { first, _ in first }),
        ]
    }

    /// Moments as people read them.
    private static func json(_ value: AttributeValue) -> JSONValue {
        if case .date = value { .string(value.text) } else { value.esriJSON }
    }
}
