import CairnGeo

/// A feature as it was when something was to be done with it.
struct FeatureSnapshot: Sendable {
    /// All of it.
    var feature: Feature
    /// What of it differs from what its table has.
    var change: Feature
    /// Whether it has had a geometry, and has none any more.
    var hasLostGeometry: Bool
    /// What its table has of it, which says what it is called, whatever its owner has written over that; nil for one that was made.
    var known: Attributes?
    let identity: FeatureIdentity

    /// - Throws: If it is not in the table.
    func objectID(_ definition: FeatureTableDefinition) throws -> Int {
        // Of one that was added again the owner may not know the new one yet.
        if let id = identity.ids?.objectID ?? known?[definition.objectIDField]?.int { return id }
        throw AGSError.runtime(
            .commonInvalidArgument, "The feature has no object id, and is not in \(definition.name). Add it to the table first.")
    }

    /// All of it, in the coordinates of its table.
    func added(to definition: FeatureTableDefinition) throws -> Feature {
        Feature(attributes: feature.attributes, geometry: try feature.geometry.map { try definition.projected($0) })
    }

    /// What of it gets other values, with its ids.
    func changed(in definition: FeatureTableDefinition) throws -> Feature {
        if hasLostGeometry {
            throw AGSError.runtime(
                .commonInvalidArgument, "The geometry of a feature is not taken away. Give it another, or delete the feature.")
        }
        var change = change
        change.geometry = try change.geometry.map { try definition.projected($0) }
        change.attributes[definition.objectIDField] = .integer(try objectID(definition))
        if let field = definition.globalIDField {
            change.attributes[field] = globalID(definition).map { .string($0) }
        }
        return change
    }

    /// Nil if it is not known.
    func globalID(_ definition: FeatureTableDefinition) -> String? {
        identity.ids?.globalID ?? definition.globalIDField.flatMap { known?[$0]?.string }
    }
}

extension FeatureTableDefinition {
    /// A geometry in its coordinates; as it is if either does not say what they mean.
    ///
    /// - Throws: If it has no places, too: dropped without a word, one would be missed when it is too late.
    func projected(_ geometry: Geometry) throws -> Geometry {
        if !hasGeometry, geometry.extent != nil {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "\(name) has rows without places. Give the feature no geometry, or add it to another table.")
        }
        guard let own = geometry.spatialReference, let spatialReference, own != spatialReference else { return geometry }
        return try geometry.projected(to: spatialReference)
    }
}
