public import CairnCore
import Synchronization

/// Finds how far one gets: on a service, or on a road network in a file. It loads itself when first asked.
///
/// ```swift
/// let task = ServiceAreaTask(url: serviceURL)
/// var parameters = try await task.makeDefaultParameters()
/// (parameters.facilities, parameters.defaultImpedanceCutoffs) = ([ServiceAreaFacility(point: home)], [5, 10, 15])
/// let result = try await task.solveServiceArea(using: parameters)
/// for area in result.resultPolygons(forFacilityAtIndex: 0) { print(area.fromImpedanceCutoff, area.toImpedanceCutoff) }
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its answer does not say what it must;
/// ``RouteError``; `CancellationError` if the calling task is cancelled.
public final class ServiceAreaTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where the answers come from.
    public let backend: any ServiceAreaBackend
    private let loadedInfo = Mutex<ServiceAreaTaskInfo?>(nil)

    /// A task on a backend of your own.
    public init(backend: any ServiceAreaBackend) { self.backend = backend }

    /// What the network can do; nil until loaded.
    public var info: ServiceAreaTaskInfo? { loadedInfo.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await backend.loadInfo()
        loadedInfo.withLock { $0 = info }
    }

    /// Parameters as they are usual for the network, without facilities.
    @concurrent
    public func makeDefaultParameters() async throws -> ServiceAreaParameters {
        try await load()
        var parameters = info?.defaults ?? ServiceAreaParameters()
        parameters.travelMode = parameters.travelMode ?? info?.defaultTravelMode
        return parameters
    }

    /// Finds what can be reached from the facilities, or from where they can be.
    ///
    /// - Throws: ``RouteError`` if that cannot be asked.
    @concurrent
    public func solveServiceArea(using parameters: ServiceAreaParameters) async throws -> ServiceAreaResult {
        try parameters.check()
        try await load()
        return try await backend.solve(parameters)
    }
}
