import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ClosestFacilityTests {
    private static let type = "esriNAServerClosestFacilityLayer"
    private static let operation = "solveClosestFacility"
    private static let parameters = ClosestFacilityParameters(
        facilities: (1...3).map { Facility(point: MapPoint(latitude: Double($0), longitude: 1)) },
        incidents: (4...5).map { Incident(point: MapPoint(latitude: Double($0), longitude: 2)) })

    private func solve(_ answer: String, _ parameters: ClosestFacilityParameters = parameters) async throws
        -> ClosestFacilityResult
    {
        try await StubbedLayer(Self.type, [Self.operation: answer]).closestFacilities.solveClosestFacility(using: parameters)
    }

    // MARK: - Loading

    @Test func `a task of closest facilities keeps the contract of loadables`() async throws {
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json(StubbedLayer.metadata(Self.type))
            }
            return ClosestFacilityTask(url: StubbedLayer.url, transport: transport)
        }.verify()
    }

    @Test func `parameters begin as the layer says`() async throws {
        let stub = StubbedLayer(
            Self.type,
            members: """
                "facilityCount":3,"defaultCutoffValue":15,"travelDirection":"esriNATravelDirectionFromFacility",
                "outputLineType":"esriNAOutputLineStraight","directionsLanguage":"pt","directionsSupportedLanguages":["en","pt"],
                "directionsLengthUnits":"esriNAUMiles","maxSnapTolerance":2,"snapToleranceUnits":"esriKilometers"
                """)
        let task = stub.closestFacilities
        let parameters = try await task.makeDefaultParameters()
        #expect(parameters.defaultTargetFacilityCount == 3 && parameters.defaultImpedanceCutoff == 15)
        #expect(parameters.travelDirection == .fromFacility && parameters.routeShape == .straightLine)
        #expect(parameters.directionsLanguage == "pt" && parameters.directionsDistanceUnits == .imperial)
        #expect(parameters.travelMode?.name == "Driving" && parameters.accumulateAttributeNames == ["Miles"])
        #expect(parameters.facilities.isEmpty && parameters.incidents.isEmpty)
        let info = try #require(task.info)
        #expect(info.networkName == "Layer" && info.supportedLanguages == ["en", "pt"] && info.maxLocatingDistance == 2000)
        #expect(info.costAttributes["TravelTime"]?.unit == .minutes && info.impedanceAttributeName == "TravelTime")
    }

    @Test(arguments: [
        #""facilityCount":0,"defaultCutoffValue":0"#, #""facilityCount":"","defaultCutoff":"""#, #""defaultCutoff":null"#,
    ])
    func `a layer without limits looks for one facility, however far`(_ members: String) async throws {
        let parameters = try await StubbedLayer(Self.type, members: members).closestFacilities.makeDefaultParameters()
        #expect(parameters.defaultTargetFacilityCount == 1 && parameters.defaultImpedanceCutoff == nil)
    }

    @Test func `what is no layer of closest facilities is refused`() async {
        await #expect(throws: TransportError.self) { try await StubbedLayer("esriNAServerRouteLayer").closestFacilities.load() }
    }

    // MARK: - Asking

    @Test func `places are sent with all they say`() async throws {
        let stub = StubbedLayer(Self.type, [Self.operation: #"{"routes":{"features":[]}}"#])
        var parameters = Self.parameters
        (parameters.facilities[0].name, parameters.facilities[0].curbApproach) = ("Hospital", .rightSide)
        (parameters.facilities[0].addedCosts, parameters.facilities[0].impedanceCutoff) = (["TravelTime": 4], 12.5)
        (parameters.incidents[1].currentBearing, parameters.incidents[1].currentBearingTolerance) = (90, 15)
        (parameters.incidents[1].navigationLatency, parameters.incidents[1].impedanceCutoff) = (3, 20)
        parameters.incidents[1].targetFacilityCount = 2
        parameters.incidents[1].geometry = MapPoint(x: 10, y: 20, spatialReference: .webMercator)
        _ = try await stub.closestFacilities.solveClosestFacility(using: parameters)
        let facilities = try stub.attributes("facilities")
        #expect(facilities.count == 3 && facilities[2] == ["CurbApproach": 0])
        #expect(facilities[0] == ["Name": "Hospital", "CurbApproach": 1, "Attr_TravelTime": 4, "Cutoff_TravelTime": 12.5])
        #expect(
            try stub.attributes("incidents") == [
                ["CurbApproach": 0],
                [
                    "CurbApproach": 0, "Bearing": 90, "BearingTol": 15, "NavLatency": 3, "Cutoff_TravelTime": 20,
                    "TargetFacilityCount": 2,
                ],
            ])
        let place = try JSONValue(parsing: stub.form["incidents"] ?? "")["features"]?.array?[1]["geometry"]
        #expect(place?["x"] == 10 && place?["y"] == 20 && place?["spatialReference"]?["wkid"] == 102100)
    }

    @Test func `parameters are sent under their names on the wire`() async throws {
        let stub = StubbedLayer(Self.type)
        var parameters = Self.parameters
        (parameters.defaultTargetFacilityCount, parameters.defaultImpedanceCutoff) = (2, 7.5)
        (parameters.travelDirection, parameters.startTimeUsage) = (.fromFacility, .arrivalTime)
        (parameters.startDate, parameters.outputSpatialReference) = (Date(timeIntervalSince1970: 1_700_000_000), .webMercator)
        (parameters.returnsDirections, parameters.returnsRoutes, parameters.returnsPolygonBarriers) = (true, false, true)
        (parameters.routeShape, parameters.accumulateAttributeNames) = (.none, ["Miles", "Kilometers"])
        (parameters.directionsLanguage, parameters.directionsStyle, parameters.directionsDistanceUnits) = (
            "en", .campus, .imperial
        )
        parameters.pointBarriers = [PointBarrier(point: MapPoint(latitude: 1, longitude: 2), addedCosts: ["TravelTime": 5])]
        parameters.travelMode = TravelMode()
        _ = try await stub.closestFacilities.solveClosestFacility(using: parameters)
        var form = stub.form
        #expect(try stub.attributes("barriers") == [["BarrierType": 2, "Attr_TravelTime": 5]])
        for name in ["facilities", "incidents", "barriers", "travelMode"] {
            #expect(form.removeValue(forKey: name) != nil, "\(name)")
        }
        #expect(
            form == [
                "f": "json", "defaultTargetFacilityCount": "2", "defaultCutoff": "7.5",
                "travelDirection": "esriNATravelDirectionFromFacility", "timeOfDay": "1700000000000", "timeOfDayIsUTC": "true",
                "timeOfDayUsage": "esriNATimeOfDayUseAsEndTime", "outSR": "102100", "returnDirections": "true",
                "returnCFRoutes": "false", "returnFacilities": "true", "returnIncidents": "true", "returnBarriers": "false",
                "returnPolylineBarriers": "false", "returnPolygonBarriers": "true", "outputLines": "esriNAOutputLineNone",
                "accumulateAttributeNames": "Miles,Kilometers", "directionsLanguage": "en", "directionsStyleName": "NA Campus",
                "directionsLengthUnits": "esriNAUMiles",
            ])
    }

    @Test func `what is not said is not sent`() async throws {
        let stub = StubbedLayer(Self.type, [Self.operation: #"{"routes":{"features":[]}}"#])
        _ = try await stub.closestFacilities.solveClosestFacility(using: Self.parameters)
        let unsaid = ["defaultCutoff", "timeOfDay", "timeOfDayIsUTC", "timeOfDayUsage", "outSR", "travelMode", "barriers"]
        for name in unsaid { #expect(stub.form[name] == nil, "\(name)") }
        #expect(stub.form["travelDirection"] == "esriNATravelDirectionToFacility" && stub.form["returnCFRoutes"] == "true")
    }

    @Test func `what cannot be looked for is not asked for`() async throws {
        let stub = StubbedLayer(Self.type)
        func refused(_ error: RouteError, _ change: (inout ClosestFacilityParameters) -> Void) async {
            var parameters = Self.parameters
            change(&parameters)
            await #expect(throws: error) { try await stub.closestFacilities.solveClosestFacility(using: parameters) }
        }
        await refused(.nothingGiven(.facility)) { $0.facilities = [] }
        await refused(.nothingGiven(.incident)) { $0.incidents = [] }
        await refused(.noSuchPlace(.facility, number: 2)) { $0.facilities[1].geometry = MapPoint(x: .nan, y: 0) }
        await refused(.noSuchPlace(.incident, number: 1)) { $0.incidents[0].geometry = MapPoint(x: 0, y: .infinity) }
        await refused(.impossibleCutoff(-1)) { $0.defaultImpedanceCutoff = -1 }
        await refused(.impossibleCutoff(.infinity)) { $0.facilities[0].impedanceCutoff = .infinity }
        await refused(.impossibleCutoff(-2)) { $0.incidents[0].impedanceCutoff = -2 }
        await refused(.impossibleBarrier("Point barrier 1")) { $0.pointBarriers = [PointBarrier(point: MapPoint(x: .nan, y: 0))] }
        await refused(.impossibleCount(0)) { $0.defaultTargetFacilityCount = 0 }
        await refused(.impossibleCount(.min)) { $0.incidents[0].targetFacilityCount = .min }
        #expect(stub.transport.requests.isEmpty)
        var parameters = Self.parameters
        parameters.defaultImpedanceCutoff = .nan
        await #expect(throws: RouteError.self) { try await stub.closestFacilities.solveClosestFacility(using: parameters) }
    }

    @Test func `the cutoff of a place needs to know of which cost`() async throws {
        let transport = StubTransport { _ in .json(#"{"layerName":"Bare","layerType":"esriNAServerClosestFacilityLayer"}"#) }
        var parameters = Self.parameters
        parameters.incidents[0].impedanceCutoff = 5
        await #expect(throws: RouteError.unknownImpedance(network: "Bare")) {
            try await ClosestFacilityTask(url: StubbedLayer.url, transport: transport).solveClosestFacility(using: parameters)
        }
    }

    // MARK: - Answers

    @Test(arguments: [("closest_facility_102100.json", 102100), ("closest_facility_4326.json", 4326)])
    func `a recorded answer tells the closest facility and the way there`(_ name: String, _ wkid: Int) async throws {
        guard let text = StubbedRoutes.fixture(name) else { return print("skipped: no fixtures") }
        let result = try await solve(text)
        #expect(result.messages.isEmpty && result.routes.count == 1)
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 0) == [2])
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 1).isEmpty)
        let closest = try #require(result.route(toFacilityAtIndex: 2, fromIncidentAtIndex: 0))
        #expect(closest.rank == 1 && closest.incidentCurbApproach == .rightSide && closest.facilityCurbApproach == .leftSide)
        #expect(closest.route.name == "Echo Park Ave & W Sunset Blvd, Los Angeles, California, 90026 - Flint Wash Trail")
        #expect(closest.route.geometry?.paths.first?.count == 182 && closest.route.geometry?.spatialReference?.wkid == wkid)
        #expect(abs(closest.route.totalTime - 16.44358214681313 * 60) < 1e-9 && closest.route.startDate == nil)
        #expect(abs(closest.route.lengthInMeters - 11.632803822104961 * 1609.344) < 1e-6)
        #expect(closest.route.totalCosts.keys.sorted() == ["Kilometers", "Miles", "TravelTime"])
    }

    /// Two ways from the second incident and one from the first, in no order.
    private static let answer = """
        {"messages":[{"type":50,"description":"m"}],"routes":{"spatialReference":{"wkid":4326},"features":[
        {"attributes":{"ObjectID":1,"FacilityID":1,"FacilityRank":2,"IncidentID":2,"Name":"R1","Total_TravelTime":20,"Total_Miles":2},
        "geometry":{"paths":[[[1,2],[3,4]]]}},
        {"attributes":{"ObjectID":2,"FacilityID":3,"FacilityRank":1,"IncidentID":2,"Name":"R2","Total_TravelTime":10.5,"StartTimeUTC":5000},
        "geometry":{"paths":[[[1,2],[3,4]]]}},
        {"attributes":{"ObjectID":3,"FacilityID":2,"FacilityRank":1,"IncidentID":1,"Name":"R3","Total_TravelTime":5},
        "geometry":{"paths":[[[1,2],[3,4]]]}}]},
        "facilities":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":3,"Name":"C","Status":7,
        "DistanceToNetworkInMeters":7.5},"geometry":{"x":3,"y":4}}]},
        "incidents":{"features":[{"attributes":{"ObjectID":1,"Status":5},"geometry":{"x":"NaN","y":"NaN"}}]},
        "directions":[{"routeId":2,"routeName":"R2","summary":{"totalLength":1,"totalTime":2,"totalDriveTime":2},
        "features":[{"attributes":{"length":1,"time":2,"text":"t","maneuverType":"esriDMTStraight"},
        "compressedGeometry":"+1m91-6fkfr+202tp+k+f"}]},{"routeId":1,"features":[]},{"routeId":3,"features":[]}]}
        """

    @Test func `facilities are ranked for each incident, whatever the order of the answer`() async throws {
        let result = try await solve(Self.answer)
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 1) == [2, 0])
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 0) == [1])
        #expect(result.routes.map(\.route.name) == ["R3", "R2", "R1"] && result.messages == ["m"])
        #expect(result.route(toFacilityAtIndex: 0, fromIncidentAtIndex: 0) == nil)
        #expect(result.route(toFacilityAtIndex: 0, fromIncidentAtIndex: 1)?.route.totalCosts == ["TravelTime": 20, "Miles": 2])
        let best = try #require(result.route(toFacilityAtIndex: 2, fromIncidentAtIndex: 1)?.route)
        #expect(best.totalTime == 630 && best.startDate == Date(timeIntervalSince1970: 5) && best.directionManeuvers.count == 1)
        for index in [-1, 2, Int.max, Int.min] {
            #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: index).isEmpty)
            #expect(result.route(toFacilityAtIndex: 0, fromIncidentAtIndex: index) == nil)
        }
    }

    @Test func `places come back with how they were found`() async throws {
        var parameters = Self.parameters
        (parameters.facilities[2].name, parameters.facilities[2].addedCosts) = ("given", ["TravelTime": 1])
        let result = try await solve(Self.answer, parameters)
        #expect(result.facilities.count == 3 && result.facilities[0] == parameters.facilities[0])
        let facility = result.facilities[2]
        #expect(
            facility.name == "C" && facility.locationStatus == .notLocatedOnClosest && facility.addedCosts == ["TravelTime": 1])
        #expect(facility.distanceToNetworkLocation == 7.5 && facility.geometry == MapPoint(latitude: 4, longitude: 3))
        #expect(
            result.incidents[0].locationStatus == .notReached && result.incidents[0].geometry == parameters.incidents[0].geometry)
    }

    @Test func `barriers and the language come back as they were asked for`() async throws {
        var parameters = Self.parameters
        parameters.pointBarriers = [PointBarrier(point: MapPoint(latitude: 1, longitude: 2))]
        parameters.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: []))]
        (parameters.returnsPointBarriers, parameters.directionsLanguage) = (true, "pt")
        let result = try await solve(Self.answer, parameters)
        #expect(result.pointBarriers == parameters.pointBarriers && result.polygonBarriers.isEmpty)
        #expect(result.directionsLanguage == "pt")
    }

    @Test func `without routes nothing is ranked`() async throws {
        var parameters = Self.parameters
        parameters.returnsRoutes = false
        let result = try await solve(#"{"directions":[{"routeId":1,"routeName":"R","features":[]}]}"#, parameters)
        #expect(result.routes.isEmpty && result.facilities == parameters.facilities)
    }

    @Test(arguments: [
        "{}", #"{"routes":{"features":[{"attributes":{"FacilityID":1,"IncidentID":1}}]}}"#,
        #"{"routes":{"features":[{"attributes":{"FacilityID":4,"IncidentID":1,"FacilityRank":1}}]}}"#,
        #"{"routes":{"features":[{"attributes":{"FacilityID":1,"IncidentID":-9223372036854775808,"FacilityRank":1}}]}}"#,
        #"{"routes":{"features":[{"attributes":{"FacilityID":1,"IncidentID":1,"FacilityRank":0}}]}}"#,
        #"{"routes":{"features":[]},"facilities":{"features":[{"attributes":{"Name":"A"}}]}}"#,
    ])
    func `an answer that does not say what is close is refused`(_ text: String) async {
        await #expect(throws: TransportError.self) { try await solve(text) }
    }

    @Test func `a service that fails is heard`() async {
        let error = #"{"error":{"code":400,"message":"Unable to complete operation.","details":["No solution found."]}}"#
        await #expect { try await solve(error) } throws: { ($0 as? ServiceError)?.code == 400 }
    }

    @Test func `who asks may leave`() async {
        let gate = Gate()
        let task = StubbedLayer(Self.type, gate: gate).closestFacilities
        let asking = Task { try await task.solveClosestFacility(using: Self.parameters) }
        await gate.waiting(for: 1)
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    @Test func `answers with something changed by chance are refused, or hold finite numbers`() async throws {
        let accepted = try await StubbedLayer.mutate(Self.answer) { text, seed in
            let result = try await solve(text)
            for closest in result.routes {
                #expect(closest.route.totalTime.isFinite && closest.route.lengthInMeters.isFinite && closest.rank > 0, "\(seed)")
                #expect(result.route(toFacilityAtIndex: closest.facilityIndex, fromIncidentAtIndex: closest.incidentIndex) != nil)
            }
        }
        #expect((50...950).contains(accepted), "the search has changed too much, or too little")
    }
}
