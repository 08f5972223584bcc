import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct RoadNetworkTests {
    /// A street of a kilometre from west to east, in the middle of which another leads north; 10 m/s everywhere.
    private func town(_ change: (inout RoadDraft) -> Void = { _ in }) throws -> (task: RouteTask, built: BuiltNetwork) {
        var draft = RoadDraft()
        let places: [(Int32, Int32)] = [(0, 0), (44_916, 0), (89_832, 0), (44_916, 45_218)]
        draft.vertices = places.map { RoadDraft.Place(longitude: $0.0, latitude: $0.1) }
        for (from, to, name) in [(0, 1, "Long Street"), (1, 2, "Long Street"), (1, 3, "North Street")]
            as [(UInt32, UInt32, String)]
        {
            let metres = RoadLength.metres(draft.vertices[Int(from)], draft.vertices[Int(to)])
            let time = RoadLength.milliseconds(metres / 10)
            draft.edges.append(
                RoadDraft.Edge(
                    from: from, to: to, roadClass: .residential, length: RoadLength.millimetres(metres), drivingTime: time,
                    drivingTimeBack: time,
                    isForWalking: true, name: draft.number(of: name)))
        }
        change(&draft)
        let built = try BuiltNetwork(draft)
        return (RouteTask(fileURL: built.url), built)
    }

    private func stop(_ x: Double, _ y: Double, _ name: String = "") -> Stop {
        Stop(point: MapPoint(latitude: y, longitude: x), name: name)
    }

    private func parameters(_ task: RouteTask, _ stops: [Stop]) async throws -> RouteParameters {
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = stops
        (parameters.returnsDirections, parameters.returnsStops) = (true, true)
        return parameters
    }

    @Test func `a network keeps the contract of loadables, and tells how one may move`() async throws {
        let (task, built) = try town()
        let parameters = try await task.makeDefaultParameters()
        #expect(task.info?.travelModes.map(\.name) == ["Driving Time", "Driving Distance", "Walking Time"])
        #expect(parameters.travelMode?.name == "Driving Time" && task.info?.networkName == "Test")
        withExtendedLifetime(built) {}
    }

    @Test func `a route is told in metres, seconds and words`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        let stops = [stop(0.001, 0.0001, "Home"), stop(0.0045, 0.002, "Work")]
        let route = try #require(try await task.solveRoute(using: try await parameters(task, stops)).routes.first)
        #expect(route.name == "Home - Work" && abs(route.lengthInMeters - 609.8) < 1 && abs(route.totalTime - 60.98) < 0.1)
        #expect(
            route.directionManeuvers.map(\.text) == [
                "Start at Home", "Go east on Long Street", "Turn left onto North Street", "Arrive at Work, on the right",
            ])
        #expect(abs(route.directionManeuvers.reduce(0) { $0 + $1.lengthInMeters } - route.lengthInMeters) < 0.01)
        #expect(route.geometry?.paths.first?.count == 3 && route.geometry?.spatialReference == .wgs84)
        #expect(route.stops.map(\.sequence) == [1, 2] && abs((route.stops[0].distanceToNetworkLocation ?? 0) - 11.06) < 0.1)
        #expect(route.stops[0].departureCurbApproach == .leftSide && route.stops[1].arrivalCurbApproach == .rightSide)
        #expect(route.startDate == nil && route.stops[1].arrivalDate == nil)
    }

    @Test func `everything comes in the reference that is wanted`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.0045, 0.004)])
        asked.outputSpatialReference = .webMercator
        asked.stops = try asked.stops.map { Stop(point: try $0.geometry.projected(to: .webMercator)) }
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(route.geometry?.spatialReference == .webMercator && (route.geometry?.paths[0].last?.x ?? 0) > 400)
        #expect(route.stops.allSatisfy { $0.geometry.spatialReference == .webMercator })
        #expect(route.directionManeuvers.allSatisfy { $0.geometry?.spatialReference == .webMercator })
        #expect(route.name == "Location 1 - Location 2")
    }

    @Test func `a stop that shall be on the right is come to from the other side`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        // North of Long Street: on the left of who comes from the west.
        var stops = [stop(0.001, 0), stop(0.003, 0.0001)]
        let short = try #require(try await task.solveRoute(using: try await parameters(task, stops)).routes.first)
        stops[1].curbApproach = .rightSide
        let long = try #require(try await task.solveRoute(using: try await parameters(task, stops)).routes.first)
        #expect(abs(short.lengthInMeters - 222.6) < 1 && abs(long.lengthInMeters - 222.6 - 2 * 166.4) < 2)
        #expect(long.stops[1].arrivalCurbApproach == .rightSide && long.directionManeuvers.contains { $0.kind == .uTurn })
        stops[1].curbApproach = .leftSide
        #expect(
            try await task.solveRoute(using: try await parameters(task, stops)).routes[0].lengthInMeters == short.lengthInMeters)
    }

    @Test func `the best order is found, with the ends where they shall be`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        let places = [(0.0, 0.0), (0.008, 0.0), (0.002, 0.0), (0.006, 0.0)]
        var asked = try await parameters(task, places.map { stop($0.0, $0.1) })
        asked.findsBestSequence = true
        func order() async throws -> [Int] { try await task.solveRoute(using: asked).routes[0].stops.map(\.id) }
        #expect(try await order() == [1, 3, 2, 4])
        asked.preservesLastStop = false
        #expect(try await order() == [1, 3, 4, 2])
        (asked.preservesFirstStop, asked.preservesLastStop) = (false, true)
        #expect(try await order().last == 4)
    }

    @Test func `time windows make one wait, and are violated`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.0045, 0), stop(0.009, 0)])
        let start = Date(timeIntervalSince1970: 1_000_000)
        asked.startDate = start
        asked.stops[1].timeWindowStart = start + 200
        asked.stops[1].addedCosts = ["TravelTime": 1]
        asked.stops[2].timeWindowEnd = start + 250
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(abs(route.stops[1].waitTime - 149.9) < 0.1 && abs(route.stops[2].violationTime - 59.9) < 0.1)
        #expect(
            abs(route.totalTime - 309.9) < 0.1 && abs(route.travelTime - 100) < 0.1 && route.endDate == start + route.totalTime)
        #expect(abs(route.stops[2].arrivalDate!.timeIntervalSince(start) - 309.9) < 0.1)
        #expect(route.directionManeuvers.last?.estimatedArrivalDate == route.stops[2].arrivalDate)
    }

    /// A way round the middle of Long Street, by a street to the south that is 400 m longer.
    private func townWithDetour() throws -> (task: RouteTask, built: BuiltNetwork) {
        try town { draft in
            draft.vertices.append(RoadDraft.Place(longitude: 44_916, latitude: -45_218))
            for (from, to) in [(0, 4), (4, 2)] as [(UInt32, UInt32)] {
                let metres = RoadLength.metres(draft.vertices[Int(from)], draft.vertices[Int(to)])
                let time = RoadLength.milliseconds(metres / 10)
                draft.edges.append(
                    RoadDraft.Edge(
                        from: from, to: to, roadClass: .residential, length: RoadLength.millimetres(metres), drivingTime: time,
                        drivingTimeBack: time, isForWalking: true, name: draft.number(of: "South Street")))
            }
        }
    }

    @Test func `what is closed is driven round, and that is said`() async throws {
        let (task, built) = try townWithDetour()
        defer { withExtendedLifetime(built) {} }
        let free = try await parameters(task, [stop(0, 0), stop(0.0089832, 0)])
        var (place, line, area) = (free, free, free)
        place.pointBarriers = [PointBarrier(point: MapPoint(latitude: 0.0001, longitude: 0.002))]
        line.polylineBarriers = [
            PolylineBarrier(polyline: Polyline(paths: [[Position(x: 0.002, y: -0.001), Position(x: 0.002, y: 0.001)]]))
        ]
        let ring = [(0.002, -0.001), (0.002, 0.001), (0.003, 0.001), (0.003, -0.001)].map { Position(x: $0.0, y: $0.1) }
        area.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: [ring], spatialReference: .wgs84))]
        area.returnsPolygonBarriers = true
        let short = try await task.solveRoute(using: free)
        #expect(short.messages.isEmpty && abs(short.routes[0].lengthInMeters - 1000) < 1)
        for asked in [place, line, area] {
            let result = try await task.solveRoute(using: asked)
            #expect(abs(result.routes[0].lengthInMeters - 1414) < 5 && result.messages.count == 1)
            #expect(result.messages[0].contains("Barriers") && result.polygonBarriers == asked.polygonBarriers)
            #expect(result.routes[0].directionManeuvers.contains { $0.text.contains("South Street") })
        }
        place.stops[0] = stop(0.001, 0)
        #expect(abs(try await task.solveRoute(using: place).routes[0].lengthInMeters - 1525) < 5, "it begins before the barrier")
        place.pointBarriers.append(PointBarrier(point: MapPoint(latitude: 0, longitude: 0.0089832)))
        await #expect(throws: RouteError.noRoute(from: "Location 1", to: "Location 2")) {
            try await task.solveRoute(using: place)
        }
    }

    @Test func `what costs more is weighed against the way round it`() async throws {
        let (task, built) = try townWithDetour()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.0089832, 0)])
        func toll(_ minutes: Double) -> [PointBarrier] {
            [PointBarrier(point: MapPoint(latitude: 0, longitude: 0.002), addedCosts: ["TravelTime": minutes])]
        }
        asked.pointBarriers = toll(0.5)
        let paid = try await task.solveRoute(using: asked).routes[0]
        #expect(abs(paid.totalTime - 130) < 0.5 && abs(paid.lengthInMeters - 1000) < 1)
        asked.pointBarriers = toll(1)
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 141.4) < 0.5)
        asked.pointBarriers = []
        let ring = [(-0.001, -0.001), (-0.001, 0.001), (0.0044916, 0.001), (0.0044916, -0.001)].map { Position(x: $0.0, y: $0.1) }
        let area = Geometry.Polygon(rings: [ring], spatialReference: .wgs84)
        asked.polygonBarriers = [PolygonBarrier(polygon: area, scaleFactors: ["TravelTime": 1.5])]
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 125) < 0.5)
        asked.polygonBarriers[0].scaleFactors = ["WalkTime": 9]
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 100) < 0.5)
    }

    @Test func `a toll is paid once, at a stop and at a junction too`() async throws {
        let (task, built) = try townWithDetour()
        defer { withExtendedLifetime(built) {} }
        func minutes(_ tolled: Double, _ stops: [Stop], _ y: Double = 0) async throws -> Double {
            var asked = try await parameters(task, stops)
            asked.pointBarriers = [
                PointBarrier(point: MapPoint(latitude: y, longitude: tolled), addedCosts: ["TravelTime": 0.2])
            ]
            return try await task.solveRoute(using: asked).routes[0].totalTime / 60
        }
        let (west, middle, east) = (stop(0.001, 0), stop(0.002, 0), stop(0.006, 0))
        let plain = try await minutes(0.0080, [west, east])
        #expect(abs(try await minutes(0.002, [west, east]) - plain - 0.2) < 1e-3)
        #expect(abs(try await minutes(0.002, [west, middle, east]) - plain - 0.2) < 1e-3, "at the stop")
        #expect(abs(try await minutes(0.002, [west, middle, middle, east]) - plain - 0.2) < 1e-3)
        // Whichever of its roads one comes by, and goes on by.
        let (junction, north) = (0.0044916, stop(0.0044916, 0.002))
        for stops in [[west, east], [east, west], [west, north], [north, east], [east, north], [north, west]] {
            let free = try await minutes(0.0085, stops, -0.001)
            #expect(abs(try await minutes(junction, stops) - free - 0.2) < 1e-3, "\(stops.map(\.geometry))")
        }
    }

    @Test func `who keeps distances short is told what was kept short, and how long the roads are`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0.001, 0), stop(0.0035, 0)])
        asked.travelMode = task.info?.travelModes.first { $0.name == "Driving Distance" }
        let plain = try await task.solveRoute(using: asked).routes[0]
        let ring = [(-0.001, -0.001), (-0.001, 0.001), (0.0044, 0.001), (0.0044, -0.001)].map { Position(x: $0.0, y: $0.1) }
        asked.polygonBarriers = [
            PolygonBarrier(
                polygon: Geometry.Polygon(rings: [ring], spatialReference: .wgs84), scaleFactors: ["Kilometers": 1.5])
        ]
        asked.stops[1].addedCosts = ["Kilometers": 2]
        let dear = try await task.solveRoute(using: asked).routes[0]
        let kilometres = try #require(plain.totalCosts["Kilometers"])
        #expect(abs((dear.totalCosts["Kilometers"] ?? 0) - kilometres * 1.5 - 2) < 1e-4)
        #expect(abs((dear.totalCosts["Miles"] ?? 0) * 1.609_344 - kilometres * 1.5 - 2) < 1e-4)
        #expect(abs(dear.lengthInMeters - plain.lengthInMeters) < 1e-6)
    }

    @Test func `measures and waits are those of this answer`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.0045, 0), stop(0.009, 0)])
        (asked.startDate, asked.routeShape) = (Date(timeIntervalSince1970: 1_000_000), .trueShapeWithMeasures)
        asked.stops[1].timeWindowStart = Date(timeIntervalSince1970: 1_000_200)
        let waiting = try await task.solveRoute(using: asked).routes[0]
        let last = try #require(waiting.geometry?.paths.last?.last?.m)
        #expect(abs(last - waiting.totalTime / 60) < 1e-6 && waiting.waitTime > 100)
        asked.stops = waiting.stops
        asked.startDate = Date(timeIntervalSince1970: 1_000_500)
        let later = try await task.solveRoute(using: asked).routes[0]
        #expect(later.waitTime == 0 && abs(later.totalTime - 100) < 0.5 && later.stops[1].waitTime == 0)
    }

    @Test func `a barrier that cannot be is refused, and one that is nowhere told of`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.009, 0)])
        asked.pointBarriers = [PointBarrier(point: MapPoint(latitude: 40, longitude: 40))]
        #expect(
            try await task.solveRoute(using: asked).messages.map { $0.hasPrefix("Point barrier 1 is in nobody's way") } == [true])
        asked.pointBarriers[0].addedCosts = ["TravelTime": -1]
        await #expect(throws: RouteError.impossibleBarrier("Point barrier 1")) { try await task.solveRoute(using: asked) }
        asked.pointBarriers[0].addedCosts = ["TravelTime": 1e305]
        await #expect(throws: RouteError.impossibleBarrier("Point barrier 1")) { try await task.solveRoute(using: asked) }
        asked.pointBarriers = []
        asked.polylineBarriers = [PolylineBarrier(polyline: Polyline(paths: [[Position(x: .nan, y: 0)]]))]
        asked.polylineBarriers[0].name = "Works"
        await #expect(throws: RouteError.impossibleBarrier("Polyline barrier \"Works\"")) {
            try await task.solveRoute(using: asked)
        }
        asked.polylineBarriers = []
        asked.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: []), scaleFactors: ["TravelTime": 0])]
        await #expect(throws: RouteError.impossibleBarrier("Polygon barrier 1")) { try await task.solveRoute(using: asked) }
    }

    @Test func `several routes are several`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.001, 0), stop(0.004, 0), stop(0.008, 0)])
        for (index, name) in ["B", "A", "B", "A"].enumerated() { asked.stops[index].routeName = name }
        let routes = try await task.solveRoute(using: asked).routes
        #expect(routes.map(\.name) == ["B", "A"] && routes.map { $0.stops.map(\.id) } == [[1, 3], [2, 4]])
    }

    @Test func `what cannot be asked, or found, is told`() async throws {
        let (task, built) = try town { draft in
            draft.vertices += [
                RoadDraft.Place(longitude: 500_000, latitude: 0), RoadDraft.Place(longitude: 510_000, latitude: 0),
            ]
            draft.edges.append(
                RoadDraft.Edge(
                    from: 4, to: 5, roadClass: .residential, length: 111_000, drivingTime: 11_000, drivingTimeBack: 11_000))
        }
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0, 0), stop(0.0505, 0)])
        await #expect(throws: RouteError.noRoute(from: "Location 1", to: "Location 2")) {
            try await task.solveRoute(using: asked)
        }
        asked.stops[1] = stop(-30, 40)
        await #expect(throws: RouteError.stopsNotLocated(count: 1)) { try await task.solveRoute(using: asked) }
        asked.stops.insert(stop(0.004, 0), at: 1)
        let result = try await task.solveRoute(using: asked)
        #expect(result.messages.count == 1 && result.messages[0].hasPrefix("Location 3 was left out"))
        #expect(result.routes[0].stops.map(\.id) == [1, 2])
        asked.stops[0].geometry = MapPoint(x: 41, y: 178, spatialReference: .wgs84)
        await #expect(throws: RouteError.noPlace(stop: 1)) { try await task.solveRoute(using: asked) }
        asked = try await parameters(task, [stop(0, 0), stop(0.001, 0)])
        asked.travelMode?.name = "Flying"
        asked.travelMode?.id = ""
        await #expect(
            throws: RouteError.unknownTravelMode("Flying", known: ["Driving Time", "Driving Distance", "Walking Time"])
        ) {
            try await task.solveRoute(using: asked)
        }
    }

    @Test func `a file that another was renamed to is opened anew, and one that is missing told`() async throws {
        let (task, built) = try town()
        let asked = try await parameters(task, [stop(0, 0), stop(0.0089832, 0)])
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 100) < 0.5)
        let slower = try town { draft in for edge in draft.edges.indices { draft.edges[edge].drivingTime *= 2 } }.built
        #expect(rename(slower.url.path, built.url.path) == 0)
        #expect(abs(try await task.solveRoute(using: asked).routes[0].totalTime - 200) < 0.5)
        let missing = RouteTask(fileURL: URL(filePath: "/none.network"))
        await #expect(throws: RoadNetworkError.notFound(path: "/none.network")) { try await missing.load() }
        withExtendedLifetime((built, slower)) {}
    }

    @Test func `a stop at a junction lifts no ban on turns there, and who shall not turn round goes on`() async throws {
        let (task, built) = try town { draft in
            draft.restrictions = [RoadDraft.TurnRestriction(from: 0, over: 1, to: 2, isOnly: false)]
        }
        defer { withExtendedLifetime(built) {} }
        let direct = try await parameters(task, [stop(0.001, 0), stop(0.0044916, 0.003)])
        var over = try await parameters(task, [stop(0.001, 0), stop(0.0044916, 0), stop(0.0044916, 0.003)])
        let (short, long) = (try await task.solveRoute(using: direct).routes[0], try await task.solveRoute(using: over).routes[0])
        #expect(abs(short.lengthInMeters - long.lengthInMeters) < 0.1 && short.lengthInMeters > 1100)
        over.stops[1].curbApproach = .noUTurn
        #expect(abs(try await task.solveRoute(using: over).routes[0].lengthInMeters - long.lengthInMeters) < 0.1)
    }

    @Test func `the turn after a stop at a junction is told, and nothing of no length`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        let asked = try await parameters(task, [stop(0.001, 0, "A"), stop(0.0044916, 0, "B"), stop(0.0044916, 0.003, "C")])
        let maneuvers = try await task.solveRoute(using: asked).routes[0].directionManeuvers
        #expect(
            maneuvers.map(\.text) == [
                "Start at A", "Go east on Long Street", "Arrive at B", "Start at B", "Turn left onto North Street", "Arrive at C",
            ])
        #expect(maneuvers.filter { $0.kind != .depart && $0.kind != .stop }.allSatisfy { $0.lengthInMeters > 1 })
    }

    @Test func `who shall have a stop on one side has it there coming and going`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        var asked = try await parameters(task, [stop(0.001, 0), stop(0.007, -0.0001), stop(0.001, 0)])
        let free = try await task.solveRoute(using: asked).routes[0]
        asked.stops[1].curbApproach = .rightSide
        let bound = try await task.solveRoute(using: asked).routes[0]
        #expect(bound.stops[1].arrivalCurbApproach == .rightSide && bound.stops[1].departureCurbApproach == .rightSide)
        #expect(abs(bound.lengthInMeters - free.lengthInMeters - 2 * 220.6) < 1, "on to the end of the street, and back")
    }

    @Test func `a stop has its side wherever its longitude is counted from`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        for turn in [0.0, -360] {
            let asked = try await parameters(task, [stop(turn + 0.001, 0.0001), stop(turn + 0.0045, 0.002)])
            #expect(try await task.solveRoute(using: asked).routes[0].stops[0].departureCurbApproach == .leftSide)
        }
    }

    @Test func `a cancelled question finds nothing`() async throws {
        let (task, built) = try town()
        defer { withExtendedLifetime(built) {} }
        let asked = try await parameters(task, [stop(0, 0), stop(0.009, 0)])
        let gate = Gate()
        let question = Task {
            await gate.passUncancelled()
            return try await task.solveRoute(using: asked)
        }
        question.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await question.value }
    }
}
