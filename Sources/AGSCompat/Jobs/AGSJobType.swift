/// What a job is for.
#if CAIRN_OBJC
    @objc
#endif
public enum AGSJobType: Int, Sendable {
    /// None of these: a job of a kind that the old SDK did not have.
    case unknown = -1
    /// Makes a geodatabase of a feature service.
    case generateGeodatabase = 0
    /// Brings a geodatabase and its service into step.
    case syncGeodatabase = 1
    /// Exports tiles.
    case exportTileCache = 2
    /// Estimates how large exported tiles would be.
    case estimateTileCacheSize = 3
    /// Runs a tool.
    case geoprocessingJob = 4
    /// Takes a map offline.
    case generateOfflineMap = 5
    /// Brings an offline map and its services into step.
    case offlineMapSync = 7
    /// Downloads a map area that was prepared.
    case downloadPreplannedOfflineMapJob = 8
}
