import CairnTasks
public import Foundation

/// Which tiles of a vector tile service are exported.
public final class AGSExportVectorTilesParameters: NSObject {
    /// A rectangle or a polygon of which tiles show some; nil for all that the service shows.
    public var areaOfInterest: AGSGeometry?
    /// The number of the most detailed level; the less detailed ones come with it.
    public var maxLevel = 0

    /// The least detailed level.
    public override init() {}

    init(_ value: ExportVectorTilesParameters) {
        areaOfInterest = value.areaOfInterest.map(AGSGeometry.make)
        maxLevel = value.maxLevel
    }

    var value: ExportVectorTilesParameters {
        ExportVectorTilesParameters(areaOfInterest: areaOfInterest?.value, maxLevel: maxLevel)
    }
}
