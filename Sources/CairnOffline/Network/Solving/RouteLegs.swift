import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The ways from stop to stop of a route, in their order.
struct RouteLegs {
    let stops: [MatchedStop]
    let legs: [[RouteStep]]
    /// What all ways cost together, in milliseconds or centimetres.
    let cost: Double
    private let network: TravelNetwork

    /// The ways that cost least together: how one comes to a stop decides where one may go on.
    ///
    /// - Throws: `RouteError.noRoute(from:to:)`; ``BlockDamage``; `CancellationError` if the calling task is cancelled.
    init(_ stops: [MatchedStop], in network: TravelNetwork, around obstacles: RoadObstacles) throws {
        (self.stops, self.network) = (stops, network)
        var layers = [[Arrival(cost: 0, before: nil, way: nil)]]
        var before: [TravelNetwork.Passage] = []
        for index in stops.indices {
            let passages = try Self.passages(at: index, of: stops, in: network)
            if index == 0 {
                layers[0] = passages.map { _ in Arrival(cost: 0, before: nil, way: nil) }
            } else {
                layers.append(
                    try passages.map { try Self.arrival(at: $0, from: layers[index - 1], before, network, obstacles) })
                guard layers[index].contains(where: { $0.cost < .infinity }) else {
                    let (start, end) = (RouteSolver.label(stops[index - 1].stop), RouteSolver.label(stops[index].stop))
                    throw RouteError.noRoute(from: start, to: end)
                }
            }
            before = passages
        }
        cost = layers.last?.map(\.cost).min() ?? 0
        legs = try Self.ways(layers).map { try network.steps(of: $0, around: obstacles) }
    }

    /// The ways to come to a stop and go on.
    private static func passages(at index: Int, of stops: [MatchedStop], in network: TravelNetwork) throws(BlockDamage)
        -> [TravelNetwork.Passage]
    {
        let stop = stops[index]
        // Who has only been at one place comes from nowhere; of several stops at one junction the last says how one goes on.
        let isFirst = stops[..<index].allSatisfy { $0.isWhere(stop) }
        let after = stops[index...].firstIndex { !$0.isWhere(stop) } ?? stops.count
        let going = stop.isAtOpenJunction ? stops[after - 1] : stop
        return try going.passages(in: network, isBetween: !isFirst && after < stops.count)
    }

    /// The cheapest way to be at a stop in one of the ways to come to it.
    private struct Arrival {
        /// Of all legs until there; infinite if one cannot be.
        let cost: Double
        /// How one was at the stop before.
        let before: Int?
        let way: TravelNetwork.Way?
    }

    private static func arrival(
        at passage: TravelNetwork.Passage, from layer: [Arrival], _ passages: [TravelNetwork.Passage], _ network: TravelNetwork,
        _ obstacles: RoadObstacles
    ) throws -> Arrival {
        var best = Arrival(cost: .infinity, before: nil, way: nil)
        for (index, start) in passages.enumerated() where layer[index].cost < best.cost {
            try Task.checkCancellation()
            guard let way = try network.way(from: start, to: passage, around: obstacles),
                layer[index].cost + Double(way.cost) < best.cost
            else { continue }
            best = Arrival(cost: layer[index].cost + Double(way.cost), before: index, way: way)
        }
        return best
    }

    private static func ways(_ layers: [[Arrival]]) throws(BlockDamage) -> [TravelNetwork.Way] {
        var ways: [TravelNetwork.Way] = []
        var place = layers.last.flatMap { last in last.indices.min { last[$0].cost < last[$1].cost } }
        for layer in layers.dropFirst().reversed() {
            guard let index = place, let way = layer[index].way else { throw BlockDamage() }
            ways.append(way)
            place = layer[index].before
        }
        return ways.reversed()
    }

    /// On which sides of the vehicle the first stop is when one leaves it, and the last when one comes to it.
    var approaches: (departure: CurbApproach?, arrival: CurbApproach?) {
        (side(at: 0, along: legs.first?.first), side(at: legs.count, along: legs.last?.last))
    }

    /// How many seconds after the beginning one is at the last stop.
    func secondsUntilArrival(startingAt start: Date?) -> Double { schedule(startingAt: start).arrivals.last ?? 0 }

    private func schedule(startingAt start: Date?) -> RouteSchedule {
        RouteSchedule(stops.map(\.stop), times: legs.map { $0.reduce(0) { $0 + $1.time } }, start: start, by: network.memory.kind)
    }

    // MARK: - The route

