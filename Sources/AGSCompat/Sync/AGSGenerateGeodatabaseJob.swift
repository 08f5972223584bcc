import CairnCore
import CairnTasks
public import Foundation

/// Makes a geodatabase of a feature service.
public final class AGSGenerateGeodatabaseJob: AGSJob {
    /// Making geodatabases.
    public override class var workKind: String? { GenerateGeodatabaseWork.kind }
    /// Making geodatabases.
    public override var jobType: AGSJobType { .generateGeodatabase }

    /// The geodatabase, when the job has succeeded.
    public var result: AGSGeodatabase? { (self as AGSJob).result as? AGSGeodatabase }
    /// What of the service: a copy, for the job has its own.
    public var parameters: AGSGenerateGeodatabaseParameters? {
        (self as AGSJob).parameters as? AGSGenerateGeodatabaseParameters
    }
    /// The service.
    public override var url: URL? { work?.service.url }
    /// Where the geodatabase goes.
    public var downloadFileURL: URL? { work?.output }

    private var work: GenerateGeodatabaseWork? { (job as? Job<GenerateGeodatabaseWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSGeodatabase?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? AGSGeodatabase, error) }
    }

    /// Makes an ``AGSGeodatabase``.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? GeneratedGeodatabase).map { AGSGeodatabase($0.geodatabase) } ?? output
    }

    /// Makes ``AGSGenerateGeodatabaseParameters``.
    public override func makeParameters() -> Any? { work.map { AGSGenerateGeodatabaseParameters($0.parameters) } }
}
