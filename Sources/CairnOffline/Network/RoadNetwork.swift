import CairnCore
public import CairnTasks
public import Foundation
import Synchronization

/// A road network in a file as the backend of a `RouteTask`, a `ClosestFacilityTask`, a `ServiceAreaTask` and a `CostMatrixTask`.
///
/// A file is mapped into memory; what belongs to a way to move is looked at when that is first asked for. A question is answered where it is asked, by as
/// many tasks at once as there are. A file in use is replaced by renaming another one to it, as ``RoadNetworkBuilder`` does: one that is written into is
/// opened anew. See `RouteTask(fileURL:)`; for tasks that share a network, `RouteTask(backend: network.routes)`.
public final class RoadNetwork: Sendable {
    /// The file.
    public let url: URL
    private let opened = Mutex<NetworkImage?>(nil)

    /// A file that is opened when first asked.
    public init(_ url: URL) { self.url = url }

    /// Answers a question on the open file; what is damaged is told as what the file is.
    private func answer<Answer>(_ solve: (NetworkImage) throws -> Answer) throws -> Answer {
        let image = try image()
        do { return try solve(image) } catch is BlockDamage {
            throw image.isUnchanged ? RoadNetworkError.damaged(path: url.path) : .changed(path: url.path)
        }
    }

    /// The open file, which all share from the first question on; opened anew if somebody has written into it, or renamed another to it.
    func image() throws -> NetworkImage {
        let known = opened.withLock { $0 }
        if let known, known.isCurrent { return known }
        let image = try NetworkImage(url)
        // Of those who come together one opens it for all. What was open before is let go by who had it last, not under the lock.
        return opened.withLock { opened in
            if let other = opened, other !== known { return other }
            opened = image
            return image
        }
    }
}

extension RoadNetwork {
    /// The network as it finds routes.
    public var routes: any RouteBackend { Routes(network: self) }
    /// The network as it finds what is close.
    public var closestFacilities: any ClosestFacilityBackend { ClosestFacilities(network: self) }
    /// The network as it finds what can be reached.
    public var serviceAreas: any ServiceAreaBackend { ServiceAreas(network: self) }
    /// The network as it finds costs between many places.
    public var costMatrices: any CostMatrixBackend { CostMatrices(network: self) }

    private struct Routes: RouteBackend {
        let network: RoadNetwork

        @concurrent func loadInfo() async throws -> RouteTaskInfo { try network.answer { RoadNetworkInfo.routes(on: $0) } }

        @concurrent func solve(_ parameters: RouteParameters) async throws -> RouteResult {
            try network.answer { image in
                var solver = try RouteSolver(image, parameters)
                return try solver.solve()
            }
        }
    }

    private struct ClosestFacilities: ClosestFacilityBackend {
        let network: RoadNetwork

        @concurrent func loadInfo() async throws -> ClosestFacilityTaskInfo {
            try network.answer { RoadNetworkInfo.closestFacilities(on: $0) }
        }

        @concurrent func solve(_ parameters: ClosestFacilityParameters) async throws -> ClosestFacilityResult {
            try network.answer { image in
                var solver = try ClosestFacilitySolver(image, parameters)
                return try solver.solve()
            }
        }
    }

    private struct ServiceAreas: ServiceAreaBackend {
        let network: RoadNetwork

        @concurrent func loadInfo() async throws -> ServiceAreaTaskInfo {
            try network.answer { RoadNetworkInfo.serviceAreas(on: $0) }
        }

        @concurrent func solve(_ parameters: ServiceAreaParameters) async throws -> ServiceAreaResult {
            try network.answer { image in
                var solver = try ServiceAreaSolver(image, parameters)
                return try solver.solve()
            }
        }
    }

    private struct CostMatrices: CostMatrixBackend {
        let network: RoadNetwork

        @concurrent func loadInfo() async throws -> CostMatrixTaskInfo {
            try network.answer { RoadNetworkInfo.costMatrices(on: $0) }
        }

        @concurrent func solve(_ parameters: CostMatrixParameters) async throws -> CostMatrix {
            try network.answer { image in
                var solver = try CostMatrixSolver(image, parameters)
                return try solver.solve()
            }
        }
    }
}

extension RouteTask {
    /// A task on a road network in a file, as `cairn build-network` makes them.
    ///
    /// ```swift
    /// let task = RouteTask(fileURL: URL(filePath: "town.network"))
    /// var parameters = try await task.makeDefaultParameters()
    /// parameters.stops = [Stop(point: home), Stop(point: work)]
    /// print(try await task.solveRoute(using: parameters).routes[0].totalLength)
    /// ```
    ///
    /// - Parameter fileURL: The file.
    public convenience init(fileURL: URL) { self.init(backend: RoadNetwork(fileURL).routes) }
}

extension ClosestFacilityTask {
    /// A task on a road network in a file; see `RouteTask(fileURL:)`.
    public convenience init(fileURL: URL) { self.init(backend: RoadNetwork(fileURL).closestFacilities) }
}

extension ServiceAreaTask {
    /// A task on a road network in a file; see `RouteTask(fileURL:)`. Areas that are not trimmed end a kilometre from roads.
    public convenience init(fileURL: URL) { self.init(backend: RoadNetwork(fileURL).serviceAreas) }
}

extension CostMatrixTask {
    /// A task on a road network in a file; see `RouteTask(fileURL:)`. A cost that is added up beside the one that is kept low takes the way itself for each
    /// pair, which is slower by a thousand times than a table.
    public convenience init(fileURL: URL) { self.init(backend: RoadNetwork(fileURL).costMatrices) }
}
