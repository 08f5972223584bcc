import CairnCore
import CairnTasks
public import Foundation

/// Has a map or image service estimate how large an export of tiles would be.
public final class AGSEstimateTileCacheSizeJob: AGSJob {
    /// Estimating.
    public override class var workKind: String? { EstimateTileCacheSizeWork.kind }
    /// Estimating.
    public override var jobType: AGSJobType { .estimateTileCacheSize }

    /// The estimate, when the job has succeeded.
    public var result: AGSEstimateTileCacheSizeResult? { (self as AGSJob).result as? AGSEstimateTileCacheSizeResult }
    /// Of which tiles: a copy, for the job has its own.
    public var parameters: AGSExportTileCacheParameters? { (self as AGSJob).parameters as? AGSExportTileCacheParameters }
    /// The service.
    public override var url: URL? { work?.service.url }

    private var work: EstimateTileCacheSizeWork? { (job as? Job<EstimateTileCacheSizeWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSEstimateTileCacheSizeResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in
            completion(result as? AGSEstimateTileCacheSizeResult, error)
        }
    }

    /// Makes an ``AGSEstimateTileCacheSizeResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? EstimateTileCacheSizeResult).map(AGSEstimateTileCacheSizeResult.init) ?? output
    }

    /// Makes ``AGSExportTileCacheParameters``.
    public override func makeParameters() -> Any? { work.map { AGSExportTileCacheParameters($0.parameters) } }
}

/// How large an export of tiles would be, about.
public final class AGSEstimateTileCacheSizeResult: NSObject {
    private let value: EstimateTileCacheSizeResult

    init(_ value: EstimateTileCacheSizeResult) {
        self.value = value
    }

    /// In bytes.
    public var fileSize: Int { value.fileSize }
    /// How many tiles.
    public var tileCount: Int { value.tileCount }
}
