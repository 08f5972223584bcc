import CairnCore
import CairnTasks

/// Brings an offline map up to date.
public final class AGSOfflineMapSyncJob: AGSJob {
    /// Bringing offline maps up to date.
    public override class var workKind: String? { OfflineMapSyncWork.kind }
    /// Bringing offline maps up to date.
    public override var jobType: AGSJobType { .offlineMapSync }

    /// What it has come to, when the job has succeeded.
    public var result: AGSOfflineMapSyncResult? { (self as AGSJob).result as? AGSOfflineMapSyncResult }
    /// How: a copy, for the job has its own.
    public var parameters: AGSOfflineMapSyncParameters {
        (self as AGSJob).parameters as? AGSOfflineMapSyncParameters ?? AGSOfflineMapSyncParameters()
    }

    private var work: OfflineMapSyncWork? { (job as? Job<OfflineMapSyncWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSOfflineMapSyncResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? AGSOfflineMapSyncResult, error) }
    }

    /// Makes an ``AGSOfflineMapSyncResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? OfflineMapSyncResult).map(AGSOfflineMapSyncResult.init) ?? output
    }

    /// Makes ``AGSOfflineMapSyncParameters``.
    public override func makeParameters() -> Any? { work.map { AGSOfflineMapSyncParameters($0.parameters) } }
}
