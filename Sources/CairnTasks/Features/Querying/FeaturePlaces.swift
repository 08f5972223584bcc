import CairnGeo

/// Sees to it that the coordinates of features mean what was asked for.
struct FeaturePlaces {
    private let wanted: SpatialReference?
    private let given: SpatialReference?

    init(_ wanted: SpatialReference?, inAnswer given: SpatialReference?) {
        (self.wanted, self.given) = (wanted, given)
    }

    /// - Throws: ``FeatureCursorError`` for coordinates that mean something else and cannot be projected.
    func features(_ features: [Feature]) throws(FeatureCursorError) -> [Feature] {
        guard let wanted else { return features }
        guard let given else { return features.map { $0.mapped(to: wanted) } }
        if given.isSame(as: wanted) { return features }
        var projected: [Feature] = []
        for feature in features {
            var feature = feature
            if let geometry = feature.geometry {
                guard let place = try? geometry.projected(to: wanted) else {
                    throw FeatureCursorError(words: "it is in \(given.id), and \(wanted.id) was asked for")
                }
                feature.geometry = place
            }
            projected.append(feature)
        }
        return projected
    }
}

extension Feature {
    /// With coordinates that do not say what they mean, and mean this.
    fileprivate func mapped(to reference: SpatialReference) -> Feature {
        guard let geometry, geometry.spatialReference == nil else { return self }
        return Feature(attributes: attributes, geometry: geometry.mapPositions(reference) { $0 })
    }
}
