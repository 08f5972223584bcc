/// What is asked of each service for an offline map, to be changed one by one.
///
/// ```swift
/// import CairnGeo
///
/// let task = OfflineMapTask(portalItem: item)
/// let parameters = GenerateOfflineMapParameters(areaOfInterest: .envelope(area))
/// var overrides = try await task.makeGenerateOfflineMapParameterOverrides(parameters: parameters)
/// if let key = OfflineMapParametersKey(layer: basemap) { overrides.exportTileCacheParameters[key]?.levelIDs = Array(0...12) }
/// let job = try task.makeGenerateOfflineMapJob(parameters: parameters, downloadDirectory: folder, overrides: overrides)
/// ```
///
/// A service whose parameters are taken out is left out of the offline map.
public struct GenerateOfflineMapParameterOverrides: Sendable, Hashable, Codable {
    /// Of services of images.
    public var exportTileCacheParameters: [OfflineMapParametersKey: ExportTileCacheParameters] = [:]
    /// Of services of vector tiles.
    public var exportVectorTilesParameters: [OfflineMapParametersKey: ExportVectorTilesParameters] = [:]
    /// Of services of features.
    public var generateGeodatabaseParameters: [OfflineMapParametersKey: GenerateGeodatabaseParameters] = [:]

    /// Nothing of any service.
    public init() {}
}
