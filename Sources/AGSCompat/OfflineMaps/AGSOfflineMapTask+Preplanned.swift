import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

extension AGSOfflineMapTask {
    /// Finds the areas of the map that its portal has packaged; none for a map that is none of a portal. It loads the map.
    @discardableResult
    public func getPreplannedMapAreas(
        completion: @escaping ([AGSPreplannedMapArea]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ () async throws -> [PreplannedMapArea] in
            // Else of an item that is no map there would be none, and not a word of that.
            try await task.load()
            return try await task.preplannedMapAreas()
        }) { areas, error in
            let portal = self.portalItem?.portal
            let shown = areas?.map { area in
                AGSPreplannedMapArea(
                    area, portal.map { AGSPortalItem(area.portalItem, at: $0) } ?? AGSPortalItem(area.portalItem))
            }
            completion(shown, error)
        }
    }

    /// Makes parameters for an area: what the portal says can be done with it.
    @discardableResult
    public func defaultDownloadPreplannedOfflineMapParameters(
        with preplannedMapArea: AGSPreplannedMapArea,
        completion: @escaping (AGSDownloadPreplannedOfflineMapParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, area) = (task, preplannedMapArea.area)
        return OperationCancelable({
            try await task.makeDefaultDownloadPreplannedOfflineMapParameters(preplannedMapArea: area)
        }) { parameters, error in
            completion(parameters.map { AGSDownloadPreplannedOfflineMapParameters($0, preplannedMapArea) }, error)
        }
    }

    /// A job, not started, that downloads an area that the portal has packaged.
    ///
    /// - Parameters:
    ///   - parameters: Which area, and how.
    ///   - downloadDirectory: Where the offline map goes: a folder that is not there yet, or is empty.
    public func downloadPreplannedOfflineMapJob(
        with parameters: AGSDownloadPreplannedOfflineMapParameters, downloadDirectory: URL
    ) -> AGSDownloadPreplannedOfflineMapJob {
        let (task, area) = (task, parameters.preplannedMapArea)
        let job = AGSDownloadPreplannedOfflineMapJob(
            RefusedWork.orJob(for: AGSDownloadPreplannedOfflineMapJob.self) {
                try task.makeDownloadPreplannedOfflineMapJob(
                    parameters: parameters.value, preplannedMapArea: area.area,
                    downloadDirectory: downloadDirectory)
            })
        if let onlineMap { job.keep(onlineMap, area) }
        return job
    }

    /// The same of all of an area, to be brought in step with its services.
    public func downloadPreplannedOfflineMapJob(
        with preplannedMapArea: AGSPreplannedMapArea, downloadDirectory: URL
    ) -> AGSDownloadPreplannedOfflineMapJob {
        downloadPreplannedOfflineMapJob(
            with: AGSDownloadPreplannedOfflineMapParameters(preplannedMapArea: preplannedMapArea),
            downloadDirectory: downloadDirectory)
    }
}
