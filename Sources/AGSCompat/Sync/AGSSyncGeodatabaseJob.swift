import CairnCore
import CairnTasks
public import Foundation

/// Brings a geodatabase in step with the service that it is a copy of.
public final class AGSSyncGeodatabaseJob: AGSJob {
    /// Bringing geodatabases in step.
    public override class var workKind: String? { SyncGeodatabaseWork.kind }
    /// Bringing geodatabases in step.
    public override var jobType: AGSJobType { .syncGeodatabase }

    /// What it has come to for each layer that took part, when the job has succeeded.
    public var result: [AGSSyncLayerResult]? { (self as AGSJob).result as? [AGSSyncLayerResult] }
    /// How: a copy, for the job has its own.
    public var parameters: AGSSyncGeodatabaseParameters? { (self as AGSJob).parameters as? AGSSyncGeodatabaseParameters }
    /// The service.
    public override var url: URL? { work?.service.url }
    /// The files that were to be kept, when the job has succeeded; nil if none were.
    public var geodatabaseDeltaInfo: AGSGeodatabaseDeltaInfo? {
        guard result != nil, let work, work.parameters.keepsDeltas, let result = job.anyOutput as? SyncResult else { return nil }
        return AGSGeodatabaseDeltaInfo(
            service: work.service.url, geodatabase: work.geodatabase, upload: result.uploadDeltaURL,
            download: result.downloadDeltaURL)
    }

    private var work: SyncGeodatabaseWork? { (job as? Job<SyncGeodatabaseWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping ([AGSSyncLayerResult]?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? [AGSSyncLayerResult], error) }
    }

    /// Makes an ``AGSSyncLayerResult`` for each layer.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? SyncResult)?.layers.map(AGSSyncLayerResult.init) ?? output
    }

    /// Makes ``AGSSyncGeodatabaseParameters``.
    public override func makeParameters() -> Any? { work.map { AGSSyncGeodatabaseParameters($0.parameters) } }
}
