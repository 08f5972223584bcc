import AGSCompat
import CairnCallbacks
import CairnCore
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSRouteTaskTests {
    private func parameters(_ task: AGSRouteTask, _ stops: [AGSPoint]) async throws -> AGSRouteParameters {
        let parameters: AGSRouteParameters = try await answer { task.defaultRouteParameters(completion: $0) }
        parameters.setStops(stops.map(AGSStop.init(point:)))
        return parameters
    }

    private func solve(_ task: AGSRouteTask, _ parameters: AGSRouteParameters) async throws -> AGSRouteResult {
        try await answer { task.solveRoute(with: parameters, completion: $0) }
    }

    private let home = RoutingTown.point(0.001, 0.0001)
    private let work = RoutingTown.point(0.0045, 0.002)

    // MARK: - As old code has it

    @Test func `a sample with barriers in the best order asks a service for that`() async throws {
        let town = RoutingTown()
        let controller = BarriersViewController(town.task)
        let corners = [(0.0, 0.0), (0, 1), (1, 1)].map { RoutingTown.point($0.0, $0.1) }
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.getDefaultParameters([home, work], [AGSPolygon(points: corners)])
        }
        #expect(controller.lines == ["Turn left"] && controller.generatedRoute.stops.count == 2)
        let form = town.form
        #expect(form["findBestSequence"] == "true" && form["preserveFirstStop"] == "true" && form["preserveLastStop"] == "false")
        let barrier = try JSONValue(parsing: form["polygonBarriers"] ?? "")["features"]?[0]
        #expect(barrier?["attributes"]?["BarrierType"] == 0 && barrier?["geometry"]?["rings"]?[0]?.array?.count == 4)
    }

    @Test func `a sample with barriers is obeyed by a file, and walks without them`() async throws {
        let controller = BarriersViewController(AGSRouteTask(fileURLToDatabase: try await RoutingTown.network(), networkName: ""))
        let corners = [(0.004, 0.001), (0.004, 0.0015), (0.005, 0.0015), (0.005, 0.001)].map { RoutingTown.point($0.0, $0.1) }
        for areas in [[AGSPolygon(points: corners)], []] {
            await withCheckedContinuation { continuation in
                controller.finished = { continuation.resume() }
                controller.getDefaultParameters([home, work], areas)
            }
            #expect(areas.isEmpty ? controller.lines.count > 2 : controller.lines[0].contains("No way leads from 1 to 2"))
        }
        // 610 metres, at 5 km/h.
        #expect(abs(controller.generatedRoute.totalTime - 7.3) < 0.1, "on foot")
    }

    // MARK: - Answers

    @Test func `a route is told in metres and minutes, and its stops by the numbers of their owner`() async throws {
        let town = RoutingTown()
        let parameters = try await parameters(town.task, [])
        let stops = [AGSStop(point: home), AGSStop(point: work)]
        stops[1].stopID = 42
        parameters.setStops(stops)
        stops[1].name = "set later"
        let result = try await solve(town.task, parameters)
        let route = try #require(result.routes.first)
        #expect(result.messages == ["A road is closed."] && result.directionsLanguage == "pt")
        #expect(route.routeName == "A - B" && abs(route.totalLength - 1609.344) < 1e-9 && route.totalTime == 10)
        #expect(route.waitTime == 2 && route.violationTime == 1 && route.travelTime == 8)
        #expect(route.cost(forCostAttribute: "Miles") == 1 && route.cost(forCostAttribute: "Leagues") == 0)
        #expect(route.startTime == Date(timeIntervalSince1970: 5) && route.endTime == Date(timeIntervalSince1970: 605))
        #expect(route.routeGeometry?.parts[0].points.array() == [RoutingTown.point(1, 2), RoutingTown.point(3, 4)])
        #expect(route.stops.map(\.name) == ["A", "B"] && route.stops.map(\.stopID) == [1, 42])
        let features = try JSONValue(parsing: town.form["stops"] ?? "")["features"]
        #expect(features?[1]?["attributes"]?["Name"] == "set later", "stops are as they are when the route is solved")
    }

    @Test func `what a solved stop tells is told in the old units`() async throws {
        let town = RoutingTown()
        let result = try await solve(town.task, try await parameters(town.task, [home, work]))
        let (first, last) = (result.routes[0].stops[0], result.routes[0].stops[1])
        #expect(first.sequence == 1 && first.locationStatus == .onClosestNotRestricted && last.locationStatus == .notReached)
        #expect(first.departureTime == Date(timeIntervalSince1970: 5) && first.departureCurbApproach == .leftSide)
        #expect(last.arrivalTime == Date(timeIntervalSince1970: 605) && last.arrivalCurbApproach == .rightSide)
        #expect(last.waitTime == 2 && last.violationTime == 1 && last.distanceToNetworkLocation == 7.5)
        #expect(first.arrivalTime == nil && first.arrivalCurbApproach == .unknown && first.distanceToNetworkLocation.isNaN)
    }

    @Test func `directions have their words, kinds and events`() async throws {
        let town = RoutingTown()
        let parameters = try await parameters(town.task, [home, work])
        parameters.returnDirections = true
        let maneuver = try #require(try await solve(town.task, parameters).routes.first?.directionManeuvers.first)
        #expect(maneuver.directionText == "Turn left" && maneuver.maneuverType == .turnLeft && maneuver.duration == 2)
        #expect(abs(maneuver.length - 1609.344) < 1e-9 && maneuver.estimatedArriveTime == Date(timeIntervalSince1970: 5))
        #expect(maneuver.geometry?.geometryType == .polyline)
        #expect(maneuver.maneuverMessages.map(\.text) == ["Oak Lane", "So"])
        #expect(maneuver.maneuverMessages.map(\.type) == [.streetName, .unknown])
        let event = try #require(maneuver.directionEvents.first)
        #expect(event.eventText == "A border" && event.eventMessages == ["A border"] && event.geometry?.geometryType == .point)
        #expect(event.estimatedArrivalTime == Date(timeIntervalSince1970: 5))
    }

    @Test func `a task tells what its network can once it is loaded`() async throws {
        let task = RoutingTown().task
        #expect(task.routeTaskInfo().directionsSupport == .unknown && task.routeTaskInfo().travelModes.isEmpty)
        try await done { task.load(completion: $0) }
        let info = task.routeTaskInfo()
        #expect(task.loadStatus == .loaded && task.url == RoutingTown.url && task.transportationNetworkDataset == nil)
        #expect(info.directionsSupport == .supported && info.supportedLanguages == ["en", "pt"] && !info.supportsRerouting)
        #expect(info.defaultTravelModeName == "Driving" && info.maxLocatingDistance == 2000)
        #expect(info.accumulateAttributeNames == ["Miles"] && info.directionsDistanceUnits == .imperial)
        #expect(info.directionsStyle == .navigation && info.findBestSequence && !info.preserveLastStop)
        #expect(info.costAttributes?.mapValues(\.unit) == ["TravelTime": .minutes, "Miles": .miles])
        #expect(info.restrictionAttributes?["Height"]?.restrictionUsageParameterName == "Restriction Usage")
        #expect(info.restrictionAttributes?["Height"]?.parameterValues?["Metres"] as? Double == 3.5)
    }

    @Test func `a network in a file is opened by its address, by its name, and as a dataset`() async throws {
        let file = try await RoutingTown.network()
        let dataset = AGSTransportationNetworkDataset(fileURLToDatabase: file, networkName: "Streets_ND")
        for task in [AGSRouteTask(databaseName: file.path, networkName: "Streets_ND"), AGSRouteTask(dataset: dataset)] {
            try await done { task.load(completion: $0) }
            #expect(task.routeTaskInfo().networkName == "Town" && task.url == nil)
            #expect(task.transportationNetworkDataset?.fileURL.path == file.path)
        }
        let wrapped = AGSRouteTask(RouteTask(fileURL: file))
        try await done { wrapped.load(completion: $0) }
        #expect(wrapped.routeTaskInfo().networkName == "Town" && wrapped.transportationNetworkDataset == nil)
    }

    // MARK: - Callbacks

    @Test func `a call from elsewhere is answered elsewhere, once`() async throws {
        let (task, counts) = (Carried(RoutingTown().task), Log<Bool>())
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                task.value.defaultRouteParameters { parameters, error in
                    counts.append(parameters != nil && error == nil && !CallbackQueue.isMain)
                    continuation.resume()
                }
            }
        }
        #expect(counts.elements == [true])
    }

    @Test func `what is cancelled is answered once, with NSUserCancelledError`() async throws {
        let gate = Gate()
        let task = RoutingTown(gate: gate).task
        var errors: [NSError?] = []
        await withCheckedContinuation { continuation in
            let parameters = AGSRouteParameters()
            parameters.setStops([AGSStop(point: home), AGSStop(point: work)])
            let cancelable = task.solveRoute(with: parameters) { result, error in
                errors.append(result == nil ? error as NSError? : nil)
                continuation.resume()
            }
            cancelable.cancel()
            #expect(cancelable.isCanceled())
        }
        #expect(errors.map { $0?.code } == [NSUserCancelledError] && errors[0]?.domain == NSCocoaErrorDomain)
        gate.open()
        try await done { task.load(completion: $0) }
        #expect(errors.count == 1)
    }

    // MARK: - Errors

    private func failure<Value>(_ call: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> NSError? {
        do {
            let _: Value = try await answer(call)
            return nil
        } catch { return error as NSError }
    }

    @Test func `what cannot be a route fails in the domain of the runtime`() async throws {
        let town = RoutingTown()
        let lone = try await parameters(town.task, [home])
        let error = await failure { town.task.solveRoute(with: lone, completion: $0) }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(error?.localizedDescription.contains("there is one") == true)
    }

    @Test func `a service that refuses fails in the domain of services`() async throws {
        let town = RoutingTown(["solve": #"{"error":{"code":400,"message":"Unable to complete operation.","details":[]}}"#])
        let parameters = try await parameters(town.task, [home, work])
        let error = await failure { town.task.solveRoute(with: parameters, completion: $0) }
        #expect(error?.domain == AGSServicesErrorDomain && error?.code == 400)
    }

    @Test func `a file says what is wrong with it, and with what it is asked`() async throws {
        let missing = AGSRouteTask(databaseName: "nowhere", networkName: "Streets_ND")
        let notThere = await failure { missing.defaultRouteParameters(completion: $0) }
        #expect(notThere?.code == AGSErrorCode.commonFileNotFound.rawValue && missing.loadStatus == .failedToLoad)
        let file = try await RoutingTown.network()
        try Data("SQLite format 3".utf8).write(to: file)
        let task = AGSRouteTask(fileURLToDatabase: file, networkName: "Streets_ND")
        let unknown = await failure { task.defaultRouteParameters(completion: $0) }
        #expect(unknown?.domain == AGSErrorDomain && unknown?.code == AGSErrorCode.commonFile.rawValue)
        #expect(unknown?.localizedDescription.contains("cairn build-network") == true)
    }

    @Test func `stops far from any road, and route layers of portals, are refused with words`() async throws {
        let task = AGSRouteTask(fileURLToDatabase: try await RoutingTown.network(), networkName: "")
        let far = try await parameters(task, [RoutingTown.point(50, 50), RoutingTown.point(51, 50)])
        let nowhere = await failure { task.solveRoute(with: far, completion: $0) }
        #expect(nowhere?.code == AGSErrorCode.commonNotFound.rawValue)
        let item = AGSPortalItem(portal: AGSPortal(url: URL(string: "https://example.com")!, loginRequired: false))
        let layer = await failure { task.routeParameters(with: item, completion: $0) }
        let result = await failure { AGSRouteTask.routeResult(with: item, completion: $0) }
        #expect([layer?.code, result?.code] == Array(repeating: AGSErrorCode.commonNotImplemented.rawValue, count: 2))
    }
}
