public import CairnCore
import CairnGeo
import Synchronization

/// Finds routes: on a service, or on a road network in a file; what it does is the same. It loads itself when first asked.
///
/// ```swift
/// let task = RouteTask(url: serviceURL)
/// var parameters = try await task.makeDefaultParameters()
/// parameters.stops = [Stop(point: home), Stop(point: work)]
/// parameters.returnsDirections = true
/// for maneuver in try await task.solveRoute(using: parameters).routes[0].directionManeuvers { print(maneuver.text) }
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its answer does not say what it must;
/// ``RouteError``; `CancellationError` if the calling task is cancelled.
public final class RouteTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where the answers come from.
    public let backend: any RouteBackend
    private let loadedInfo = Mutex<RouteTaskInfo?>(nil)

    /// A task on a backend of your own.
    public init(backend: any RouteBackend) { self.backend = backend }

    /// What the network can do; nil until loaded.
    public var info: RouteTaskInfo? { loadedInfo.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await backend.loadInfo()
        loadedInfo.withLock { $0 = info }
    }

    /// Parameters as they are usual for the network, without stops.
    @concurrent
    public func makeDefaultParameters() async throws -> RouteParameters {
        try await load()
        var parameters = info?.defaults ?? RouteParameters()
        parameters.travelMode = parameters.travelMode ?? info?.defaultTravelMode
        return parameters
    }

    /// Finds the shortest routes between the stops.
    ///
    /// - Throws: ``RouteError`` if that cannot be asked.
    @concurrent
    public func solveRoute(using parameters: RouteParameters) async throws -> RouteResult {
        try Self.check(parameters)
        try await load()
        return try await backend.solve(parameters)
    }

    private static func check(_ parameters: RouteParameters) throws(RouteError) {
        let counts = Dictionary(grouping: parameters.stops, by: \.routeName).mapValues(\.count)
        if parameters.stops.isEmpty { throw .tooFewStops(route: "", count: 0) }
        if let lone = counts.filter({ $0.value < 2 }).min(by: { $0.key < $1.key }) {
            throw .tooFewStops(route: lone.key, count: lone.value)
        }
        try parameters.barriers.check()
        for (index, stop) in parameters.stops.enumerated() {
            guard stop.geometry.x.isFinite, stop.geometry.y.isFinite else { throw .noPlace(stop: index + 1) }
            try RouteError.expectNumbers(
                stop.addedCosts, [stop.currentBearing, stop.currentBearingTolerance, stop.navigationLatency]
            ) { stop.name.isEmpty ? "Stop \(index + 1)" : stop.name }
            if let start = stop.timeWindowStart, let end = stop.timeWindowEnd, end < start {
                throw .impossibleTimeWindow(stop: index + 1)
            }
        }
    }
}
