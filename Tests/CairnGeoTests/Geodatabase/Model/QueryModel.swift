import CairnGeo
import CairnTesting
import Foundation

/// Answers queries by looking at each feature, in plain Swift.
struct QueryModel {
    /// By object id.
    let features: [Feature]

    static let fields = [
        Field("KIND", length: 10), Field("RANK", type: .integer), Field("SHARE", type: .double), Field("BEGAN", type: .date),
        Field("ENDED", type: .date),
    ]

    static func definition(_ type: GeometryType?) -> FeatureTableDefinition {
        var definition = FeatureTableDefinition("Things", fields: fields, geometryType: type, spatialReference: .wgs84)
        (definition.startTimeField, definition.endTimeField) = ("BEGAN", "ENDED")
        return definition
    }

    static func feature(_ id: Int, _ type: GeometryType?, _ random: inout SeededGenerator) -> Feature {
        func maybe(_ value: AttributeValue) -> AttributeValue { Int.random(in: 0..<8, using: &random) == 0 ? .null : value }
        let began = Int.random(in: 0..<100, using: &random)
        let attributes: Attributes = [
            "OBJECTID": .integer(id), "KIND": maybe(.string(["a", "b", "c"].randomElement(using: &random)!)),
            "RANK": maybe(.integer(Int.random(in: 0..<6, using: &random))),
            "SHARE": maybe(.double(Double(Int.random(in: 0..<40, using: &random)) / 4)),
            "BEGAN": maybe(.date(day(began))), "ENDED": maybe(.date(day(began + Int.random(in: 0..<30, using: &random)))),
        ]
        let hasNone = Int.random(in: 0..<10, using: &random) == 0
        return Feature(attributes: attributes, geometry: hasNone ? nil : type.map { GridShape.geometry($0, &random) })
    }

    static func day(_ number: Int) -> Date { Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400) }

    /// A condition, and what it means.
    struct Condition {
        let text: String
        let isMet: @Sendable (Feature) -> Bool

        static func random(_ random: inout SeededGenerator) -> Condition {
            let rank = Int.random(in: 0..<6, using: &random)
            let conditions = [
                Condition(text: "", isMet: { _ in true }), Condition(text: "1=1", isMet: { _ in true }),
                Condition(text: "rank > \(rank)") { ($0.attributes["RANK"]?.int).map { $0 > rank } ?? false },
                Condition(text: "KIND = 'b' OR RANK IS NULL") {
                    $0.attributes["KIND"]?.string == "b" || $0.attributes["RANK"] == .null
                },
                Condition(text: "KIND IN ('a', 'c') AND SHARE < 5.5") {
                    ["a", "c"].contains($0.attributes["KIND"]?.string)
                        && ($0.attributes["SHARE"]?.double).map { $0 < 5.5 } ?? false
                },
                Condition(text: "KIND LIKE 'A'", isMet: { _ in false }),
            ]
            return conditions.randomElement(using: &random)!
        }
    }

    /// Those that parameters choose; the condition is handed over, for this reads no SQL.
    func chosen(_ parameters: QueryParameters, _ condition: Condition) throws -> [Feature] {
        try features.filter { feature in
            if let ids = parameters.objectIDs, !ids.contains(id(feature)) { return false }
            guard condition.isMet(feature) else { return false }
            if let time = parameters.timeExtent, !isOf(time, feature) { return false }
            guard let filter = parameters.geometry else { return true }
            guard let geometry = feature.geometry else { return false }
            return try lies(geometry, parameters.spatialRelationship, filter)
        }
    }

    func id(_ feature: Feature) -> Int { feature.attributes["OBJECTID"]?.int ?? 0 }

    private func isOf(_ time: TimeExtent, _ feature: Feature) -> Bool {
        func date(_ name: String) -> Date? { if case .date(let date)? = feature.attributes[name] { date } else { nil } }
        // Without the one it was at the moment that the other tells.
        let (began, ended) = (date("BEGAN") ?? date("ENDED"), date("ENDED") ?? date("BEGAN"))
        let isBehind = time.start.map { start in ended.map { $0 >= start } ?? false } ?? true
        let isBefore = time.end.map { end in began.map { $0 <= end } ?? false } ?? true
        return isBehind && isBefore
    }

    private func lies(_ feature: Geometry, _ relationship: SpatialRelationship, _ filter: Geometry) throws -> Bool {
        switch relationship {
        case .intersects: try filter.intersects(feature)
        case .contains: try filter.contains(feature)
        case .within: try feature.contains(filter)
        case .touches: try filter.touches(feature)
        case .crosses: try filter.crosses(feature)
        case .overlaps: try filter.overlaps(feature)
        case .envelopeIntersects, .indexIntersects:
            if let one = filter.extent, let other = feature.extent {
                one.xMin <= other.xMax && other.xMin <= one.xMax && one.yMin <= other.yMax && other.yMin <= one.yMax
            } else {
                false
            }
        }
    }

    /// In the order of the keys, nulls first, then by object id; and of these the page.
    func page(_ features: [Feature], _ parameters: QueryParameters) -> [Feature] {
        let sorted = features.sorted { one, other in
            for key in parameters.orderByFields {
                let order = Self.compare(one.attributes[key.field] ?? .null, other.attributes[key.field] ?? .null)
                if order != 0 { return key.isDescending ? order > 0 : order < 0 }
            }
            return id(one) < id(other)
        }
        return Array(sorted.dropFirst(parameters.resultOffset).prefix(parameters.maxFeatures ?? .max))
    }

    private static func compare(_ one: AttributeValue, _ other: AttributeValue) -> Int {
        switch (one, other) {
        case (.null, .null): 0
        case (.null, _): -1
        case (_, .null): 1
        case (.string(let one), .string(let other)): one < other ? -1 : one == other ? 0 : 1
        case (.date(let one), .date(let other)): one < other ? -1 : one == other ? 0 : 1
        default: (one.double ?? 0) < (other.double ?? 0) ? -1 : one.double == other.double ? 0 : 1
        }
    }
}
