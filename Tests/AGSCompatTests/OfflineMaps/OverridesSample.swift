// As old code has it, shortened, with another import.
import AGSCompat
import Foundation

/// Most of the sample "Generate offline map (overrides)" of 100.x.
final class OverridesViewController {
    var parameterOverrides: AGSGenerateOfflineMapParameterOverrides!
    var offlineMapTask: AGSOfflineMapTask!

    private var map: AGSMap { offlineMapTask.onlineMap! }

    func restrictBasemapScaleLevelRange(to range: Range<Int>) {
        guard let tiledLayer = map.basemap.baseLayers.firstObject as? AGSLayer,
            let parameters = parameterOverrides.exportTileCacheParameters[AGSOfflineMapParametersKey(layer: tiledLayer)]
        else { return }
        // Create a new array of level IDs.
        let newLevelIDs: [NSNumber] = range.map { NSNumber(value: $0) }
        // Override the level IDs.
        parameters.levelIDs = newLevelIDs
    }

    func filterTrees(_ whereClause: String, in layer: AGSFeatureLayer) {
        let key = AGSOfflineMapParametersKey(layer: layer)
        guard let parameters = parameterOverrides.generateGeodatabaseParameters[key] else { return }
        let serviceLayerID = (layer.featureTable as? AGSArcGISFeatureTable)?.layerInfo?.serviceLayerID
        parameters.layerOptions.first { $0.layerID == serviceLayerID }?.whereClause = whereClause
    }

    func remove(_ layer: AGSLayer) {
        parameterOverrides.exportVectorTilesParameters[AGSOfflineMapParametersKey(layer: layer)] = nil
    }
}
