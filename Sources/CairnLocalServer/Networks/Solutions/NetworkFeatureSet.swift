import CairnCore
import CairnGeo
import Foundation

/// A set of features as network services answer it: with aliases in the place of fields, and places in one spatial reference, where they can be told in it.
struct NetworkFeatureSet {
    private let type: GeometryType
    private let reference: SpatialReference
    private var names: Set<String> = []
    private var features: [JSONValue] = []

    init(_ type: GeometryType, in reference: SpatialReference) {
        (self.type, self.reference) = (type, reference)
    }

    /// Adds a feature; its number is how many there are then, unless it says another.
    mutating func add(_ geometry: Geometry?, _ attributes: [String: JSONValue]) {
        var attributes = attributes
        attributes["ObjectID"] = attributes["ObjectID"] ?? .integer(features.count + 1)
        names.formUnion(attributes.keys)
        var members: [String: JSONValue] = ["attributes": .object(attributes)]
        members["geometry"] = geometry.map(json)
        features.append(.object(members))
    }

    /// What does not say what its coordinates mean is taken to be told in the reference of the set.
    private func json(_ geometry: Geometry) -> JSONValue {
        let told = (try? geometry.projected(to: reference)) ?? geometry
        var members = told.esriJSON.object ?? [:]
        if told.spatialReference == reference { members["spatialReference"] = nil }
        return .object(members)
    }

    var json: JSONValue {
        [
            "fieldAliases": .object(Dictionary(names.map { ($0, JSONValue.string($0)) }) { first, _ in first }),
            "geometryType": .string(type.rawValue), "spatialReference": reference.esriJSON, "features": .array(features),
        ]
    }
}

extension [[Position]] {
    /// How long lines are, in the units of their coordinates.
    var planarLength: Double {
        reduce(0) { sum, path in
            zip(path, path.dropFirst()).reduce(sum) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
        }
    }

    /// How large the area within rings is, whose holes run the other way, in the units of their coordinates.
    var planarArea: Double {
        abs(
            reduce(0) { sum, ring in
                zip(ring, ring.dropFirst()).reduce(sum) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
            })
    }
}
