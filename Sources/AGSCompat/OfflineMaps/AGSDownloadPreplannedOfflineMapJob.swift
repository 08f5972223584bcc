import CairnCore
import CairnTasks
public import Foundation

/// Downloads an area that a portal has packaged.
///
/// It has succeeded when the offline map is open.
public final class AGSDownloadPreplannedOfflineMapJob: AGSJob {
    private let (shownMap, shownArea) = (ShownObject(), ShownObject())
    /// Downloading areas.
    public override class var workKind: String? { DownloadPreplannedOfflineMapWork.kind }
    /// Downloading areas.
    public override var jobType: AGSJobType { .downloadPreplannedOfflineMapJob }

    /// The offline map, when the job has succeeded.
    public var result: AGSDownloadPreplannedOfflineMapResult? {
        (self as AGSJob).result as? AGSDownloadPreplannedOfflineMapResult
    }
    /// How: a copy, for the job has its own.
    public var parameters: AGSDownloadPreplannedOfflineMapParameters? {
        (self as AGSJob).parameters as? AGSDownloadPreplannedOfflineMapParameters
    }
    /// Where the offline map goes.
    public var downloadDirectory: URL? { work?.downloadDirectory }
    /// The area: that of the parameters with which the job was made; a new one, not loaded, for a job that was restored.
    public var preplannedMapArea: AGSPreplannedMapArea? {
        let area = shownArea.value {
            work.map { work in AGSPreplannedMapArea(portalItem: AGSPortalItem(portal: portal(work), itemID: work.areaID)) }
        }
        return area as? AGSPreplannedMapArea
    }
    /// The map: that of the task which has made the job; a new one, not loaded, for a job that was restored.
    public var onlineMap: AGSMap? {
        let map = shownMap.value {
            work.map { work in AGSMap(item: AGSPortalItem(portal: portal(work), itemID: work.mapID)) }
        }
        return map as? AGSMap
    }

    private var work: DownloadPreplannedOfflineMapWork? { (job as? Job<DownloadPreplannedOfflineMapWork>)?.work }

    private func portal(_ work: DownloadPreplannedOfflineMapWork) -> AGSPortal {
        AGSPortal(url: work.portal.url, loginRequired: false)
    }

    /// The objects that callers know.
    func keep(_ map: AGSMap, _ area: AGSPreplannedMapArea) {
        _ = shownMap.value { map }
        _ = shownArea.value { area }
    }

    /// Starts the job, or resumes it, or joins those who have.
    public func start(
        statusHandler: ((AGSJobStatus) -> Void)?,
        completion: @escaping (AGSDownloadPreplannedOfflineMapResult?, (any Error)?) -> Void
    ) {
        start(statusHandler: statusHandler) { (result: Any?, error) in
            completion(result as? AGSDownloadPreplannedOfflineMapResult, error)
        }
    }

    /// Makes an ``AGSDownloadPreplannedOfflineMapResult``.
    public override func makeResult(from output: any Sendable) -> Any {
        guard let opened = output as? OpenedOfflineMap else { return output }
        return AGSDownloadPreplannedOfflineMapResult(opened, onlineMap.map { OnlineMapObjects($0, job.takenMap) })
    }

    /// Makes ``AGSDownloadPreplannedOfflineMapParameters``.
    public override func makeParameters() -> Any? {
        guard let work, let area = preplannedMapArea else { return nil }
        return AGSDownloadPreplannedOfflineMapParameters(work.parameters, area)
    }

    override class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? {
        guard job is Job<DownloadPreplannedOfflineMapWork> else { return nil }
        return { output in try await OpenedOfflineMap.open(output) }
    }
}
