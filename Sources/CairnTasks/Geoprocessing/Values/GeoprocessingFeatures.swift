public import CairnGeo
public import Foundation

/// Features, or the rows of a table, that a tool takes or gives.
///
/// ```swift
/// let places = GeoprocessingFeatures(FeatureSet(features: features, spatialReference: .wgs84))
/// let layer = GeoprocessingFeatures(layer: layerURL, whereClause: "POP > 1000")
/// ```
public struct GeoprocessingFeatures: Sendable, Hashable {
    /// Where they are.
    public enum Content: Sendable, Hashable {
        /// Here.
        case features(FeatureSet)
        /// In a layer of a service, or in a file of JSON; those that meet a condition, or all. Or in what was uploaded.
        case source(GeoprocessingSource, whereClause: String = "")
    }

    /// Where they are.
    public var content: Content
    /// The kind of their geometries; nil for rows without places, and where nobody says.
    public var geometryType: GeometryType?

    /// Features that are somewhere.
    public init(_ content: Content, geometryType: GeometryType? = nil) {
        self.content = content
        self.geometryType = geometryType
    }

    /// Features that are here. The kind of their geometries is that of the first that has one, unless it is said.
    public init(_ features: FeatureSet, geometryType: GeometryType? = nil) {
        self.init(
            .features(features), geometryType: geometryType ?? features.features.lazy.compactMap { $0.geometry?.esriType }.first)
    }

    /// Features of a layer of a service.
    public init(layer url: URL, whereClause: String = "") {
        self.init(.source(.url(url), whereClause: whereClause))
    }

    /// The features that are here; nil if they are elsewhere.
    public var featureSet: FeatureSet? {
        if case .features(let features) = content { features } else { nil }
    }

    /// The address of the layer that has them; nil if they are here, or were uploaded.
    public var url: URL? {
        if case .source(let source, _) = content { source.url } else { nil }
    }

    /// Whether the server has held back some of them: more than it gives at once.
    public var exceededTransferLimit: Bool { featureSet?.exceededTransferLimit ?? false }
}

extension Geometry {
    /// What servers call the kind; a rectangle is an area.
    fileprivate var esriType: GeometryType? { type ?? .polygon }
}
