public import CairnGeo

/// Features that are drawn alike: what tiles are made of.
public struct DrawnLayer: Sendable {
    /// Its name, which layers of vector tiles have.
    public var name: String
    /// What is drawn: points, lines and areas, in WGS 84 or Web Mercator; those that do not say are taken to be in Web Mercator.
    public var features: [Feature]
    /// How it is drawn.
    public var style: DrawnStyle
    /// The denominator of the scale from which on it is drawn; 0 for the least detailed.
    public var minScale: Double
    /// The denominator of the scale up to which it is drawn; 0 for the most detailed.
    public var maxScale: Double

    /// A layer of features.
    public init(_ name: String, _ features: [Feature], style: DrawnStyle, minScale: Double = 0, maxScale: Double = 0) {
        (self.name, self.features, self.style) = (name, features, style)
        (self.minScale, self.maxScale) = (minScale, maxScale)
    }

    /// A layer of a set, whose spatial reference counts for features that do not say their own.
    public init(_ name: String, _ set: FeatureSet, style: DrawnStyle, minScale: Double = 0, maxScale: Double = 0) {
        let features = set.features.map { feature in
            guard let geometry = feature.geometry, geometry.spatialReference == nil else { return feature }
            return Feature(attributes: feature.attributes, geometry: geometry.mapPositions(set.spatialReference) { $0 })
        }
        self.init(name, features, style: style, minScale: minScale, maxScale: maxScale)
    }

    /// Whether it is drawn at a scale.
    func isVisible(atScale scale: Double) -> Bool {
        (minScale <= 0 || scale <= minScale * 1.001) && (maxScale <= 0 || scale >= maxScale / 1.001)
    }
}

/// How features are drawn.
public struct DrawnStyle: Sendable, Hashable {
    /// What areas and points are filled with; nil leaves them empty.
    public var fill: MapColor?
    /// The colour of lines, and of the outlines of areas; nil draws none.
    public var line: MapColor?
    /// How wide lines are, and how large points, in metres of the map.
    public var width: Double
    /// What they are at least, in pixels.
    public var leastWidth: Double

    /// A style.
    public init(fill: MapColor? = nil, line: MapColor? = nil, width: Double = 0, leastWidth: Double = 1) {
        (self.fill, self.line, self.width, self.leastWidth) = (fill, line, width, leastWidth)
    }

    /// How wide a line is, in pixels.
    ///
    /// - Parameter resolution: How many metres a pixel shows.
    func pixels(at resolution: Double) -> Double {
        let width = max(width / resolution, leastWidth)
        return width.isFinite ? min(max(width, 0), 1e6) : 0
    }
}
