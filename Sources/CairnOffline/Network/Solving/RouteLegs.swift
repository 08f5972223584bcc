import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The ways from stop to stop of a route, in their order.
struct RouteLegs {
    let stops: [MatchedStop]
    private let legs: [[RouteStep]]
    private let network: TravelNetwork

    /// - Throws: `RouteError.noRoute(from:to:)`; ``BlockDamage``.
    init(_ stops: [MatchedStop], in network: TravelNetwork, around obstacles: RoadObstacles) throws {
        (self.stops, self.network) = (stops, network)
        var legs: [[RouteStep]] = []
        for (start, end) in zip(stops, stops.dropFirst()) {
            try Task.checkCancellation()
            legs.append(try Self.leg(from: start, to: end, in: network, around: obstacles, arrivedAlong: legs.last?.last?.road))
        }
        self.legs = legs
    }

    private static func leg(
        from start: MatchedStop, to end: MatchedStop, in network: TravelNetwork, around obstacles: RoadObstacles,
        arrivedAlong arrived: TravelNetwork.Road?
    ) throws -> [RouteStep] {
        guard let from = start.match, let to = end.match else { throw BlockDamage() }
        let isBound = end.stop.curbApproach == .rightSide || end.stop.curbApproach == .leftSide
        let going = arrived.flatMap { goingOn(from: from.point, along: $0, isForced: start.stop.curbApproach == .noUTurn) }
        let way = try network.way(
            from: going ?? from.point, to: isBound ? to.point.awayFromJunctions : to.point, around: obstacles,
            leaving: { going == nil || $0 == arrived }, arriving: { end.mayArrive(along: $0) })
        guard let way else { throw RouteError.noRoute(from: RouteSolver.label(start.stop), to: RouteSolver.label(end.stop)) }
        return try network.steps(of: way, around: obstacles)
    }

    /// Where one goes on along the road by which one came; nil if one may leave by any. At a junction a stop lifts no ban on turns from there, and who
    /// shall not turn round has no choice.
    private static func goingOn(from place: EdgePoint, along road: TravelNetwork.Road, isForced: Bool) -> EdgePoint? {
        if place.share > 0, place.share < 1, place.edge == road / 2 { return isForced ? place.awayFromJunctions : nil }
        return EdgePoint(edge: road / 2, share: road & 1 == 0 ? 1 : 0).awayFromJunctions
    }

    /// On which sides of the vehicle the first stop is when one leaves it, and the last when one comes to it.
    var approaches: (departure: CurbApproach?, arrival: CurbApproach?) {
        (side(at: 0, along: legs.first?.first), side(at: legs.count, along: legs.last?.last))
    }

    // MARK: - The route

    func route(_ parameters: RouteParameters, _ language: any DirectionsLanguage) throws -> Route {
        var route = Route()
        let schedule = RouteSchedule(
            stops.map(\.stop), times: legs.map { $0.reduce(0) { $0 + $1.time } }, start: parameters.startDate,
            by: network.memory.kind)
        route.lengthInMeters = legs.joined().reduce(0) { $0 + $1.length }
        (route.travelTime, route.totalTime) = (schedule.travelTime, schedule.totalTime)
        (route.waitTime, route.violationTime) = (schedule.waitTime, schedule.violationTime)
        (route.startDate, route.endDate) = (parameters.startDate, schedule.end)
        route.totalCosts = RoadNetworkInfo.costs(network.memory.kind, seconds: route.totalTime, metres: route.lengthInMeters)
        route.geometry = try line(parameters)
        if parameters.returnsDirections { route.directionManeuvers = try directions(schedule, language, parameters) }
        if parameters.returnsStops { route.stops = try schedule.stops.enumerated().map { try placed($1, at: $0, parameters) } }
        return route
    }

    private func line(_ parameters: RouteParameters) throws -> Polyline? {
        guard parameters.returnsRoutes, parameters.routeShape != .none else { return nil }
        var path = parameters.routeShape == .straightLine ? stops.compactMap(\.match?.place.position) : []
        if path.isEmpty {
            var time = 0.0
            for step in legs.joined() { append(step, to: &path, &time, parameters.routeShape == .trueShapeWithMeasures) }
        }
        let line = Geometry.polyline(Polyline(paths: DateLine.paths(of: path), spatialReference: .wgs84))
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
            for var maneuver in try LegDirections(leg, in: network, language).maneuvers() {
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

extension EdgePoint {
    /// A place at a junction can be come to and left by any of its roads; one just beside it only by its own.
    var awayFromJunctions: EdgePoint { EdgePoint(edge: edge, share: share.clamped(to: 1e-6...1 - 1e-6)) }
}
