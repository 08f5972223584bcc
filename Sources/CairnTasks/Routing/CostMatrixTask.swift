public import CairnCore
import Synchronization

/// Finds what it costs to get from many places to many others: on a service, or on a road network in a file. It loads itself when first asked.
///
/// ```swift
/// let task = CostMatrixTask(url: serviceURL)
/// var parameters = try await task.makeDefaultParameters()
/// (parameters.origins, parameters.destinations) = ([.init(point: home)], hospitals.map { .init(point: $0) })
/// let matrix = try await task.solveCostMatrix(using: parameters)
/// print(matrix.cost("TravelTime", from: 0, to: 1) ?? .infinity)
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its answer does not say what it must;
/// ``RouteError``; `CancellationError` if the calling task is cancelled.
public final class CostMatrixTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where the answers come from.
    public let backend: any CostMatrixBackend
    private let loadedInfo = Mutex<CostMatrixTaskInfo?>(nil)

    /// A task on a backend of your own.
    public init(backend: any CostMatrixBackend) { self.backend = backend }

    /// What the network can do; nil until loaded.
    public var info: CostMatrixTaskInfo? { loadedInfo.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await backend.loadInfo()
        loadedInfo.withLock { $0 = info }
    }

    /// Parameters as they are usual for the network, without origins and destinations.
    @concurrent
    public func makeDefaultParameters() async throws -> CostMatrixParameters {
        try await load()
        var parameters = info?.defaults ?? CostMatrixParameters()
        parameters.travelMode = parameters.travelMode ?? info?.defaultTravelMode
        return parameters
    }

    /// Finds the least costs from each origin to the destinations. The ways are not told.
    ///
    /// - Throws: ``RouteError`` if that cannot be asked.
    @concurrent
    public func solveCostMatrix(using parameters: CostMatrixParameters) async throws -> CostMatrix {
        try parameters.check()
        try await load()
        let matrix = try await backend.solve(parameters)
        guard matrix.origins.count == parameters.origins.count, matrix.destinations.count == parameters.destinations.count else {
            throw RouteError.otherTable(
                origins: matrix.origins.count, destinations: matrix.destinations.count, askedOrigins: parameters.origins.count,
                askedDestinations: parameters.destinations.count)
        }
        return matrix
    }
}