    func route(_ parameters: RouteParameters, _ language: any DirectionsLanguage) throws -> Route {
        var route = Route()
        let schedule = schedule(startingAt: parameters.startDate)
        route.lengthInMeters = legs.joined().reduce(0) { $0 + $1.length }
        (route.travelTime, route.totalTime) = (schedule.travelTime, schedule.totalTime)
        (route.waitTime, route.violationTime) = (schedule.waitTime, schedule.violationTime)
        (route.startDate, route.endDate) = (parameters.startDate, schedule.end)
        route.totalCosts = network.costs(of: legs.joined(), adding: stops.map(\.stop.addedCosts))
        route.totalCosts[network.memory.kind.timeName] = route.totalTime / 60
        route.geometry = try line(parameters, schedule)
        if parameters.returnsDirections { route.directionManeuvers = try directions(schedule, language, parameters) }
        if parameters.returnsStops { route.stops = try schedule.stops.enumerated().map { try placed($1, at: $0, parameters) } }
        return route
    }

    private func line(_ parameters: RouteParameters, _ schedule: RouteSchedule) throws -> Polyline? {
        guard parameters.returnsRoutes, parameters.routeShape != .none else { return nil }
        var path = parameters.routeShape == .straightLine ? stops.compactMap(\.match?.place.position) : []
        if path.isEmpty {
            for (index, leg) in legs.enumerated() {
                var time = schedule.departures[index]
                for step in leg { append(step, to: &path, &time, parameters.routeShape == .trueShapeWithMeasures) }
            }
        }
        let paths = DateLine.paths(of: path)
        guard !paths.isEmpty else { return nil }
        let line = Geometry.polyline(Polyline(paths: paths, spatialReference: .wgs84))
        guard case .polyline(let projected) = try line.projected(to: parameters.outputSpatialReference ?? .wgs84) else {
            return nil
        }
        return projected
    }

    /// Adds the places of a step; their measures are minutes since the route began.
    private func append(
        _ step: RouteStep, to path: inout [Position], _ time: inout Double, _ isMeasured: Bool
    ) {
        let lengths = [0] + zip(step.line, step.line.dropFirst()).map { RoadLength.metres($0, $1) }
        let total = max(lengths.reduce(0, +), 1e-9)
        var along = 0.0
        for (place, length) in zip(step.line, lengths) {
            along += length
            var position = place.position
            if isMeasured { position.m = (time + step.time * along / total) / 60 }
            if let last = path.last, last.x == position.x, last.y == position.y { continue }
            path.append(position)
        }
        time += step.time
    }

    private func placed(_ stop: Stop, at index: Int, _ parameters: RouteParameters) throws -> Stop {
        var stop = stop
        stop.geometry = try MapPoint(
            stops[index].stop.geometry.position, spatialReference: stops[index].stop.geometry.spatialReference ?? .wgs84
        )
        .projected(to: parameters.outputSpatialReference ?? .wgs84)
        stop.arrivalCurbApproach = side(at: index, along: index > 0 ? legs[index - 1].last : nil)
        stop.departureCurbApproach = side(at: index, along: index < legs.count ? legs[index].first : nil)
        return stop
    }

    private func side(at index: Int, along step: RouteStep?) -> CurbApproach? {
        step.map { stops[index].side(along: $0.road) }.map { $0 < 0 ? .rightSide : $0 > 0 ? .leftSide : .eitherSide }
    }

    // MARK: - Directions

    private func directions(
        _ schedule: RouteSchedule, _ language: any DirectionsLanguage, _ parameters: RouteParameters
    ) throws -> [DirectionManeuver] {
        var maneuvers: [DirectionManeuver] = []
        for (index, leg) in legs.enumerated() {
            var time = schedule.stops[index].departureDate
            maneuvers.append(at(index, .depart, language, time))
            let before = legs[..<index].last { !$0.isEmpty }?.last
            for var maneuver in try LegDirections(leg, after: before, in: network, language).maneuvers() {
                maneuver.estimatedArrivalDate = time
                time? += maneuver.duration
                maneuvers.append(maneuver)
            }
            maneuvers.append(at(index + 1, .stop, language, schedule.stops[index + 1].arrivalDate))
        }
        let reference = parameters.outputSpatialReference ?? .wgs84
        return try maneuvers.map { maneuver in
            var maneuver = maneuver
            maneuver.geometry = try maneuver.geometry?.projected(to: reference)
            return maneuver
        }
    }

    private func at(_ index: Int, _ kind: DirectionManeuver.Kind, _ language: any DirectionsLanguage, _ date: Date?)
        -> DirectionManeuver
    {
        var description = ManeuverDescription(kind: kind, stop: RouteSolver.label(stops[index].stop))
        if kind == .stop, let last = legs[index - 1].last { description.side = stops[index].side(along: last.road) }
        var maneuver = DirectionManeuver()
        (maneuver.kind, maneuver.text, maneuver.estimatedArrivalDate) = (kind, language.text(description), date)
        maneuver.geometry = stops[index].match.map { .point(MapPoint($0.place.position, spatialReference: .wgs84)) }
        return maneuver
    }
}
