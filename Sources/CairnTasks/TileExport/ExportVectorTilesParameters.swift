public import CairnGeo

/// Which tiles of a vector tile service are exported.
public struct ExportVectorTilesParameters: Sendable, Hashable, Codable {
    /// A rectangle or a polygon of which tiles show some; nil for all that the service shows.
    public var areaOfInterest: Geometry?
    /// The number of the most detailed level; the less detailed ones come with it.
    public var maxLevel: Int

    /// Tiles of all levels up to one.
    public init(areaOfInterest: Geometry? = nil, maxLevel: Int) {
        (self.areaOfInterest, self.maxLevel) = (areaOfInterest, maxLevel)
    }
}
