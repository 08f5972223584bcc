import CairnCore
import CairnGeo
public import Foundation

/// How a place is divided into tiles.
public final class AGSTileInfo: NSObject {
    let value: TileInfo

    init(_ value: TileInfo) {
        self.value = value
    }

    /// A scheme.
    ///
    /// - Parameters:
    ///   - dpi: Pixels an inch, which connect resolutions with scales.
    ///   - format: What the tiles are.
    ///   - levelsOfDetail: The levels.
    ///   - origin: The upper left corner of the first tile of each level.
    ///   - spatialReference: What coordinates mean.
    ///   - tileHeight: The height of a tile in pixels.
    ///   - tileWidth: The width of a tile in pixels.
    public convenience init(
        dpi: Int, format: AGSTileImageFormat, levelsOfDetail: [AGSLevelOfDetail], origin: AGSPoint,
        spatialReference: AGSSpatialReference, tileHeight: Int, tileWidth: Int
    ) {
        self.init(
            TileInfo(
                dpi: Double(dpi), format: format.value, levelsOfDetail: levelsOfDetail.map(\.value),
                origin: Position(x: origin.x, y: origin.y), spatialReference: spatialReference.value, tileHeight: tileHeight,
                tileWidth: tileWidth))
    }

    /// Pixels an inch, which connect resolutions with scales; 0 for what is no number of pixels.
    public var dpi: Int { Int(rounding: value.dpi) ?? 0 }
    /// What the tiles are.
    public var format: AGSTileImageFormat { AGSTileImageFormat(value.format) }
    /// The levels, the least detailed first.
    public var levelsOfDetail: [AGSLevelOfDetail] { value.levelsOfDetail.map(AGSLevelOfDetail.init) }
    /// The upper left corner of the first tile of each level.
    public var origin: AGSPoint {
        AGSPoint(x: value.origin.x, y: value.origin.y, spatialReference: spatialReference)
    }
    /// What coordinates mean.
    public var spatialReference: AGSSpatialReference { AGSSpatialReference(value.spatialReference) }
    /// The height of a tile in pixels.
    public var tileHeight: Int { value.tileHeight }
    /// The width of a tile in pixels.
    public var tileWidth: Int { value.tileWidth }
}
