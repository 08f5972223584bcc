import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

/// Stops where nothing is left to travel, and barriers where stops are, along one street.
@Suite(.timeLimit(.minutes(5)))
struct StopsAtBarriersTests {
    private let town: StreetGrid
    private let task: RouteTask

    init() throws {
        town = try StreetGrid(3, 1)
        task = RouteTask(backend: town.network.routes)
    }

    private func parameters(_ start: MapPoint, _ end: MapPoint) async throws -> RouteParameters {
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = [Stop(point: start, name: "A"), Stop(point: end, name: "B")]
        (parameters.returnsDirections, parameters.returnsStops) = (true, true)
        return parameters
    }

    private func toll(_ place: MapPoint, _ minutes: Double) -> PointBarrier {
        var toll = PointBarrier(point: place, addedCosts: ["TravelTime": minutes])
        toll.kind = .addedCost
        return toll
    }

    @Test func `however many factors and tolls come together, a route takes a time that is a number`() async throws {
        var asked = try await parameters(StreetGrid.point(0, 0), StreetGrid.point(1.9, 0))
        let ring = [(0.2, -0.2), (0.4, -0.2), (0.4, 0.2), (0.2, 0.2), (0.2, -0.2)].map { StreetGrid.point($0.0, $0.1).position }
        let area = Geometry.Polygon(rings: [ring], spatialReference: .wgs84)
        // By distance, so that what takes so long is no way that is not taken.
        asked.travelMode = task.info?.travelModes.first { $0.name == "Driving Distance" }
        asked.polygonBarriers = Array(repeating: PolygonBarrier(polygon: area, scaleFactors: ["TravelTime": 1e15]), count: 40)
        asked.pointBarriers = Array(repeating: toll(StreetGrid.point(0.7, 0), 1e15), count: 40)
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(route.totalTime.isFinite && route.totalTime > 1e15 && route.totalCosts.values.allSatisfy(\.isFinite))
    }

    @Test(arguments: [0.5, 1, 1.25]) func `who is there already is told of no street, and has no line`(x: Double) async throws {
        let asked = try await parameters(StreetGrid.point(x, 0), StreetGrid.point(x, 0))
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(route.directionManeuvers.map(\.text) == ["Start at A", "Arrive at B"])
        #expect(route.geometry == nil && route.lengthInMeters == 0)
    }

    @Test func `a straight line between two stops at one place is none`() async throws {
        var asked = try await parameters(StreetGrid.point(1, 0.1), StreetGrid.point(1, 0.1))
        asked.routeShape = .straightLine
        #expect(try await task.solveRoute(using: asked).routes.first?.geometry == nil)
        asked.stops[1].geometry = StreetGrid.point(2, 0)
        #expect(try await task.solveRoute(using: asked).routes.first?.geometry?.paths.map(\.count) == [2])
    }

    @Test func `a way of no length that takes time is told`() async throws {
        let lift = try StreetGrid(2, 1) { draft in
            draft.vertices[1] = draft.vertices[0]
            (draft.edges[0].length, draft.edges[0].name) = (0, draft.number(of: "Lift"))
        }
        let task = RouteTask(backend: lift.network.routes)
        let network = try lift.built.image.network(.drivingTime)
        let steps = [try RouteStep(0, from: 0, to: 1, in: network.roads, by: .drivingTime)]
        let told = try LegDirections(steps, in: network, DirectionsLanguages.language(for: "en")).maneuvers()
        #expect(told.map(\.duration) == [10] && told[0].text.contains("Lift"))
        withExtendedLifetime(task) {}
    }

    @Test(arguments: [CurbApproach.eitherSide, .leftSide, .rightSide, .noUTurn])
    func `a stop at a junction is on no side of the streets there`(approach: CurbApproach) async throws {
        let crossing = try StreetGrid(3, 2)
        let task = RouteTask(backend: crossing.network.routes)
        let arms = [StreetGrid.point(0.5, 0), StreetGrid.point(1.5, 0), StreetGrid.point(1, 0.5)]
        for start in arms {
            for end in arms where end != start {
                var asked = try await task.makeDefaultParameters()
                asked.stops = [start, StreetGrid.point(1, 0), end].map { Stop(point: $0) }
                asked.stops[1].curbApproach = approach
                #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 10) < 0.1, "\(start) to \(end)")
            }
        }
    }

    @Test(arguments: [CurbApproach.eitherSide, .leftSide, .rightSide, .noUTurn])
    func `a stop beside a junction is not before the barrier at it`(approach: CurbApproach) async throws {
        // Where the street ends, on the left of who comes.
        var asked = try await parameters(StreetGrid.point(0, 0), StreetGrid.point(2.02, 0.1))
        asked.stops[1].curbApproach = approach
        let free = try? await task.solveRoute(using: asked).routes.first?.totalTime
        guard let free else { return #expect(approach == .rightSide) }
        #expect(abs(free - 20) < 0.1)
        asked.pointBarriers = [toll(StreetGrid.point(2, 0), 5)]
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - free - 300) < 0.1)
        asked.pointBarriers = [PointBarrier(point: StreetGrid.point(2, 0))]
        await #expect(throws: RouteError.noRoute(from: "A", to: "B")) { try await task.solveRoute(using: asked) }
    }

    @Test(arguments: [CurbApproach.eitherSide, .rightSide, .leftSide, .noUTurn])
    func `who sets out beside a junction does not pay for what is at it`(approach: CurbApproach) async throws {
        // On the right of who leaves.
        var asked = try await parameters(StreetGrid.point(2.02, 0.1), StreetGrid.point(0, 0))
        asked.stops[0].curbApproach = approach
        let free = try? await task.solveRoute(using: asked).routes.first?.totalTime
        guard let free else { return #expect(approach == .leftSide) }
        asked.pointBarriers = [toll(StreetGrid.point(2, 0), 5)]
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - free) < 0.1)
        asked.pointBarriers = [PointBarrier(point: StreetGrid.point(2, 0))]
        await #expect(throws: RouteError.noRoute(from: "A", to: "B")) { try await task.solveRoute(using: asked) }
    }
}
