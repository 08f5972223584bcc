import CairnCore

/// What an edit may not bring, though a file would keep it: numbers beyond what the type of their field holds, and places that are none.
struct EditCheck {
    private let definition: FeatureTableDefinition

    init(_ definition: FeatureTableDefinition) {
        self.definition = definition
    }

    /// - Throws: ``GeodatabaseError/wrongValue(field:reason:)``, ``GeodatabaseError/wrongGeometry(table:reason:)``.
    func expect(_ attributes: Attributes, _ geometry: Geometry?) throws(GeodatabaseError) {
        for field in definition.fields {
            if let value = attributes[field.name], !Self.fits(value, field) {
                throw .wrongValue(
                    field: field.name, reason: "\(value.text.printable(upTo: 40)) is beyond the numbers that it holds")
            }
        }
        if let reason = geometry.flatMap(reason(against:)) { throw .wrongGeometry(table: definition.name, reason: reason) }
    }

    private static func fits(_ value: AttributeValue, _ field: Field) -> Bool {
        switch field.type.rawValue {
        case "esriFieldTypeSmallInteger": value.double.map { (-0x1p15..<0x1p15).contains($0) } ?? true
        case "esriFieldTypeInteger": value.double.map { (-0x1p31..<0x1p31).contains($0) } ?? true
        case "esriFieldTypeSingle": value.double.map { abs($0) <= Double(Float.greatestFiniteMagnitude) } ?? true
        case "esriFieldTypeDouble": value.double?.isFinite ?? true
        default: true
        }
    }

    // MARK: - Places

    private func reason(against geometry: Geometry) -> String? {
        if let place = geometry.unusablePosition ?? Self.halfPlace(geometry) {
            return "a vertex lies at \(place.x), \(place.y), which is no place"
        }
        let positions = geometry.positions
        if positions.contains(where: { !($0.z ?? 0).isFinite || !($0.m ?? 0).isFinite }) {
            return "the height or measure of a vertex is infinite"
        }
        guard definition.spatialReference?.isWGS84 == true,
            let place = positions.first(where: { abs($0.x) > 180 + Self.slack || abs($0.y) > 90 + Self.slack })
        else { return nil }
        return "a vertex lies at \(place.x), \(place.y), and degrees go from -180 to 180 and from -90 to 90"
    }

    /// What rounding may add.
    private static let slack = 1e-9

    /// A point without any place is an empty one, and no mistake.
    private static func halfPlace(_ geometry: Geometry) -> Position? {
        guard case .point(let point) = geometry, point.x.isNaN != point.y.isNaN else { return nil }
        return point.position
    }
}
