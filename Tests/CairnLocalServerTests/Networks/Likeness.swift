import CairnGeo
import CairnTasks
import Foundation
import Testing

/// Whether two answers say the same, but for what the wire rounds: times to milliseconds, the lines of directions to what 31 bits tell apart.
struct Likeness {
    private let comment: Comment

    init(_ comment: String) { self.comment = Comment(rawValue: comment) }

    func expect(_ result: RouteResult, _ expected: RouteResult, _ parameters: RouteParameters) throws {
        #expect(result.messages == expected.messages, comment)
        #expect(result.routes.count == expected.routes.count, comment)
        #expect(result.pointBarriers == expected.pointBarriers, comment)
        #expect(result.polylineBarriers == expected.polylineBarriers, comment)
        #expect(result.polygonBarriers == expected.polygonBarriers, comment)
        for (route, other) in zip(result.routes, expected.routes) {
            try expect(route, other)
            #expect(route.stops.count == other.stops.count, comment)
            for (stop, other) in zip(route.stops, other.stops) { expect(stop, other) }
        }
    }

    func expect(_ route: Route, _ expected: Route) throws {
        #expect(route.name == expected.name && route.totalCosts == expected.totalCosts, comment)
        expectLine(route.geometry.map(Geometry.polyline), expected.geometry.map(Geometry.polyline), within: 0)
        // Over the wire the length is that of the costs, which barriers may have multiplied.
        let length = expected.totalCosts["Kilometers"].map { $0 * 1000 } ?? expected.lengthInMeters
        for (number, other) in [
            (route.lengthInMeters, length), (route.totalTime, expected.totalTime),
            (route.travelTime, expected.travelTime), (route.waitTime, expected.waitTime),
            (route.violationTime, expected.violationTime),
        ] { expectEqual(number, other) }
        expectEqual(route.startDate, expected.startDate)
        expectEqual(route.endDate, expected.endDate)
        #expect(route.directionManeuvers.count == expected.directionManeuvers.count, comment)
        for (maneuver, other) in zip(route.directionManeuvers, expected.directionManeuvers) { expect(maneuver, other) }
    }

    private func expect(_ maneuver: DirectionManeuver, _ expected: DirectionManeuver) {
        #expect(maneuver.text == expected.text && maneuver.kind == expected.kind, comment)
        #expect(maneuver.messages == expected.messages && maneuver.events == expected.events, comment)
        expectEqual(maneuver.lengthInMeters, expected.lengthInMeters)
        expectEqual(maneuver.duration, expected.duration)
        expectEqual(maneuver.estimatedArrivalDate, expected.estimatedArrivalDate)
        let isMercator = expected.geometry?.spatialReference == .webMercator
        expectLine(maneuver.geometry, expected.geometry, within: isMercator ? 0.01 : 1e-7)
    }

    private func expect(_ stop: Stop, _ expected: Stop) {
        var (stop, expected) = (stop, expected)
        expectEqual(stop.arrivalDate, expected.arrivalDate)
        expectEqual(stop.departureDate, expected.departureDate)
        expectEqual(stop.waitTime, expected.waitTime)
        expectEqual(stop.violationTime, expected.violationTime)
        for path in [\Stop.arrivalDate, \.departureDate] { (stop[keyPath: path], expected[keyPath: path]) = (nil, nil) }
        for path in [\Stop.waitTime, \.violationTime] { (stop[keyPath: path], expected[keyPath: path]) = (0, 0) }
        #expect(stop == expected, comment)
    }

    /// Whether two geometries have the same vertices; a line that is as short as nothing is a point over the wire.
    func expectLine(_ line: Geometry?, _ expected: Geometry?, within distance: Double) {
        #expect(line?.spatialReference == expected?.spatialReference, comment)
        guard case .point(let point)? = line, case .polyline? = expected else {
            let (positions, others) = (line?.positions ?? [], expected?.positions ?? [])
            #expect(positions.count == others.count, comment)
            #expect(zip(positions, others).allSatisfy { abs($0.x - $1.x) <= distance && abs($0.y - $1.y) <= distance }, comment)
            return
        }
        #expect(
            expected?.positions.allSatisfy { abs($0.x - point.x) <= distance && abs($0.y - point.y) <= distance } == true, comment
        )
    }

    func expectEqual(_ number: Double, _ expected: Double) {
        #expect(abs(number - expected) <= 1e-9 * max(1, abs(expected)), comment)
    }

    func expectEqual(_ date: Date?, _ expected: Date?) {
        let difference = date.flatMap { date in expected.map { abs(date.timeIntervalSince($0)) } }
        #expect((date == nil) == (expected == nil) && difference ?? 0 <= 0.0006, comment)
    }

    /// Whether two places say the same; where they are is told in the reference of the answer.
    func expect(_ place: some PlacedOnNetwork, _ expected: some PlacedOnNetwork, in reference: SpatialReference) throws {
        var (place, other) = (place.place, expected.place)
        let told = try other.geometry.projected(to: reference)
        #expect(place.geometry == told, comment)
        place.geometry = other.geometry
        #expect(place == other, comment)
        other.geometry = told
    }
}
