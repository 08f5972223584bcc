public import CairnCore
import Synchronization

/// Finds what is close, and the ways there: on a service, or on a road network in a file. It loads itself when first asked.
///
/// ```swift
/// let task = ClosestFacilityTask(url: serviceURL)
/// var parameters = try await task.makeDefaultParameters()
/// (parameters.facilities, parameters.incidents) = (hospitals.map { Facility(point: $0) }, [Incident(point: home)])
/// let result = try await task.solveClosestFacility(using: parameters)
/// print(result.rankedIndexesOfFacilities(forIncidentAtIndex: 0))
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its answer does not say what it must;
/// ``RouteError``; `CancellationError` if the calling task is cancelled.
public final class ClosestFacilityTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where the answers come from.
    public let backend: any ClosestFacilityBackend
    private let loadedInfo = Mutex<ClosestFacilityTaskInfo?>(nil)

    /// A task on a backend of your own.
    public init(backend: any ClosestFacilityBackend) { self.backend = backend }

    /// What the network can do; nil until loaded.
    public var info: ClosestFacilityTaskInfo? { loadedInfo.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await backend.loadInfo()
        loadedInfo.withLock { $0 = info }
    }

    /// Parameters as they are usual for the network, without facilities and incidents.
    @concurrent
    public func makeDefaultParameters() async throws -> ClosestFacilityParameters {
        try await load()
        var parameters = info?.defaults ?? ClosestFacilityParameters()
        parameters.travelMode = parameters.travelMode ?? info?.defaultTravelMode
        return parameters
    }

    /// Finds for each incident the facilities that are closest to it, and the shortest ways between them.
    ///
    /// - Throws: ``RouteError`` if that cannot be asked.
    @concurrent
    public func solveClosestFacility(using parameters: ClosestFacilityParameters) async throws -> ClosestFacilityResult {
        try parameters.check()
        try await load()
        return try await backend.solve(parameters)
    }
}
