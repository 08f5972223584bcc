import CairnCore
import CairnTasks
public import Foundation

/// Runs a tool of a geoprocessing service.
///
/// It has succeeded when all outputs are here: those of a tool that makes jobs are brought when its job on the server has ended. If they cannot be
/// brought, the job shows that it has failed. What its `toJSON()` gives then can be restored, and brings them when it is started.
public final class AGSGeoprocessingJob: AGSJob {
    /// Geoprocessing.
    public override class var workKind: String? { GeoprocessingWork.kind }
    /// Geoprocessing.
    public override var jobType: AGSJobType { .geoprocessingJob }

    /// What the tool has given, when the job has succeeded.
    public var result: AGSGeoprocessingResult? { (self as AGSJob).result as? AGSGeoprocessingResult }
    /// What the tool is run with: a copy, for the job has its own.
    public var parameters: AGSGeoprocessingParameters? { (self as AGSJob).parameters as? AGSGeoprocessingParameters }
    /// The address of the tool.
    public override var url: URL? { work?.task.url }

    private var work: GeoprocessingWork? { (job as? Job<GeoprocessingWork>)?.work }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSGeoprocessingResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? AGSGeoprocessingResult, error) }
    }

    /// Makes an ``AGSGeoprocessingResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        (output as? WholeGeoprocessingResult).map(AGSGeoprocessingResult.init) ?? output
    }

    /// Makes ``AGSGeoprocessingParameters``.
    public override func makeParameters() -> Any? { work.map { AGSGeoprocessingParameters($0.parameters) } }

    override class var resultCanBeGivenUp: Bool { true }
    override class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? {
        guard let job = job as? Job<GeoprocessingWork> else { return nil }
        let configuration = job.configuration
        return { output in
            guard let result = output as? GeoprocessingResult else { return output }
            return try await configuration.ridingOut({ GeoprocessingWork.transience(of: $0) }) {
                WholeGeoprocessingResult(outputs: try await result.allOutputs(), mapService: try await result.mapService())
            }
        }
    }
}
