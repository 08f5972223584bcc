import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// A stop on the road that it is at.
struct MatchedStop: Sendable {
    let stop: Stop
    /// Nil if no road is near enough.
    let match: RoadFinder.Match?

    /// How far a stop may be from the nearest road, in metres.
    static let reach = 5000.0

    /// - Parameter number: Which of the stops it is, from 1.
    /// - Throws: ``BlockDamage``; `RouteError.noPlace(stop:)`; what `projected(to:)` throws.
    init(_ stop: Stop, number: Int, in network: TravelNetwork, _ finder: RoadFinder) throws {
        var place = stop.geometry
        if place.spatialReference == nil { place.spatialReference = .wgs84 }
        let position = try place.projected(to: .wgs84).position
        guard position.x.isFinite, abs(position.y) <= 90, abs(position.x) <= 360 else { throw RouteError.noPlace(stop: number) }
        let match = try finder.nearest(to: position, within: Self.reach) { network.memory.kind.isOpen($0) }
        (self.stop, self.match) = (Self.told(stop, number, match), match)
    }

    private static func told(_ stop: Stop, _ number: Int, _ match: RoadFinder.Match?) -> Stop {
        var stop = stop
        (stop.id, stop.sequence) = (number, number)
        stop.locationStatus = match == nil ? .notLocated : .located
        stop.distanceToNetworkLocation = match?.distance
        return stop
    }

    /// Whether the stop shall be on a certain side, and is on one: at a junction it may be on none.
    var hasSide: Bool {
        guard let match, stop.curbApproach == .rightSide || stop.curbApproach == .leftSide else { return false }
        return match.side != 0 || !match.point.isAtJunction
    }

    /// Whether the stop may be come to, and left, along a road: on which side it is then.
    func mayPass(along road: TravelNetwork.Road) -> Bool {
        stop.curbApproach == .rightSide ? side(along: road) <= 0 : side(along: road) >= 0
    }

    /// Whether it is at a junction, which one may come to by any road.
    var isAtOpenJunction: Bool { match?.point.isAtJunction == true && !hasSide }

    /// Whether both are at one place of the network.
    func isWhere(_ other: MatchedStop) -> Bool {
        guard let match, let otherMatch = other.match, hasSide == other.hasSide else { return false }
        return match.point == otherMatch.point
            || match.place == otherMatch.place && match.point.isAtJunction && otherMatch.point.isAtJunction
    }

    /// As searches want it that begin or end there; nil if no road is near.
    var terminal: Terminal? {
        // At a junction one would come to it by any of its roads.
        match.map { hasSide ? Terminal($0.point.awayFromJunctions, mayPass) : Terminal($0.point) }
    }

    /// The ways to come to it and go on; of these one is taken.
    ///
    /// - Parameter isBetween: Whether one comes from elsewhere and goes on: at the ends of a route nobody turns round.
    func passages(in network: TravelNetwork, isBetween: Bool) throws(BlockDamage) -> [TravelNetwork.Passage] {
        guard let point = match?.point else { return [] }
        let (roads, beside) = ([point.edge * 2, point.edge * 2 + 1], point.awayFromJunctions)
        if hasSide { return roads.filter(mayPass).map { .along($0, beside) } }
        if !isBetween { return [.any(point)] }
        let mayTurnRound = stop.curbApproach == .eitherSide
        if point.isAtJunction { return try network.passages(atJunction: point, mayTurnRound: mayTurnRound) }
        return mayTurnRound ? [.any(point)] : roads.map { .along($0, point) }
    }

    /// Negative on the right of who comes along a road, positive on the left; zero where it is not known, for one comes along another road than that which the
    /// stop is at.
    func side(along road: TravelNetwork.Road) -> Int {
        guard let match, match.point.edge == road / 2 else { return 0 }
        let side = match.side
        return road & 1 == 0 ? side : -side
    }
}

extension TravelKind {
    /// Whether a stop can be at a road.
    func isOpen(_ edge: RoadTable.Edge) -> Bool {
        isDriving ? edge.drivingTime < Distance.none || edge.drivingTimeBack < Distance.none : edge.isForWalking
    }
}
