import CairnCore
public import CairnTasks
public import Foundation
import Synchronization

/// A road network in a file as the backend of a `RouteTask`.
///
/// A file is mapped into memory; what belongs to a way to move is looked at when that is first asked for. A question is answered where it is asked, by as
/// many tasks at once as there are. A file in use is replaced by renaming another one to it, as ``RoadNetworkBuilder`` does: one that is written into is
/// opened anew. See `RouteTask(fileURL:)`.
public final class RoadNetwork: RouteBackend {
    /// The file.
    public let url: URL
    private let opened = Mutex<NetworkImage?>(nil)

    /// A file that is opened when first asked.
    public init(_ url: URL) { self.url = url }

    /// Reads what the network can do.
    @concurrent
    public func loadInfo() async throws -> RouteTaskInfo { RoadNetworkInfo.info(of: try image()) }

    /// Finds routes.
    @concurrent
    public func solve(_ parameters: RouteParameters) async throws -> RouteResult {
        let image = try image()
        do {
            var solver = try RouteSolver(image, parameters)
            return try solver.solve()
        } catch is BlockDamage { throw image.isUnchanged ? RoadNetworkError.damaged(path: url.path) : .changed(path: url.path) }
    }

    /// The open file, which all share from the first question on; opened anew if somebody has written into it.
    func image() throws -> NetworkImage {
        let known = opened.withLock { $0 }
        if let known, known.isUnchanged { return known }
        let image = try NetworkImage(url)
        // Of those who come together one opens it for all. What was open before is let go by who had it last, not under the lock.
        return opened.withLock { opened in
            if let other = opened, other !== known { return other }
            opened = image
            return image
        }
    }
}

extension RouteTask {
    /// A task on a road network in a file, as `cairn build-network` makes them.
    ///
    /// ```swift
    /// let task = RouteTask(fileURL: URL(filePath: "town.network"))
    /// var parameters = try await task.makeDefaultParameters()
    /// parameters.stops = [Stop(point: MapPoint(latitude: 41.15, longitude: -8.61)), Stop(point: MapPoint(latitude: 41.16, longitude: -8.65))]
    /// print(try await task.solveRoute(using: parameters).routes[0].totalLength)
    /// ```
    ///
    /// - Parameter fileURL: The file.
    public convenience init(fileURL: URL) { self.init(backend: RoadNetwork(fileURL)) }
}
