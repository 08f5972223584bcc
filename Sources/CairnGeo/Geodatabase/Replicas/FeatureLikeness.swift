import CairnCore

/// Tells whether features that come from a service are as they are here.
struct FeatureLikeness {
    private let definition: FeatureTableDefinition
    private let package: GeoPackage
    private let names: ColumnNames
    /// Of what they measure: services keep coordinates in steps of their own.
    private static let tolerance = 1e-10

    init(_ definition: FeatureTableDefinition, _ package: GeoPackage) {
        (self.definition, self.package, names) = (definition, package, ColumnNames(definition))
    }

    /// The feature by the names of the columns, without an object id: that is another one here.
    func named(_ feature: Feature) -> Feature {
        var named = names.named(feature)
        named.attributes[definition.objectIDField] = nil
        return named
    }

    /// Whether a feature is here as it comes, as far as it tells.
    func isSame(_ feature: Feature, _ objectID: Int) throws -> Bool {
        var own: Feature?
        try package.forEachFeature(of: definition, using: QueryParameters(objectIDs: [objectID])) { found in
            own = found
            return true
        }
        guard let own else { return false }
        let isEqual = named(feature).attributes.allSatisfy { name, value in
            guard let present = own.attributes[name], name != definition.globalIDField else {
                return name == definition.globalIDField
            }
            return present == value || present.esriJSON == value.esriJSON
                || present.double != nil && present.double == value.double
        }
        return isEqual && Self.isClose(own.geometry?.coordinatesAlone, feature.geometry?.coordinatesAlone)
    }

    private static func isClose(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard let one, let other else { return one == other }
        if let one = one.double, let other = other.double {
            return one == other || abs(one - other) <= tolerance * max(1, abs(one), abs(other))
        }
        if let one = one.array, let other = other.array {
            return one.count == other.count && zip(one, other).allSatisfy { isClose($0, $1) }
        }
        guard let one = one.object, let other = other.object else { return one == other }
        return one.count == other.count && one.allSatisfy { isClose($1, other[$0]) }
    }
}

extension Geometry {
    fileprivate var coordinatesAlone: JSONValue {
        guard case .object(var members) = esriJSON else { return .null }
        members["spatialReference"] = nil
        return .object(members)
    }
}
