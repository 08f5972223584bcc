public import CairnGeo

/// Which tiles of a map or image service are exported, and how.
public struct ExportTileCacheParameters: Sendable, Hashable, Codable {
    /// A rectangle or a polygon of which tiles show some; nil for all that the service shows.
    public var areaOfInterest: Geometry?
    /// The numbers of the levels; see `TileInfo.levels(fromScale:toScale:)`.
    public var levelIDs: [Int]
    /// How well images are to be compressed, 0…100, where the service does that; nil leaves it to the service.
    public var compressionQuality: Double?

    /// Tiles of some levels.
    public init(areaOfInterest: Geometry? = nil, levelIDs: [Int], compressionQuality: Double? = nil) {
        (self.areaOfInterest, self.levelIDs) = (areaOfInterest, levelIDs)
        self.compressionQuality = compressionQuality
    }
}
