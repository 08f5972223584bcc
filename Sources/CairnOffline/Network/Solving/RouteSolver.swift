import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Finds the routes of one question on an open network.
struct RouteSolver {
    private var query: NetworkQuery
    private let parameters: RouteParameters
    private let language: any DirectionsLanguage

    /// - Throws: As ``NetworkQuery``.
    init(_ image: NetworkImage, _ parameters: RouteParameters) throws {
        self.parameters = parameters
        query = try NetworkQuery(image, parameters)
        language = DirectionsLanguages.language(for: parameters.directionsLanguage)
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
        result.messages = query.messages
        result.giveBackBarriers(of: parameters)
        result.directionsLanguage = language.code
        return result
    }

    private mutating func route(_ name: String) throws -> Route {
        let stops = try matched(name)
        var order = Array(stops.indices)
        if parameters.findsBestSequence { order = try bestOrder(stops) }
        let legs = try RouteLegs(order.map { stops[$0] }, in: query.network, around: query.obstacles)
        var route = try legs.route(parameters, language)
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
            let matched = try query.matched(stop, number: index + 1)
            if matched.match != nil { stops.append(matched) }
        }
        guard stops.count > 1 else {
            throw RouteError.stopsNotLocated(count: parameters.stops.count { $0.routeName == name } - stops.count)
        }
        return stops
    }

    private func bestOrder(_ stops: [MatchedStop]) throws -> [Int] {
        let (starts, ends) = (
            stops.compactMap(\.terminal), stops.compactMap(\.terminal)
        )
        var costs: [[UInt32?]] = []
        try query.network.forEachCostRow(from: starts, to: ends, around: query.obstacles) { _, row in
            costs.append(row.map { $0 == Distance.none ? nil : $0 })
        }
        return try VisitOrder.shortest(
            costs, keepsFirst: parameters.preservesFirstStop, keepsLast: parameters.preservesLastStop)
    }
}
