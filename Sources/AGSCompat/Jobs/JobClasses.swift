import CairnTasks
import Synchronization

/// Which class shows jobs of which kind.
final class JobClasses: Sendable {
    static let shared = {
        let classes = JobClasses([
            AGSGeoprocessingJob.self, AGSGenerateGeodatabaseJob.self, AGSSyncGeodatabaseJob.self, AGSExportTileCacheJob.self,
            AGSEstimateTileCacheSizeJob.self, AGSExportVectorTilesJob.self, AGSGenerateOfflineMapJob.self,
            AGSDownloadPreplannedOfflineMapJob.self, AGSOfflineMapSyncJob.self,
        ])
        classes[ExportStyleResourceCacheWork.kind] = AGSExportVectorTilesJob.self
        return classes
    }()

    private let classes: Mutex<[String: AGSJob.Type]>

    init(_ types: [AGSJob.Type]) {
        var classes: [String: AGSJob.Type] = [:]
        for type in types { if let kind = type.workKind { classes[kind] = type } }
        self.classes = Mutex(classes)
    }

    subscript(kind: String) -> AGSJob.Type? {
        get { classes.withLock { $0[kind] } }
        set { classes.withLock { $0[kind] = newValue } }
    }
}
