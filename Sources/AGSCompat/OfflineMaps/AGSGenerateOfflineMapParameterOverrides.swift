import CairnTasks
public import Foundation

/// What is asked of each service for an offline map, to be changed one by one. A service whose parameters are taken out is left out of the map.
public final class AGSGenerateOfflineMapParameterOverrides: NSObject {
    /// Of services of images.
    public var exportTileCacheParameters: [AGSOfflineMapParametersKey: AGSExportTileCacheParameters]
    /// Of services of vector tiles.
    public var exportVectorTilesParameters: [AGSOfflineMapParametersKey: AGSExportVectorTilesParameters]
    /// Of services of features.
    public var generateGeodatabaseParameters: [AGSOfflineMapParametersKey: AGSGenerateGeodatabaseParameters]

    init(_ value: GenerateOfflineMapParameterOverrides) {
        exportTileCacheParameters = Self.shown(value.exportTileCacheParameters, AGSExportTileCacheParameters.init)
        exportVectorTilesParameters = Self.shown(value.exportVectorTilesParameters, AGSExportVectorTilesParameters.init)
        generateGeodatabaseParameters = Self.shown(value.generateGeodatabaseParameters, AGSGenerateGeodatabaseParameters.init)
    }

    private static func shown<Value, Old>(
        _ values: [OfflineMapParametersKey: Value], _ make: (Value) -> Old
    ) -> [AGSOfflineMapParametersKey: Old] {
        Dictionary(values.map { (AGSOfflineMapParametersKey($0), make($1)) }) { first, _ in first }
    }

    /// - Throws: For what is not offered of a geodatabase.
    func value() throws -> GenerateOfflineMapParameterOverrides {
        var value = GenerateOfflineMapParameterOverrides()
        for (key, parameters) in exportTileCacheParameters {
            if let key = key.value { value.exportTileCacheParameters[key] = parameters.value }
        }
        for (key, parameters) in exportVectorTilesParameters {
            if let key = key.value { value.exportVectorTilesParameters[key] = parameters.value }
        }
        for (key, parameters) in generateGeodatabaseParameters {
            if let key = key.value { value.generateGeodatabaseParameters[key] = try parameters.value() }
        }
        return value
    }
}
