import CairnGeo
import CairnTasks
public import Foundation

/// Vector tiles that have been exported, and what styles them.
public final class AGSExportVectorTilesResult: NSObject {
    /// The tiles; nil if they were not asked for.
    public let vectorTileCache: AGSVectorTileCache?
    /// What styles them; nil if it was not asked for.
    public let itemResourceCache: AGSItemResourceCache?

    init(_ tiles: VectorTileCache?, _ styles: ItemResourceCache?) {
        vectorTileCache = tiles.map(AGSVectorTileCache.init)
        itemResourceCache = styles.map(AGSItemResourceCache.init)
    }
}
