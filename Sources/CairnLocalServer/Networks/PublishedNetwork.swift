public import CairnOffline
public import CairnTasks
public import Foundation

/// A network that a ``LocalServer`` publishes: what is asked of it, and who answers.
///
/// ```swift
/// let network = PublishedNetwork(fileURL: file)
/// let server = LocalServer(networks: ["Town": network])
/// ```
///
/// Each task is a layer of the service: `Route`, `ClosestFacility`, `ServiceArea` and `ODCostMatrix`.
public struct PublishedNetwork: Sendable {
    /// What people read of the service.
    public var description = ""
    /// How much one request may ask for.
    public var limits = NetworkLimits()
    let routes: RouteTask?
    let closestFacilities: ClosestFacilityTask?
    let serviceAreas: ServiceAreaTask?
    let costMatrices: CostMatrixTask?
    /// Whether another file may come in the place of that which is served.
    private var isFile = false

    /// A network of which some things can be asked, one at least: what there is no task for has no layer.
    ///
    /// - Parameters:
    ///   - routes: Who finds routes.
    ///   - closestFacilities: Who finds what is close.
    ///   - serviceAreas: Who finds what can be reached.
    ///   - costMatrices: Who finds costs between many places.
    public init(
        routes: RouteTask? = nil, closestFacilities: ClosestFacilityTask? = nil, serviceAreas: ServiceAreaTask? = nil,
        costMatrices: CostMatrixTask? = nil
    ) {
        (self.routes, self.closestFacilities) = (routes, closestFacilities)
        (self.serviceAreas, self.costMatrices) = (serviceAreas, costMatrices)
    }

    /// A road network of which everything can be asked.
    public init(_ network: RoadNetwork) {
        self.init(
            routes: RouteTask(backend: network.routes),
            closestFacilities: ClosestFacilityTask(backend: network.closestFacilities),
            serviceAreas: ServiceAreaTask(backend: network.serviceAreas),
            costMatrices: CostMatrixTask(backend: network.costMatrices))
        isFile = true
    }

    /// A road network in a file, as `cairn build-network` makes them. Another that is renamed to it is served from then on.
    public init(fileURL: URL) { self.init(RoadNetwork(fileURL)) }

    /// Loads all tasks, so that what is wrong with the network is told before anybody is answered.
    ///
    /// - Throws: What loading a task throws.
    @concurrent
    public func load() async throws {
        for layer in layers { _ = try await layer.network() }
    }

    /// What can be asked, in the order in which it is told.
    var layers: [any NetworkServiceLayer] {
        let all: [(any NetworkServiceLayer)?] = [
            routes.map { RouteLayer(task: $0, limits: limits, isFile: isFile) },
            closestFacilities.map { ClosestFacilityLayer(task: $0, limits: limits, isFile: isFile) },
            serviceAreas.map { ServiceAreaLayer(task: $0, limits: limits, isFile: isFile) },
            costMatrices.map { CostMatrixLayer(task: $0, limits: limits, isFile: isFile) },
        ]
        return all.compactMap(\.self)
    }
}
