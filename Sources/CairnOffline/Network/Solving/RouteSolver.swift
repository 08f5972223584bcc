import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Finds the routes of one question on an open network.
struct RouteSolver {
    private let image: NetworkImage
    private let network: TravelNetwork
    private let parameters: RouteParameters
    private let language: any DirectionsLanguage
    private let obstacles: RoadObstacles
    private var messages: [String] = []

    /// - Throws: `RouteError` if the network cannot do what is asked; ``RoadNetworkError``.
    init(_ image: NetworkImage, _ parameters: RouteParameters) throws {
        (self.image, self.parameters) = (image, parameters)
        network = try image.network(try Self.kind(parameters.travelMode, image))
        language = DirectionsLanguages.language(for: parameters.directionsLanguage)
        var finder = ObstacleFinder(network, image.finder)
        for (index, barrier) in parameters.pointBarriers.enumerated() { try finder.add(barrier, number: index + 1) }
        for barrier in parameters.polylineBarriers { try finder.add(barrier) }
        for barrier in parameters.polygonBarriers { try finder.add(barrier) }
        (obstacles, messages) = (finder.obstacles, finder.messages)
        if !obstacles.isEmpty { messages.append(Self.detourMessage) }
    }

    private static let detourMessage =
        "Barriers are in the way on some roads: ways were searched road by road, which takes longer than without barriers."

    private static func kind(_ mode: TravelMode?, _ image: NetworkImage) throws -> TravelKind {
        guard let mode else {
            guard let first = image.kinds.first else { throw RoadNetworkError.damaged(path: image.path) }
            return first
        }
        let words = [mode.id, mode.name]
        if let kind = image.kinds.first(where: { words.contains($0.word) || words.contains($0.name) }) { return kind }
        throw RouteError.unknownTravelMode(mode.name, known: image.kinds.map(\.name))
    }

    /// A route for each route name, in the order of their first stops.
    ///
    /// - Throws: `RouteError`, ``RoadNetworkError``; `CancellationError` if the calling task is cancelled.
    mutating func solve() throws -> RouteResult {
        var names: [String] = []
        for stop in parameters.stops where !names.contains(stop.routeName) { names.append(stop.routeName) }
        var result = RouteResult()
        for name in names {
            try Task.checkCancellation()
            result.routes.append(try route(name))
        }
        result.messages = messages
        if parameters.returnsPointBarriers { result.pointBarriers = parameters.pointBarriers }
        if parameters.returnsPolylineBarriers { result.polylineBarriers = parameters.polylineBarriers }
        if parameters.returnsPolygonBarriers { result.polygonBarriers = parameters.polygonBarriers }
        result.directionsLanguage = language.code
        return result
    }

    private mutating func route(_ name: String) throws -> Route {
        let stops = try matched(name)
        var order = Array(stops.indices)
        if parameters.findsBestSequence { order = try bestOrder(stops) }
        let legs = try RouteLegs(order.map { stops[$0] }, in: network, around: obstacles)
        var route = try legs.route(parameters, language, image.name)
        let ends = [legs.stops.first, legs.stops.last].compactMap { $0?.stop }.map { Self.label($0) }
        route.name = name.isEmpty ? ends.joined(separator: " - ") : name
        return route
    }

    /// Who has no name is called by the number.
    static func label(_ stop: Stop) -> String { stop.name.isEmpty ? "Location \(stop.id)" : stop.name }

    /// The stops of a route that are at a road.
    private mutating func matched(_ name: String) throws -> [MatchedStop] {
        var stops: [MatchedStop] = []
        for (index, stop) in parameters.stops.enumerated() where stop.routeName == name {
            let matched = try MatchedStop(stop, number: index + 1, in: network, image.finder)
            if matched.match != nil {
                stops.append(matched)
            } else {
                messages.append(
                    "\(Self.label(matched.stop)) was left out: there is no road within \(Int(rounding: MatchedStop.reach / 1000) ?? 0) km."
                )
            }
        }
        guard stops.count > 1 else { throw RouteError.stopsNotLocated(count: parameters.stops.count - stops.count) }
        return stops
    }

    private func bestOrder(_ stops: [MatchedStop]) throws -> [Int] {
        let places = stops.compactMap(\.match?.point).map { Terminal($0) }
        var costs: [[UInt32?]] = []
        try network.forEachCostRow(from: places, to: places, around: obstacles) { _, row in
            costs.append(row.map { $0 == Distance.none ? nil : $0 })
        }
        return VisitOrder.shortest(costs, keepsFirst: parameters.preservesFirstStop, keepsLast: parameters.preservesLastStop)
    }
}
