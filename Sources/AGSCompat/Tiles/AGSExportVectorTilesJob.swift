import CairnCore
import CairnTasks
public import Foundation

/// Exports tiles of a vector tile service, or what styles them, or both.
public final class AGSExportVectorTilesJob: AGSJob {
    /// Exporting vector tiles; jobs that fetch only what styles them are of this class, too.
    public override class var workKind: String? { ExportVectorTilesWork.kind }

    /// What there is, when the job has succeeded.
    public var result: AGSExportVectorTilesResult? { (self as AGSJob).result as? AGSExportVectorTilesResult }
    /// Which tiles: a copy, for the job has its own; nil if there are none.
    public var parameters: AGSExportVectorTilesParameters? {
        (self as AGSJob).parameters as? AGSExportVectorTilesParameters
    }
    /// The service.
    public override var url: URL? { work?.service.url ?? styles?.service.url }
    /// Where the package goes; nil if there is none.
    public var vectorTileCacheDownloadFileURL: URL? { work?.output }
    /// Where that goes which styles the tiles; nil if it is not fetched.
    public var itemResourceCacheDownloadDirectory: URL? { work?.itemResourceCache ?? styles?.output }

    private var work: ExportVectorTilesWork? { (job as? Job<ExportVectorTilesWork>)?.work }
    private var styles: ExportStyleResourceCacheWork? { (job as? Job<ExportStyleResourceCacheWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSExportVectorTilesResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in
            completion(result as? AGSExportVectorTilesResult, error)
        }
    }

    /// Makes an ``AGSExportVectorTilesResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        switch output {
        case let output as ExportedVectorTiles: AGSExportVectorTilesResult(output.vectorTileCache, output.itemResourceCache)
        case let output as ExportedStyleResources: AGSExportVectorTilesResult(nil, output.itemResourceCache)
        default: output
        }
    }

    /// Makes ``AGSExportVectorTilesParameters``.
    public override func makeParameters() -> Any? { work.map { AGSExportVectorTilesParameters($0.parameters) } }
}
