import CairnTasks
public import Foundation

/// Which tiles of a map or image service are exported, and how.
public final class AGSExportTileCacheParameters: NSObject {
    /// A rectangle or a polygon of which tiles show some; nil for all that the service shows.
    public var areaOfInterest: AGSGeometry?
    /// The numbers of the levels.
    public var levelIDs: [NSNumber] = []
    /// How well images are to be compressed, 0…100; what is less leaves it to the service.
    public var compressionQuality: Float = -1

    /// Nothing, until levels are named.
    public override init() {}

    init(_ value: ExportTileCacheParameters) {
        areaOfInterest = value.areaOfInterest.map(AGSGeometry.make)
        levelIDs = value.levelIDs.map { NSNumber(value: $0) }
        compressionQuality = value.compressionQuality.map { Float($0) } ?? -1
    }

    var value: ExportTileCacheParameters {
        ExportTileCacheParameters(
            areaOfInterest: areaOfInterest?.value, levelIDs: levelIDs.map(\.intValue),
            compressionQuality: compressionQuality >= 0 ? Double(compressionQuality) : nil)
    }
}
