import CairnCore
import CairnGeo

/// Sees to it that the coordinates of features mean what was asked for, whatever each answer and each geometry says that they mean.
struct FeaturePlaces {
    private let layer: FeatureLayerInfo?
    private let wanted: SpatialReference?
    /// What coordinates mean that are given; nil until an answer says it, if nothing was asked for.
    private var target: SpatialReference?
    /// Whether coordinates of the present answer have been taken for what was asked for.
    private var hasUnsaid = false

    /// - Parameters:
    ///   - wanted: What coordinates shall mean; nil for what the first answer says.
    ///   - layer: The layer whose features they are; nil where no features of a layer come.
    init(_ wanted: SpatialReference?, of layer: FeatureLayerInfo?) {
        (self.wanted, self.layer, target) = (wanted, layer, wanted)
    }

    /// - Parameter given: What the answer says that coordinates mean that do not say so themselves.
    /// - Throws: ``FeatureCursorError`` for coordinates that mean something else and cannot be projected.
    mutating func features(_ features: [Feature], inAnswer given: SpatialReference?) throws(FeatureCursorError) -> [Feature] {
        target = target ?? given ?? layer?.spatialReference
        guard let target else { return features }
        if features.allSatisfy({ $0.geometry.map { isRight($0, in: target) } ?? true }) { return features }
        var placed: [Feature] = []
        placed.reserveCapacity(features.count)
        for feature in features { placed.append(try self.placed(feature, given, in: target)) }
        return placed
    }

    /// Holds what an answer has said in the end against what its coordinates were taken for.
    mutating func end(answer given: SpatialReference?) throws(FeatureCursorError) {
        defer { hasUnsaid = false }
        guard hasUnsaid, let given, let target, !given.isSame(as: target) else { return }
        throw FeatureCursorError(
            words:
                "it says only behind its features\(layerName) that they are in \(given.id), and they were taken for \(target.id)")
    }

    private func isRight(_ geometry: Geometry, in target: SpatialReference) -> Bool {
        geometry.spatialReference == target
    }

    private mutating func placed(
        _ feature: Feature, _ given: SpatialReference?, in target: SpatialReference
    ) throws(FeatureCursorError) -> Feature {
        guard let geometry = feature.geometry else { return feature }
        guard let own = geometry.spatialReference ?? given else { return try said(feature, geometry, in: target) }
        // By another of its ids it is the same.
        let meant = geometry.mapPositions(own.isSame(as: target) ? target : own) { $0 }
        guard let place = try? meant.projected(to: target) else {
            throw FeatureCursorError(
                words: "\(name(of: feature)) is in \(own.id), and \(target.id) \(wanted == nil ? "came before" : "was asked for")"
            )
        }
        return Feature(attributes: feature.attributes, geometry: place)
    }

    /// Neither the geometry nor its answer says what coordinates mean: they mean what was asked for, of a layer that has a reference at all.
    private mutating func said(
        _ feature: Feature, _ geometry: Geometry, in target: SpatialReference
    ) throws(FeatureCursorError) -> Feature {
        if let layer, layer.spatialReference == nil, wanted != nil {
            throw FeatureCursorError(
                words:
                    "nothing says what the coordinates of \(name(of: feature)) mean, and \(target.id) was asked for. Ask for them as they are, "
                    + "or without geometries")
        }
        hasUnsaid = true
        return Feature(attributes: feature.attributes, geometry: geometry.mapPositions(target) { $0 })
    }

    private func name(of feature: Feature) -> String {
        guard let field = layer?.objectIDField, let id = feature.objectID(field) else { return "a feature\(layerName)" }
        return "the feature of \(field.printable()) \(id)\(layerName)"
    }

    private var layerName: String { layer.map { " of \($0.name.printable())" } ?? "" }
}
