import CairnCore
import CairnTasks
public import Foundation

/// Takes a map offline.
///
/// It has succeeded when the offline map is open.
public final class AGSGenerateOfflineMapJob: AGSJob {
    private let shownMap = ShownObject()
    /// Taking maps offline.
    public override class var workKind: String? { GenerateOfflineMapWork.kind }
    /// Taking maps offline.
    public override var jobType: AGSJobType { .generateOfflineMap }

    /// The offline map, when the job has succeeded.
    public var result: AGSGenerateOfflineMapResult? { (self as AGSJob).result as? AGSGenerateOfflineMapResult }
    /// What of the map, and how: a copy, for the job has its own.
    public var parameters: AGSGenerateOfflineMapParameters {
        (self as AGSJob).parameters as? AGSGenerateOfflineMapParameters
            ?? AGSGenerateOfflineMapParameters(areaOfInterest: AGSEnvelope.empty(nil), minScale: 0, maxScale: 0)
    }
    /// What is asked of each service: a new copy each time; nil for what follows from the parameters.
    public var parameterOverrides: AGSGenerateOfflineMapParameterOverrides? {
        work?.overrides.map(AGSGenerateOfflineMapParameterOverrides.init)
    }
    /// Where the offline map goes.
    public var downloadDirectory: URL? { work?.downloadDirectory }
    /// The map: that of the task which has made the job; a new one, not loaded, for a job that was restored.
    public var onlineMap: AGSMap? { shownMap.value { (work?.map).map { AGSMap($0) } } as? AGSMap }

    private var work: GenerateOfflineMapWork? { (job as? Job<GenerateOfflineMapWork>)?.work }

    /// The map that callers know.
    func keep(_ map: AGSMap) { _ = shownMap.value { map } }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (AGSGenerateOfflineMapResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in
            completion(result as? AGSGenerateOfflineMapResult, error)
        }
    }

    /// Makes an ``AGSGenerateOfflineMapResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        guard let opened = output as? OpenedOfflineMap else { return output }
        return AGSGenerateOfflineMapResult(opened, onlineMap.map { OnlineMapObjects($0, job.takenMap) })
    }

    /// Makes ``AGSGenerateOfflineMapParameters``.
    public override func makeParameters() -> Any? { work.map { AGSGenerateOfflineMapParameters($0.parameters) } }

    override class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? {
        guard job is Job<GenerateOfflineMapWork> else { return nil }
        return { output in try await OpenedOfflineMap.open(output) }
    }
}
