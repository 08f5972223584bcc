import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Routes over the wire are those on the file.
@Suite(.timeLimit(.minutes(10)))
struct ServedRoutesTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `routes over the wire are those on the file`(seed: UInt64) async throws {
        let served = try await ServedTown(seed: seed)
        let offline = RouteTask(backend: served.town.network.routes)
        let online = RouteTask(url: ServedTown.url("Route"), transport: served.server)
        try await offline.load()
        var (questions, solved) = (RandomQuestion(seed: seed), 0)
        for number in 0..<40 {
            let parameters = questions.route(offline.info?.network)
            do {
                let expected = try await offline.solveRoute(using: parameters)
                let result = try await online.solveRoute(using: parameters)
                try Likeness("\(seed), \(number)").expect(result, expected, parameters)
                try expectRecoded(parameters, expected)
                solved += 1
            } catch let error as RouteError {
                let failure = await #expect(throws: ServiceError.self) { try await online.solveRoute(using: parameters) }
                #expect(failure?.code == 400 && failure?.details == [error.description], "\(seed), \(number)")
            }
        }
        #expect(solved > 10)
    }

    @Test func `the layer says what the network says`() async throws {
        let served = try await ServedTown(seed: 1)
        let offline = RouteTask(backend: served.town.network.routes)
        let online = RouteTask(url: ServedTown.url("Route"), transport: served.server)
        try await offline.load()
        try await online.load()
        var expected = try #require(offline.info)
        expected.network.networkName = "Route"
        #expect(online.info == expected)
        #expect(try await online.makeDefaultParameters() == offline.makeDefaultParameters())
    }

    @Test func `routes come over HTTP, too`() async throws {
        let served = try await ServedTown(seed: 2)
        let url = try await served.server.start()
        let layer = served.server.url(of: "Town", .naServer, at: url).appending(path: "Route")
        let online = RouteTask(url: layer, transport: PlatformTransport())
        var random = SeededGenerator(seed: 5)
        var parameters = try await online.makeDefaultParameters()
        parameters.stops = (0..<3).map { _ in Stop(point: RandomTown.place(&random)) }
        (parameters.returnsDirections, parameters.returnsStops) = (true, true)
        let expected = try await RouteTask(backend: served.town.network.routes).solveRoute(using: parameters)
        try await Likeness("HTTP").expect(online.solveRoute(using: parameters), expected, parameters)
        await served.server.stop()
    }
}

extension RandomQuestion {
    mutating func route(_ info: NetworkInfo?) -> RouteParameters {
        var parameters = RouteParameters(stops: places(2...5).map { Stop(point: $0) })
        for index in parameters.stops.indices { describe(&parameters.stops[index]) }
        ask(&parameters, info)
        askDirections(&parameters)
        parameters.returnsStops = true
        parameters.findsBestSequence = chance(3)
        (parameters.preservesFirstStop, parameters.preservesLastStop) = (chance(2), chance(2))
        parameters.returnsPointBarriers = chance(2)
        (parameters.returnsPolylineBarriers, parameters.returnsPolygonBarriers) = (chance(2), chance(2))
        if chance(6), parameters.stops.count > 3 {
            for index in parameters.stops.indices { parameters.stops[index].routeName = index % 2 == 0 ? "Even" : "Odd" }
        }
        return parameters
    }

    private mutating func describe(_ stop: inout Stop) {
        var place = NetworkPlace(point: stop.geometry)
        describe(&place)
        (stop.name, stop.curbApproach, stop.addedCosts) = (place.name, place.curbApproach, place.addedCosts)
        if chance(5) { stop.geometry = (try? stop.geometry.projected(to: .webMercator)) ?? stop.geometry }
        if chance(5) { stop.kind = .waypoint }
        if chance(5) {
            stop.timeWindowStart = Date(timeIntervalSince1970: 1_700_000_100)
            stop.timeWindowEnd = Date(timeIntervalSince1970: 1_700_000_200)
        }
    }
}
