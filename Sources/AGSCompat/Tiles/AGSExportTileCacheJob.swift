import CairnCore
import CairnTasks
public import Foundation

/// Exports tiles of a map or image service.
public final class AGSExportTileCacheJob: AGSJob {
    /// Exporting tiles.
    public override class var workKind: String? { ExportTileCacheWork.kind }
    /// Exporting tiles.
    public override var jobType: AGSJobType { .exportTileCache }

    /// The tiles, when the job has succeeded.
    public var result: AGSTileCache? { (self as AGSJob).result as? AGSTileCache }
    /// Which tiles: a copy, for the job has its own.
    public var parameters: AGSExportTileCacheParameters? { (self as AGSJob).parameters as? AGSExportTileCacheParameters }
    /// The service.
    public override var url: URL? { work?.service.url }
    /// Where the package goes.
    public var downloadFileURL: URL? { work?.output }

    private var work: ExportTileCacheWork? { (job as? Job<ExportTileCacheWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSTileCache?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? AGSTileCache, error) }
    }

    /// Makes an ``AGSTileCache``.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? ExportedTileCache).map { AGSTileCache($0.tileCache) } ?? output
    }

    /// Makes ``AGSExportTileCacheParameters``.
    public override func makeParameters() -> Any? { work.map { AGSExportTileCacheParameters($0.parameters) } }
}
