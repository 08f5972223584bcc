import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RouteServiceTests {
    // MARK: - Loading

    @Test func `a route task keeps the contract of loadables`() async throws {
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json(StubbedRoutes.metadata)
            }
            return RouteTask(url: StubbedRoutes.url, transport: transport)
        }.verify()
    }

    @Test func `parameters begin as the layer says`() async throws {
        let parameters = try await StubbedRoutes().task.makeDefaultParameters()
        #expect(parameters.findsBestSequence && parameters.preservesFirstStop && !parameters.preservesLastStop)
        #expect(parameters.accumulateAttributeNames == ["Miles"] && parameters.routeShape == .trueShapeWithMeasures)
        #expect(parameters.directionsLanguage == "pt" && parameters.directionsStyle == .navigation)
        #expect(parameters.directionsDistanceUnits == .imperial && parameters.stops.isEmpty)
        let mode = try #require(parameters.travelMode)
        #expect(
            mode.name == "Driving" && mode.kind == .automobile && mode.uTurnPolicy == .allowedAtDeadEnds && mode.usesHierarchy)
        #expect(mode.outputGeometryPrecision == 3.048 && mode.attributeParameterValues.first?.value == "PROHIBITED")
    }

    @Test func `what a network has is told`() async throws {
        let task = StubbedRoutes().task
        try await task.load()
        let info = try #require(task.info)
        #expect(info.networkName == "Route" && info.supportedLanguages == ["en", "pt"] && info.maxLocatingDistance == 2000)
        #expect(info.costAttributes["Miles"]?.unit == .miles && info.costAttributes["TravelTime"]?.unit.seconds == 60)
        #expect(info.restrictionAttributeNames == ["Driving a Car"] && info.defaultTravelModeName == "Driving")
    }

    @Test func `travel modes are asked for where the layer does not tell them, and may be none`() async throws {
        let bare = #"{"layerType":"esriNAServerRouteLayer"}"#
        let modes = #"{"supportedTravelModes":[\#(StubbedRoutes.mode)],"defaultTravelMode":"b"}"#
        let told = StubbedRoutes(["retrieveTravelModes": modes], metadata: bare)
        #expect(try await told.task.makeDefaultParameters().travelMode?.id == "b")
        let none = StubbedRoutes(["retrieveTravelModes": #"{"error":{"code":400,"message":"Invalid URL"}}"#], metadata: bare)
        #expect(try await none.task.makeDefaultParameters().travelMode == nil)
    }

    @Test(arguments: [#"{"layerType":"esriNAServerServiceAreaLayer"}"#, #"{"currentVersion":11}"#, "[]"])
    func `what is no route layer is refused`(_ metadata: String) async {
        await #expect { try await StubbedRoutes(metadata: metadata).task.load() } throws: { $0 is TransportError }
    }

    @Test func `recorded travel modes come back as they were sent`() async throws {
        guard let text = StubbedRoutes.fixture("travelmodes_world_subset.json") else { return print("skipped: no fixtures") }
        let stub = StubbedRoutes(["retrieveTravelModes": text], metadata: #"{"layerType":"esriNAServerRouteLayer"}"#)
        try await stub.task.load()
        let modes = try #require(stub.task.info?.travelModes)
        #expect(modes.map(\.name) == ["Walking Time", "Driving Time"])
        let recorded = try JSONValue(parsing: text)["supportedTravelModes"]?.array ?? []
        for (mode, expected) in zip(modes, recorded) {
            var parameters = StubbedRoutes.parameters
            parameters.travelMode = mode
            _ = try? await stub.task.solveRoute(using: parameters)
            let sent = try JSONValue(parsing: stub.form["travelMode"] ?? "").object ?? [:]
            for (name, value) in expected.object ?? [:] { #expect(sent[name] == value, "\(mode.name): \(name)") }
        }
    }

    // MARK: - Asking

    @Test func `stops are sent with all they say`() async throws {
        let stub = StubbedRoutes()
        var stop = Stop(point: MapPoint(x: 10, y: 20, spatialReference: .webMercator), name: "Home")
        (stop.kind, stop.curbApproach, stop.routeName) = (.waypoint, .leftSide, "")
        (stop.currentBearing, stop.currentBearingTolerance, stop.navigationLatency) = (90, 15, 3)
        (stop.timeWindowStart, stop.timeWindowEnd) = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2.5))
        stop.addedCosts = ["TravelTime": 4]
        var parameters = StubbedRoutes.parameters
        parameters.stops[0] = stop
        _ = try await stub.task.solveRoute(using: parameters)
        let features = try JSONValue(parsing: stub.form["stops"] ?? "")["features"]?.array ?? []
        #expect(features.count == 2)
        #expect(
            features[0]["attributes"] == [
                "Name": "Home", "LocationType": 1, "CurbApproach": 2, "Bearing": 90, "BearingTol": 15, "NavLatency": 3,
                "TimeWindowStart": 1000,
                "TimeWindowEnd": 2500, "Attr_TravelTime": 4,
            ])
        #expect(features[0]["geometry"]?["spatialReference"]?["wkid"] == 102100 && features[0]["geometry"]?["x"] == 10)
        #expect(features[1]["attributes"] == ["LocationType": 0, "CurbApproach": 0])
        #expect(stub.form["useTimeWindows"] == "true" && stub.form["timeWindowsAreUTC"] == "true")
    }

    @Test func `parameters are sent under their names on the wire`() async throws {
        let stub = StubbedRoutes()
        var parameters = StubbedRoutes.parameters
        (parameters.findsBestSequence, parameters.preservesFirstStop, parameters.preservesLastStop) = (true, false, true)
        (parameters.returnsDirections, parameters.returnsRoutes, parameters.returnsStops) = (true, false, true)
        (parameters.startDate, parameters.outputSpatialReference) = (Date(timeIntervalSince1970: 1_700_000_000), .webMercator)
        (parameters.directionsLanguage, parameters.directionsStyle, parameters.directionsDistanceUnits) = (
            "en", .campus, .imperial
        )
        parameters.accumulateAttributeNames = ["Miles", "Kilometers"]
        parameters.routeShape = .straightLine
        parameters.pointBarriers = [PointBarrier(point: MapPoint(latitude: 1, longitude: 2), addedCosts: ["TravelTime": 5])]
        parameters.polylineBarriers = [
            PolylineBarrier(polyline: Polyline(paths: [[Position(x: 0, y: 0), Position(x: 1, y: 1)]]))
        ]
        let ring = [Position(x: 0, y: 0), Position(x: 0, y: 1), Position(x: 1, y: 1), Position(x: 0, y: 0)]
        parameters.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: [ring]), scaleFactors: ["TravelTime": 2])]
        _ = try await stub.task.solveRoute(using: parameters)
        let form = stub.form
        #expect(form["findBestSequence"] == "true" && form["preserveFirstStop"] == "false" && form["preserveLastStop"] == "true")
        #expect(form["returnDirections"] == "true" && form["returnRoutes"] == "false" && form["returnStops"] == "true")
        #expect(form["startTime"] == "1700000000000" && form["startTimeIsUTC"] == "true" && form["useTimeWindows"] == nil)
        #expect(form["outSR"] == "102100" && form["directionsLanguage"] == "en" && form["directionsStyleName"] == "NA Campus")
        #expect(form["directionsLengthUnits"] == "esriNAUMiles" && form["accumulateAttributeNames"] == "Miles,Kilometers")
        #expect(form["outputLines"] == "esriNAOutputLineStraight" && form["f"] == "json")
        func attributes(_ name: String) throws -> JSONValue? {
            try JSONValue(parsing: form[name] ?? "")["features"]?.array?[0]["attributes"]
        }
        #expect(try attributes("barriers") == ["BarrierType": 2, "Attr_TravelTime": 5])
        #expect(try attributes("polylineBarriers") == ["BarrierType": 0])
        #expect(try attributes("polygonBarriers") == ["BarrierType": 1, "Attr_TravelTime": 2])
    }

    @Test func `what cannot be a route is not asked for`() async throws {
        let stub = StubbedRoutes()
        var parameters = RouteParameters()
        await #expect(throws: RouteError.tooFewStops(route: "", count: 0)) { try await stub.task.solveRoute(using: parameters) }
        parameters.stops = StubbedRoutes.parameters.stops
        parameters.stops[1].routeName = "B"
        await #expect(throws: RouteError.tooFewStops(route: "", count: 1)) { try await stub.task.solveRoute(using: parameters) }
        parameters = StubbedRoutes.parameters
        parameters.stops[1].geometry = MapPoint(x: .nan, y: 0)
        await #expect(throws: RouteError.noPlace(stop: 2)) { try await stub.task.solveRoute(using: parameters) }
        parameters = StubbedRoutes.parameters
        (parameters.stops[0].timeWindowStart, parameters.stops[0].timeWindowEnd) = (
            Date(timeIntervalSince1970: 2), Date(timeIntervalSince1970: 1)
        )
        await #expect(throws: RouteError.impossibleTimeWindow(stop: 1)) { try await stub.task.solveRoute(using: parameters) }
        #expect(stub.transport.requests.isEmpty)
    }

    // MARK: - Answers

    @Test func `a recorded route is read with its directions`() async throws {
        guard let text = StubbedRoutes.fixture("solve_4326_with_directions.json") else { return print("skipped: no fixtures") }
        var parameters = StubbedRoutes.parameters
        parameters.directionsDistanceUnits = .imperial
        let result = try await StubbedRoutes(["solve": text], metadata: #"{"layerType":"esriNAServerRouteLayer"}"#).task
            .solveRoute(
                using: parameters)
        #expect(result.messages == ["test"] && result.routes.count == 1)
        let route = try #require(result.routes.first)
        #expect(route.name == "Location 1 - Location 2" && route.geometry?.paths.first?.count == 562)
        #expect(route.geometry?.spatialReference == .wgs84 && route.startDate == nil)
        #expect(abs(route.totalTime - 73.07079126295096 * 60) < 1e-9 && abs(route.travelTime - 73.07079126295096 * 60) < 1e-9)
        #expect(abs(route.lengthInMeters - 84.98294502390344 * 1000) < 1e-6, "kilometres come first by name")
        #expect(route.directionManeuvers.count == 16)
        let (first, second) = (route.directionManeuvers[0], route.directionManeuvers[1])
        #expect(first.kind == .depart && first.text == "Start at Location 1" && first.estimatedArrivalDate == nil)
        guard case .point(let point) = first.geometry else {
            Issue.record("one sets out from a place")
            return
        }
        #expect(abs(point.x + 117.1957) < 1e-4 && abs(point.y - 34.05649) < 1e-4)
        #expect(second.kind == .straight && second.text.hasPrefix("Go north on New York St"))
        #expect(
            abs(second.lengthInMeters - 0.2157514114693693 * 1609.344) < 1e-9 && abs(second.duration - 1.25877827 * 60) < 1e-9)
        let sum = route.directionManeuvers.reduce(0) { $0 + $1.lengthInMeters }
        #expect(abs(sum - 52.80641324271805 * 1609.344) < 1)
    }

    @Test func `a recorded route in Web Mercator has its messages and the streets of its maneuvers`() async throws {
        guard let text = StubbedRoutes.fixture("solve_102100.json") else { return print("skipped: no fixtures") }
        let result = try await StubbedRoutes(["solve": text]).task.solveRoute(using: StubbedRoutes.parameters)
        #expect(result.messages.count == 1 && result.messages[0].contains("Through Traffic Prohibited"))
        let route = try #require(result.routes.first)
        #expect(route.geometry?.spatialReference == .webMercator && route.waitTime == 0 && route.totalCosts.count == 3)
        #expect(abs(route.lengthInMeters - 1.1072041351613093 * 1609.344) < 1e-9, "the layer's mode counts miles")
        #expect(route.directionManeuvers[0].messages == [DirectionMessage(kind: .streetName, text: "Location 1")])
        #expect(route.directionManeuvers[1].messages.first?.kind == .crossStreet)
    }

    @Test func `times, waits and stops are read`() async throws {
        let text = """
            {"routes":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":1,"Name":"R","Total_TravelTime":10,"Total_Miles":1,
            "TotalWait_TravelTime":2,"TotalViolation_TravelTime":1,"StartTime":1000,"StartTimeUTC":5000,"EndTimeUTC":605000},
            "geometry":{"paths":[[[1,2],[3,4]]]}}]},
            "stops":{"spatialReference":{"wkid":4326},"features":[
            {"attributes":{"ObjectID":2,"Name":"B","Sequence":2,"Status":0,"ArriveTimeUTC":605000,"Wait_TravelTime":2,"ArriveCurbApproach":1,
            "DistanceToNetworkInMeters":7.5},"geometry":{"x":3,"y":4}},
            {"attributes":{"ObjectID":1,"Name":"A","Sequence":1,"Status":7,"DepartTimeUTC":5000},"geometry":{"x":1,"y":2}}]}}
            """
        let route = try #require(
            try await StubbedRoutes(["solve": text]).task.solveRoute(using: StubbedRoutes.parameters).routes.first)
        #expect(route.totalTime == 600 && route.waitTime == 120 && route.violationTime == 60 && route.travelTime == 480)
        #expect(route.startDate == Date(timeIntervalSince1970: 5) && route.endDate == Date(timeIntervalSince1970: 605))
        #expect(
            route.stops.map(\.name) == ["A", "B"] && route.stops.map(\.id) == [1, 2] && route.stops.map(\.sequence) == [1, 2])
        #expect(
            route.stops[0].locationStatus == .notLocatedOnClosest
                && route.stops[0].departureDate == Date(timeIntervalSince1970: 5))
        #expect(route.stops[1].waitTime == 120 && route.stops[1].arrivalCurbApproach == .rightSide)
        #expect(route.stops[1].distanceToNetworkLocation == 7.5)
    }

    @Test func `directions find their routes by number, whatever their order`() async throws {
        func feature(_ id: Int) -> String {
            #"{"attributes":{"ObjectID":\#(id),"Name":"R\#(id)"},"geometry":{"paths":[[[1,2],[3,4]]]}}"#
        }
        func directions(_ id: Int) -> String {
            #"{"routeId":\#(id),"features":[{"attributes":{"text":"D\#(id)","length":1,"time":2,"maneuverType":"esriDMTNew"}}]}"#
        }
        let text = #"{"routes":{"features":[\#(feature(1)),\#(feature(2))]},"directions":[\#(directions(2)),\#(directions(1))]}"#
        let result = try await StubbedRoutes(["solve": text]).task.solveRoute(using: StubbedRoutes.parameters)
        #expect(result.routes.map { $0.directionManeuvers.first?.text } == ["D1", "D2"])
        #expect(
            result.routes[0].directionManeuvers[0].kind == .unknown
                && result.routes[0].directionManeuvers[0].lengthInMeters == 1000)
    }

    @Test func `the only route of several that were asked for has its own stops`() async throws {
        func stop(_ id: Int, _ route: String) -> String {
            #"{"attributes":{"ObjectID":\#(id),"RouteName":"\#(route)","Status":0},"geometry":{"x":\#(id),"y":4}}"#
        }
        let routes = #""routes":{"features":[{"attributes":{"ObjectID":1,"Name":"A"},"geometry":{"paths":[[[1,2],[3,4]]]}}]}"#
        let stops = #""stops":{"features":[\#(stop(1, "A")),\#(stop(2, "A")),\#(stop(3, "B")),\#(stop(4, "B"))]}"#
        var asked = StubbedRoutes.parameters
        asked.stops = (1...4).map { Stop(point: MapPoint(latitude: 4, longitude: Double($0))) }
        for index in asked.stops.indices { asked.stops[index].routeName = index < 2 ? "A" : "B" }
        let question = asked
        let result = try await StubbedRoutes(["solve": "{\(routes),\(stops)}"]).task.solveRoute(using: question)
        #expect(result.routes.map { $0.stops.map(\.id) } == [[1, 2]])
    }

    @Test func `a stop may have any number`() async throws {
        let text =
            #"{"routes":{"features":[]},"stops":{"features":[{"attributes":{"ObjectID":-9223372036854775808},"geometry":{"x":3,"y":4}}]}}"#
        let result = try await StubbedRoutes(["solve": text]).task.solveRoute(using: StubbedRoutes.parameters)
        #expect(result.routes.isEmpty)
    }

    @Test func `a service that fails is heard`() async {
        let stub = StubbedRoutes([
            "solve": #"{"error":{"code":400,"message":"Unable to complete operation.","details":["No route for \"x\"."]}}"#
        ])
        await #expect { try await stub.task.solveRoute(using: StubbedRoutes.parameters) } throws: {
            ($0 as? ServiceError)?.code == 400
        }
    }

    @Test func `answers with something changed by chance are refused, or hold finite numbers`() async throws {
        let good = """
            {"messages":[{"type":50,"description":"m"}],"routes":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":1,
            "Name":"R","Total_TravelTime":10.5,"Total_Miles":1,"StartTimeUTC":5000},"geometry":{"paths":[[[1,2],[3,4]]]}}]},
            "stops":{"features":[{"attributes":{"ObjectID":1,"Sequence":1,"Status":0},"geometry":{"x":3,"y":4}}]},
            "directions":[{"routeId":1,"routeName":"R","summary":{"totalLength":1,"totalTime":2,"totalDriveTime":2,
            "envelope":{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326}}},"features":[{"attributes":{"length":1,"time":2,
            "text":"t","ETA":-2209161600000,"maneuverType":"esriDMTStraight"},"compressedGeometry":"+1m91-6fkfr+202tp+k+f",
            "strings":[{"string":"s","stringType":"esriDSTTime"}]}]}]}
            """
        let accepted = try await StubbedLayer.mutate(good) { text, seed in
            let result = try await StubbedRoutes(["solve": text]).task.solveRoute(using: StubbedRoutes.parameters)
            for route in result.routes {
                #expect(route.totalTime.isFinite && route.lengthInMeters.isFinite && route.travelTime.isFinite, "\(seed)")
                #expect(route.geometry?.paths.joined().allSatisfy { $0.x.isFinite && $0.y.isFinite } ?? true, "\(seed)")
            }
        }
        #expect((50...950).contains(accepted), "the search has changed too much, or too little")
    }
}
