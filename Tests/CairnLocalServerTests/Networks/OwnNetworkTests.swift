import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Networks of one's own that are published.
@Suite(.timeLimit(.minutes(10)))
struct OwnNetworkTests {
    /// A network that remembers what it was asked, and answers as it is told.
    private final class Own: RouteBackend, ServiceAreaBackend {
        let info: NetworkInfo
        private let routeQuestions = Mutex<[RouteParameters]>([])
        private let areaQuestions = Mutex<[ServiceAreaParameters]>([])
        let answer: @Sendable () async throws -> RouteResult

        init(_ answer: @escaping @Sendable () async throws -> RouteResult = { RouteResult() }) {
            self.answer = answer
            var mode = TravelMode()
            (mode.id, mode.name, mode.modeDescription, mode.kind) = ("m", "By moped", "Slowly", .other)
            (mode.impedanceAttributeName, mode.timeAttributeName, mode.distanceAttributeName) = ("Hours", "Hours", "Feet")
            mode.restrictionAttributeNames = ["No mopeds"]
            mode.attributeParameterValues = [.init(attributeName: "No mopeds", parameterName: "Use", value: 1.5)]
            (mode.uTurnPolicy, mode.usesHierarchy, mode.outputGeometryPrecision) = (.notAllowed, false, 12)
            var info = NetworkInfo()
            (info.networkName, info.travelModes, info.impedanceAttributeName) = ("Route", [mode], "Hours")
            (info.defaultTravelModeName, info.restrictionAttributeNames) = ("By moped", ["No mopeds"])
            info.costAttributes = ["Hours": .init(name: "Hours", unit: .hours), "Feet": .init(name: "Feet", unit: .feet)]
            self.info = info
        }

        var asked: [RouteParameters] { routeQuestions.withLock(\.self) }
        var askedAreas: [ServiceAreaParameters] { areaQuestions.withLock(\.self) }

        @concurrent func loadInfo() async throws -> RouteTaskInfo {
            var route = RouteTaskInfo()
            (route.network, route.supportedLanguages) = (info, ["fr", "de"])
            (route.defaults.findsBestSequence, route.defaults.preservesLastStop) = (true, false)
            (route.defaults.routeShape, route.defaults.directionsDistanceUnits) = (.straightLine, .imperial)
            (route.defaults.directionsLanguage, route.defaults.directionsStyle) = ("fr", .campus)
            (route.defaults.accumulateAttributeNames, route.defaults.travelMode) = (["Feet"], info.travelModes[0])
            return route
        }

        @concurrent func solve(_ parameters: RouteParameters) async throws -> RouteResult {
            routeQuestions.withLock { $0.append(parameters) }
            return try await answer()
        }

        @concurrent func loadInfo() async throws -> ServiceAreaTaskInfo {
            var areas = ServiceAreaTaskInfo()
            areas.network = info
            return areas
        }

        @concurrent func solve(_ parameters: ServiceAreaParameters) async throws -> ServiceAreaResult {
            areaQuestions.withLock { $0.append(parameters) }
            return ServiceAreaResult(facilities: parameters.facilities, polygons: [])
        }
    }

    private func online(_ own: Own) -> RouteTask {
        let server = LocalServer(networks: ["Town": PublishedNetwork(routes: RouteTask(backend: own))])
        return RouteTask(url: ServedTown.url("Route"), transport: server)
    }

    // MARK: - Questions

