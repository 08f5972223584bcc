import CairnCore

/// What an edit may not bring, though a file would keep it: values that the type of their field does not hold, and places that are none. Whole
/// numbers of too many bits are refused by whoever writes.
struct EditCheck {
    private let definition: FeatureTableDefinition
    /// The numbers that columns hold of whose type a field tells less.
    private let ranges: [String: ClosedRange<Double>]

    init(_ definition: FeatureTableDefinition, _ database: Database) throws(DatabaseError) {
        self.definition = definition
        let columns = try database.prepare("SELECT name, upper(type) FROM pragma_table_info(?)")
        columns.bind(1, definition.name)
        var ranges: [String: ClosedRange<Double>] = [:]
        while try columns.step() { ranges[columns.string(0)] = Self.ranges[columns.string(1)] }
        self.ranges = ranges
    }

    private static let ranges: [String: ClosedRange<Double>] = ["BOOLEAN": 0...1, "TINYINT": -128...127]

    /// - Throws: ``GeodatabaseError/wrongValue(field:reason:)``, ``GeodatabaseError/wrongGeometry(table:reason:)``.
    func expect(_ attributes: Attributes, _ geometry: Geometry?) throws(GeodatabaseError) {
        for field in definition.fields {
            guard let value = attributes[field.name], value != .null else { continue }
            if let reason = reason(against: value, field) {
                throw .wrongValue(field: field.name, reason: "\(value.text.printable(upTo: 40)) \(reason)")
            }
        }
        if let reason = geometry.flatMap(reason(against:)) { throw .wrongGeometry(table: definition.name, reason: reason) }
    }

    private func reason(against value: AttributeValue, _ field: Field) -> String? {
        if field.type.rawValue == "esriFieldTypeDateOnly" {
            return Self.isDay(value) ? nil : "is no day; days are written as 2024-12-31"
        }
        let isInRange = value.double.flatMap { number in ranges[field.name]?.contains(number) } ?? true
        return isInRange && Self.fits(value, field) ? nil : "is beyond the numbers that it holds"
    }

    private static func isDay(_ value: AttributeValue) -> Bool {
        guard let text = value.string, let written = SQLMomentText(text) else { return false }
        return written.hasDay && !written.hasTime
    }

    private static func fits(_ value: AttributeValue, _ field: Field) -> Bool {
        switch field.type.rawValue {
        case "esriFieldTypeSingle": value.double.map { abs($0) <= Double(Float.greatestFiniteMagnitude) } ?? true
        case "esriFieldTypeDouble": value.double?.isFinite ?? true
        default: true
        }
    }

    // MARK: - Places

    private func reason(against geometry: Geometry) -> String? {
        let positions = geometry.positions
        if let place = geometry.unusablePosition ?? Self.halfPlace(geometry) ?? tooFar(positions) {
            return "a vertex lies at \(place.x), \(place.y), which is no place"
        }
        if positions.contains(where: { !($0.z ?? 0).isFinite || !($0.m ?? 0).isFinite }) {
            return "the height or measure of a vertex is infinite"
        }
        if !definition.hasZ, positions.contains(where: { $0.z != nil }) {
            return "its vertices have heights, and the table keeps none; leave them out"
        }
        if !definition.hasM, positions.contains(where: { $0.m != nil }) {
            return "its vertices have measures, and the table keeps none; leave them out"
        }
        guard definition.spatialReference?.isWGS84 == true,
            let place = positions.first(where: { abs($0.x) > 180 + Self.slack || abs($0.y) > 90 + Self.slack })
        else { return nil }
        return "a vertex lies at \(place.x), \(place.y), and degrees go from -180 to 180 and from -90 to 90"
    }

    /// What rounding may add.
    private static let slack = 1e-9

    /// Around the earth it is forty thousand million millimetres, and no system has smaller units.
    private static let farthest = 1e12

    /// A place beyond all that is on earth, where coordinates are known to be of it.
    private func tooFar(_ positions: [Position]) -> Position? {
        guard definition.spatialReference != nil else { return nil }
        return positions.first { abs($0.x) > Self.farthest || abs($0.y) > Self.farthest }
    }

    /// A point without any place is an empty one, and no mistake.
    private static func halfPlace(_ geometry: Geometry) -> Position? {
        guard case .point(let point) = geometry, point.x.isNaN != point.y.isNaN else { return nil }
        return point.position
    }
}
