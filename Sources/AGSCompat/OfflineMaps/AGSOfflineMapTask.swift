import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Takes maps offline: all of an area that can be had, or an area that a portal has packaged.
///
/// The map is taken as it is when it is asked for, with layers that were added to its lists or taken out of them. Completions of a call from the main
/// queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSOfflineMapTask: NSObject, AGSLoadable {
    /// The task that this one drives.
    public let task: OfflineMapTask
    /// The map.
    public let onlineMap: AGSMap?
    private let source: any Loadable
    private let loading = LegacyLoading()

    /// A task of Cairn for a map of old callers.
    ///
    /// - Parameters:
    ///   - task: Takes maps offline as it takes its own.
    ///   - map: The map that is taken.
    public init(_ task: OfflineMapTask, _ map: AGSMap) {
        (self.task, onlineMap) = (task, map)
        source = map.basemap.item == nil ? task : LoadedTogether([task, map.source])
    }

    /// A task of Cairn for old callers.
    public convenience init(_ task: OfflineMapTask) {
        self.init(task, AGSMap(task.onlineMap))
    }

    /// A map that is here, or of a portal.
    public convenience init(onlineMap: AGSMap) {
        self.init(OfflineMapTask(onlineMap: onlineMap.map), onlineMap)
    }

    /// A web map of a portal.
    public convenience init(portalItem: AGSPortalItem) {
        self.init(onlineMap: AGSMap(item: portalItem))
    }

    /// The item of the map; nil if it is none of a portal.
    public var portalItem: AGSPortalItem? { onlineMap?.item as? AGSPortalItem }

    /// The task with what callers have changed of the map.
    ///
    /// - Throws: If layers of the map are not known yet.
    var current: OfflineMapTask {
        get throws {
            guard let map = try onlineMap?.current, map !== task.onlineMap else { return task }
            return OfflineMapTask(onlineMap: map, transport: task.access.transport, credential: task.access.credentials)
        }
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - All of an area

    /// Makes parameters for an area, with all levels of its tiles.
    @discardableResult
    public func defaultGenerateOfflineMapParameters(
        withAreaOfInterest areaOfInterest: AGSGeometry,
        completion: @escaping (AGSGenerateOfflineMapParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        defaultGenerateOfflineMapParameters(
            withAreaOfInterest: areaOfInterest, minScale: 0, maxScale: 0, completion: completion)
    }

    /// Makes parameters for an area between two scales.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon.
    ///   - minScale: The denominator of the scale from which on tiles are taken; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which tiles are taken; 0 for the most detailed.
    ///   - completion: Called once, with parameters or an error.
    @discardableResult
    public func defaultGenerateOfflineMapParameters(
        withAreaOfInterest areaOfInterest: AGSGeometry, minScale: Double, maxScale: Double,
        completion: @escaping (AGSGenerateOfflineMapParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, area) = (task, areaOfInterest.value)
        return OperationCancelable({
            try await task.makeDefaultGenerateOfflineMapParameters(
                areaOfInterest: area, minScale: minScale, maxScale: maxScale)
        }) { parameters, error in
            completion(parameters.map { AGSGenerateOfflineMapParameters($0) }, error)
        }
    }

    /// Finds out which layers can be taken offline, and why others cannot.
    @discardableResult
    public func getOfflineMapCapabilities(
        with parameters: AGSGenerateOfflineMapParameters,
        completion: @escaping (AGSOfflineMapCapabilities?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (Result { try current }, parameters.value)
        return OperationCancelable({
            try await task.get().makeOfflineMapCapabilities(parameters: value)
        }) { capabilities, error in
            let objects = self.onlineMap.map { OnlineMapObjects($0, nil) }
            completion(capabilities.flatMap { value in objects.map { AGSOfflineMapCapabilities(value, $0) } }, error)
        }
    }

    /// Finds out what each service would be asked for, to be changed one by one.
    @discardableResult
    public func generateOfflineMapParameterOverrides(
        with parameters: AGSGenerateOfflineMapParameters,
        completion: @escaping (AGSGenerateOfflineMapParameterOverrides?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (Result { try current }, parameters.value)
        return OperationCancelable({
            try await task.get().makeGenerateOfflineMapParameterOverrides(parameters: value)
        }) { overrides, error in
            completion(overrides.map { AGSGenerateOfflineMapParameterOverrides($0) }, error)
        }
    }

    /// A job, not started, that takes the map offline with the parameters as they are now.
    ///
    /// - Parameters:
    ///   - parameters: What of it, and how.
    ///   - downloadDirectory: Where the offline map goes: a folder that is not there yet, or is empty.
    public func generateOfflineMapJob(
        with parameters: AGSGenerateOfflineMapParameters, downloadDirectory: URL
    ) -> AGSGenerateOfflineMapJob {
        job(parameters, nil, downloadDirectory)
    }

    /// A job, not started, that takes the map offline with the parameters as they are now.
    ///
    /// - Parameters:
    ///   - parameters: What of it, and how.
    ///   - parameterOverrides: What is asked of each service.
    ///   - downloadDirectory: Where the offline map goes: a folder that is not there yet, or is empty.
    public func generateOfflineMapJob(
        with parameters: AGSGenerateOfflineMapParameters, parameterOverrides: AGSGenerateOfflineMapParameterOverrides?,
        downloadDirectory: URL
    ) -> AGSGenerateOfflineMapJob {
        job(parameters, parameterOverrides, downloadDirectory)
    }

    private func job(
        _ parameters: AGSGenerateOfflineMapParameters, _ overrides: AGSGenerateOfflineMapParameterOverrides?, _ folder: URL
    ) -> AGSGenerateOfflineMapJob {
        let job = AGSGenerateOfflineMapJob(
            RefusedWork.orJob(for: AGSGenerateOfflineMapJob.self) {
                try current.makeGenerateOfflineMapJob(
                    parameters: parameters.value, downloadDirectory: folder, overrides: overrides?.value())
            })
        if let onlineMap { job.keep(onlineMap) }
        return job
    }
}
