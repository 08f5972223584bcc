import CairnTasks
public import Foundation

/// What a tool has given.
public final class AGSGeoprocessingResult: NSObject {
    /// The outputs by their names.
    public let outputs: [String: AGSGeoprocessingParameter]
    /// The results as the server draws them; nil if it does not.
    public let mapImageLayer: AGSArcGISMapImageLayer?

    init(_ whole: WholeGeoprocessingResult) {
        outputs = whole.outputs.mapValues(AGSGeoprocessingParameter.make)
        mapImageLayer = whole.mapService.map(AGSArcGISMapImageLayer.init)
    }
}

/// A result with all of its outputs.
struct WholeGeoprocessingResult: Sendable {
    var outputs: [String: GeoprocessingValue]
    /// The map service that draws them.
    var mapService: URL?
}