    private func everything(_ task: RouteTask) async throws -> RouteParameters {
        var parameters = try await task.makeDefaultParameters()
        var stop = Stop(point: MapPoint(x: 10, y: 20, spatialReference: .webMercator), name: "Home; \"sweet\"")
        (stop.kind, stop.curbApproach, stop.routeName) = (.restBreak, .noUTurn, "R")
        (stop.currentBearing, stop.currentBearingTolerance, stop.navigationLatency) = (90, 15, 3)
        (stop.timeWindowStart, stop.timeWindowEnd) = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2.5))
        stop.addedCosts = ["Hours": 0.1]
        var other = Stop(point: MapPoint(latitude: 4, longitude: -3))
        other.routeName = "R"
        parameters.stops = [stop, other]
        parameters.startDate = Date(timeIntervalSince1970: 1_700_000_000.125)
        (parameters.returnsDirections, parameters.returnsStops) = (true, true)
        parameters.outputSpatialReference = .webMercator
        return parameters
    }

    @Test func `a network is asked what its client asks`() async throws {
        let own = Own()
        let task = online(own)
        let parameters = try await everything(task)
        #expect(parameters.directionsLanguage == "fr" && parameters.directionsStyle == .campus && parameters.findsBestSequence)
        _ = try await task.solveRoute(using: parameters)
        #expect(own.asked == [parameters])
        #expect(task.info == (try await own.loadInfo() as RouteTaskInfo))
    }

    @Test func `parts of a travel mode change the usual one`() async throws {
        let own = Own()
        let server = LocalServer(networks: ["Town": PublishedNetwork(routes: RouteTask(backend: own))])
        let fields = [
            "f": "json", "stops": "1,2;3,4", "restrictionAttributeNames": "none", "restrictUTurns": "esriNFSBAtDeadEndsOnly",
            "useHierarchy": "true",
            "attributeParameterValues": #"[{"attributeName":"A","parameterName":"B","value":"C"}]"#,
        ]
        _ = try await server.send(.form(ServedTown.url("Route/solve"), fields))
        let asked = try #require(own.asked.last)
        let mode = try #require(asked.travelMode)
        #expect(mode.name == "By moped" && mode.restrictionAttributeNames.isEmpty && mode.usesHierarchy)
        #expect(mode.uTurnPolicy == .allowedAtDeadEnds && mode.attributeParameterValues.map(\.value) == ["C"])
        #expect(asked.findsBestSequence && asked.returnsDirections && asked.accumulateAttributeNames == ["Feet"])
    }

    @Test(arguments: [
        (["trimOuterPolygon": "false"], nil), (["trimPolygonDistance": "1", "trimPolygonDistanceUnits": "esriFeet"], 0.3048),
        (["trimOuterPolygons": "true", "trimPolygonDistance": "2"], 2), ([:], 100),
    ])
    func `areas are trimmed as they shall be`(fields: [String: String], distance: Double?) async throws {
        let own = Own()
        let server = LocalServer(networks: ["Town": PublishedNetwork(serviceAreas: ServiceAreaTask(backend: own))])
        let form = ["f": "json", "facilities": "1,2", "defaultBreaks": "[1, 2.5]"].merging(fields) { $1 }
        _ = try await server.send(.form(ServedTown.url("ServiceArea/solveServiceArea"), form))
        let asked = own.askedAreas.last
        #expect(asked?.polygonBufferDistance == distance && asked?.defaultImpedanceCutoffs == [1, 2.5])
    }

    // MARK: - Answers

    @Test func `what directions hold comes whole`() async throws {
        var event = DirectionEvent()
        (event.text, event.geometry) = ("Bridge", .point(MapPoint(latitude: 2, longitude: 1)))
        event.messages = [.init(kind: .general, text: "Bridge")]
        event.estimatedArrivalDate = Date(timeIntervalSince1970: 5)
        var maneuver = DirectionManeuver()
        (maneuver.text, maneuver.kind, maneuver.events) = ("Turn \"left\"", .turnLeftRight, [event])
        maneuver.messages = [.init(kind: .streetName, text: "Rua"), .init(kind: .init(rawValue: "Odd"), text: "")]
        maneuver.geometry = .polyline(Polyline(paths: [[Position(x: 0, y: 0), Position(x: 1, y: 2)]], spatialReference: .wgs84))
        var route = Route()
        (route.name, route.directionManeuvers, route.totalCosts) = ("R", [maneuver], ["Hours": 2, "Feet": 10])
        (route.waitTime, route.totalTime, route.travelTime, route.lengthInMeters) = (1800, 7200, 5400, 3.048)
        let own = Own { [route] in RouteResult(routes: [route]) }
        let task = online(own)
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = [Stop(point: MapPoint(latitude: 0, longitude: 0)), Stop(point: MapPoint(latitude: 1, longitude: 1))]
        parameters.returnsDirections = true
        let result = try await task.solveRoute(using: parameters)
        try Likeness("own").expect(result, RouteResult(routes: [route]), parameters)
    }

    @Test func `numbers that are none, and moments that no calendar has, are no danger`() async throws {
        var route = Route()
        (route.totalCosts, route.totalTime, route.waitTime) = (["Hours": .nan], .infinity, -.infinity)
        (route.startDate, route.endDate) = (Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: .nan))
        route.geometry = Polyline(paths: [[], [Position(x: .nan, y: 1e300)]], spatialReference: nil)
        var (maneuver, stop) = (DirectionManeuver(), Stop(point: MapPoint(x: .infinity, y: .nan)))
        maneuver.geometry = .polyline(Polyline(paths: [[Position(x: .nan, y: 1e308), Position(x: -1e308, y: 0)]]))
        (stop.id, stop.sequence) = (.min, .max)
        (route.directionManeuvers, route.stops) = ([maneuver], [stop])
        let own = Own { [route] in RouteResult(routes: [route, Route()]) }
        let server = LocalServer(networks: ["Town": PublishedNetwork(routes: RouteTask(backend: own))])
        let fields = ["f": "json", "stops": "1,2;3,4", "returnStops": "true"]
        let answer = try await server.send(.form(ServedTown.url("Route/solve"), fields))
        let json = try JSONValue(parsing: answer.body)
        #expect(json["routes"]?["features"]?.array?.count == 2, "\(json.text())")
    }

    // MARK: - Failures

    @Test func `what fails elsewhere is told as a failure of the server`() async throws {
        let own = Own { throw SystemError("read", "town.network", code: 5) }
        let task = online(own)
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = [0, 1].map { Stop(point: MapPoint(latitude: $0, longitude: 0)) }
        await #expect { try await task.solveRoute(using: parameters) } throws: { ($0 as? ServiceError)?.code == 500 }
    }

    @Test func `who goes away has nothing searched any more`() async throws {
        let (gate, ended) = (Gate(), Gate())
        let own = Own {
            do { try await gate.pass() } catch {
                ended.open()
                throw error
            }
            return RouteResult()
        }
        let task = online(own)
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = [0, 1].map { Stop(point: MapPoint(latitude: $0, longitude: 0)) }
        let asking = Task { [parameters] in try await task.solveRoute(using: parameters) }
        await gate.waiting(for: 1)
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
        try await ended.pass()
    }

    @Test func `a network that could not be loaded is loaded anew for the next request`() async throws {
        let town = try await RandomTown(seed: 9)
        let missing = town.network.url.deletingLastPathComponent().appending(path: "later.network")
        let published = PublishedNetwork(fileURL: missing)
        await #expect(throws: (any Error).self) { try await published.load() }
        let task = RouteTask(url: ServedTown.url("Route"), transport: LocalServer(networks: ["Town": published]))
        await #expect { try await task.load() } throws: { ($0 as? ServiceError)?.code == 500 }
        try FileManager.default.copyItem(at: town.network.url, to: missing)
        try await task.retryLoad()
        #expect(task.info?.travelModes.count == 3)
    }
}
