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

    /// Whether the stop may be reached along a road: on which side it is then.
    func mayArrive(along road: TravelNetwork.Road) -> Bool {
        switch stop.curbApproach {
        case .eitherSide, .noUTurn: true
        case .rightSide: side(along: road) <= 0
        case .leftSide: side(along: road) >= 0
        }
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
