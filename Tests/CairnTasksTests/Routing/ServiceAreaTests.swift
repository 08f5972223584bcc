import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ServiceAreaTests {
    private static let type = "esriNAServerServiceAreaLayer"
    private static let operation = "solveServiceArea"
    private static let parameters = ServiceAreaParameters(
        facilities: (1...2).map { ServiceAreaFacility(point: MapPoint(latitude: Double($0), longitude: 1)) })

    private func solve(_ answer: String, _ parameters: ServiceAreaParameters = parameters) async throws -> ServiceAreaResult {
        try await StubbedLayer(Self.type, [Self.operation: answer]).serviceAreas.solveServiceArea(using: parameters)
    }

    /// What is sent for parameters that are changed so.
    private func form(_ change: (inout ServiceAreaParameters) -> Void = { _ in }) async throws -> [String: String] {
        let stub = StubbedLayer(Self.type, [Self.operation: Self.answer])
        var parameters = Self.parameters
        change(&parameters)
        _ = try await stub.serviceAreas.solveServiceArea(using: parameters)
        return stub.form
    }

    // MARK: - Loading

    @Test func `a task of service areas keeps the contract of loadables`() async throws {
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json(StubbedLayer.metadata(Self.type))
            }
            return ServiceAreaTask(url: StubbedLayer.url, transport: transport)
        }.verify()
    }

    @Test func `parameters begin as the layer says`() async throws {
        let stub = StubbedLayer(
            Self.type,
            members: """
                "defaultBreaks":[10,5,15,5],"travelDirection":"esriNATravelDirectionToFacility",
                "outputPolygons":"esriNAOutputPolygonDetailed","outputLines":"esriNAOutputLineTrueShape","splitPolygonsAtBreaks":false,
                "overlapPolygons":false,"mergeSimilarPolygonRanges":true,"trimOuterPolygon":true,"trimPolygonDistance":0.5,
                "trimPolygonDistanceUnits":"esriKilometers","excludeSourcesFromPolygons":["Ferries"]
                """)
        let parameters = try await stub.serviceAreas.makeDefaultParameters()
        #expect(parameters.defaultImpedanceCutoffs == [5, 10, 15] && parameters.travelDirection == .toFacility)
        #expect(parameters.polygonDetail == .high && parameters.returnsPolygons && parameters.returnsPolylines)
        #expect(parameters.geometryAtCutoff == .disks && parameters.geometryAtOverlap == .dissolve)
        #expect(parameters.polygonBufferDistance == 500 && parameters.sourceNamesExcludedFromPolygons == ["Ferries"])
        #expect(parameters.travelMode?.name == "Driving" && parameters.accumulateAttributeNames == ["Miles"])
    }

    @Test func `a layer that says little of itself leaves what is usual`() async throws {
        let parameters = try await StubbedLayer("esriNAServerServiceArea").serviceAreas.makeDefaultParameters()
        var usual = ServiceAreaParameters()
        (usual.travelMode, usual.accumulateAttributeNames) = (parameters.travelMode, ["Miles"])
        #expect(parameters == usual)
    }

    @Test(arguments: [("5 10 15", [5, 10, 15]), ("2.5,5", [2.5, 5]), ("", []), ("-1;3", [3])])
    func `breaks may be a text`(_ text: String, _ cutoffs: [Double]) async throws {
        let stub = StubbedLayer(Self.type, members: "\"defaultBreaks\":\"\(text)\"")
        #expect(try await stub.serviceAreas.makeDefaultParameters().defaultImpedanceCutoffs == cutoffs)
    }

    @Test(arguments: [#""defaultBreaks":"five""#, #""defaultBreaks":"1e999""#, #""defaultBreaks":[null]"#])
    func `breaks that are no numbers are refused`(_ members: String) async {
        await #expect(throws: TransportError.self) { try await StubbedLayer(Self.type, members: members).serviceAreas.load() }
    }

    // MARK: - Asking

    @Test func `parameters are sent under their names on the wire`() async throws {
        var form = try await form {
            ($0.defaultImpedanceCutoffs, $0.travelDirection) = ([2.5, 5, 10], .toFacility)
            ($0.startDate, $0.outputSpatialReference) = (Date(timeIntervalSince1970: 1.5), .wgs84)
            ($0.returnsPolylines, $0.polygonDetail, $0.polygonBufferDistance) = (true, .high, 250)
            ($0.geometryAtCutoff, $0.geometryAtOverlap) = (.disks, .split)
            ($0.sourceNamesExcludedFromPolygons, $0.accumulateAttributeNames) = (["Ferries", "Rails"], ["Miles"])
            ($0.returnsPointBarriers, $0.travelMode) = (true, TravelMode())
        }
        for name in ["facilities", "travelMode"] { #expect(form.removeValue(forKey: name) != nil, "\(name)") }
        #expect(
            form == [
                "f": "json", "defaultBreaks": "2.5,5,10", "travelDirection": "esriNATravelDirectionToFacility",
                "timeOfDay": "1500", "timeOfDayIsUTC": "true", "outSR": "4326", "accumulateAttributeNames": "Miles",
                "outputPolygons": "esriNAOutputPolygonDetailed", "splitPolygonsAtBreaks": "false", "overlapPolygons": "false",
                "mergeSimilarPolygonRanges": "false", "trimOuterPolygon": "true", "trimPolygonDistance": "250",
                "trimPolygonDistanceUnits": "esriMeters", "excludeSourcesFromPolygons": "Ferries,Rails",
                "outputLines": "esriNAOutputLineTrueShape", "overlapLines": "false", "splitLinesAtBreaks": "false",
                "includeSourceInformationOnLines": "false", "returnFacilities": "true", "returnBarriers": "true",
                "returnPolylineBarriers": "false", "returnPolygonBarriers": "false",
            ])
    }

    @Test func `what is not said is not sent`() async throws {
        let form = try await form { $0.polygonBufferDistance = nil }
        for name in ["defaultBreaks", "timeOfDay", "outSR", "trimPolygonDistance", "overlapLines", "travelMode"] {
            #expect(form[name] == nil, "\(name)")
        }
        #expect(form["outputLines"] == "esriNAOutputLineNone" && form["trimOuterPolygon"] == "false")
        #expect(form["outputPolygons"] == "esriNAOutputPolygonSimplified" && form["splitPolygonsAtBreaks"] == "true")
    }

    @Test(arguments: [
        (ServiceAreaOverlapGeometry.overlap, "true", "false"), (.split, "false", "false"), (.dissolve, "false", "true"),
    ])
    func `areas overlap, are split or become one`(
        _ geometry: ServiceAreaOverlapGeometry, _ overlaps: String, _ merges: String
    ) async throws {
        let form = try await form { $0.geometryAtOverlap = geometry }
        #expect(form["overlapPolygons"] == overlaps && form["mergeSimilarPolygonRanges"] == merges)
    }

    @Test func `a facility may have cutoffs of its own`() async throws {
        let stub = StubbedLayer(Self.type, [Self.operation: Self.answer])
        var parameters = Self.parameters
        (parameters.facilities[0].impedanceCutoffs, parameters.facilities[1].impedanceCutoffs) = ([6, 9, 12.5], [7])
        parameters.facilities[1].name = "Fire station"
        _ = try await stub.serviceAreas.solveServiceArea(using: parameters)
        #expect(
            try stub.attributes("facilities") == [
                ["CurbApproach": 0, "Breaks_TravelTime": "6 9 12.5"],
                ["CurbApproach": 0, "Breaks_TravelTime": 7, "Name": "Fire station"],
            ])
    }

    @Test func `what cannot be an area is not asked for`() async throws {
        let stub = StubbedLayer(Self.type)
        func refused(_ error: RouteError, _ change: (inout ServiceAreaParameters) -> Void) async {
            var parameters = Self.parameters
            change(&parameters)
            await #expect(throws: error) { try await stub.serviceAreas.solveServiceArea(using: parameters) }
        }
        await refused(.nothingGiven(.facility)) { $0.facilities = [] }
        await refused(.noSuchPlace(.facility, number: 1)) { $0.facilities[0].geometry = MapPoint(x: 0, y: .nan) }
        await refused(.impossibleCutoff(-5)) { $0.defaultImpedanceCutoffs = [-5, 10] }
        await refused(.cutoffsNotAscending([5, 5])) { $0.defaultImpedanceCutoffs = [5, 5] }
        await refused(.cutoffsNotAscending([10, 5])) { $0.facilities[1].impedanceCutoffs = [10, 5] }
        await refused(.impossibleCutoff(.infinity)) { $0.facilities[1].impedanceCutoffs = [.infinity] }
        await refused(.impossibleBarrier("Point barrier 1")) { $0.pointBarriers = [PointBarrier(point: MapPoint(x: .nan, y: 0))] }
        await refused(.impossibleDistance(-1)) { $0.polygonBufferDistance = -1 }
        #expect(stub.transport.requests.isEmpty)
    }

    // MARK: - Answers

    /// Rings of the first facility, one with a hole, and a line of the second.
    private static let answer = """
        {"messages":[],"saPolygons":{"geometryType":"esriGeometryPolygon","spatialReference":{"wkid":4326},"features":[
        {"attributes":{"ObjectID":1,"FacilityID":1,"Name":"Location 1 : 5 - 10","FromBreak":5,"ToBreak":10,"Shape_Area":1.5},
        "geometry":{"rings":[[[0,0],[0,9],[9,9],[0,0]],[[1,2],[2,3],[1,3],[1,2]]]}},
        {"attributes":{"ObjectID":2,"FacilityID":1,"Name":"Location 1 : 0 - 5","FromBreak":0,"ToBreak":5},
        "geometry":{"rings":[[[1,2],[2,3],[1,3],[1,2]]]}}]},
        "saPolylines":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":1,"FacilityID":2,"FromCumul_TravelTime":1.5,
        "ToCumul_TravelTime":2,"ToCumul_Miles":null},"geometry":{"paths":[[[1,2],[3,4]]]}}]},
        "facilities":{"features":[{"attributes":{"ObjectID":2,"Name":"Location 2","Status":1},"geometry":{"x":1,"y":2}}]}}
        """

    @Test func `areas and lines are told by their facilities`() async throws {
        var parameters = Self.parameters
        parameters.returnsPolylines = true
        let result = try await solve(Self.answer, parameters)
        let areas = result.resultPolygons(forFacilityAtIndex: 0)
        #expect(areas.map(\.fromImpedanceCutoff) == [5, 0] && areas.map(\.toImpedanceCutoff) == [10, 5])
        #expect(areas.map(\.geometry.rings.count) == [2, 1] && areas[0].geometry.spatialReference == .wgs84)
        #expect(result.resultPolygons(forFacilityAtIndex: 1).isEmpty && result.polygons.count == 2)
        let line = try #require(result.resultPolylines(forFacilityAtIndex: 1).first)
        #expect(line.fromCumulativeCosts == ["TravelTime": 1.5] && line.toCumulativeCosts == ["TravelTime": 2])
        #expect(line.geometry.paths.first?.count == 2 && result.resultPolylines(forFacilityAtIndex: 0).isEmpty)
        #expect(result.facilities[1].locationStatus == .notLocated && result.facilities[0] == parameters.facilities[0])
        for index in [-1, 2, Int.max, Int.min] { #expect(result.resultPolygons(forFacilityAtIndex: index).isEmpty) }
    }

    @Test func `an area of several facilities belongs to each of them`() async throws {
        let text = """
            {"saPolygons":{"features":[{"attributes":{"FacilityID":null,"Name":"0 - 5","FromBreak":0,"ToBreak":5},
            "geometry":{"rings":[[[1,2],[2,3],[1,3],[1,2]]]}}]}}
            """
        let result = try await solve(text)
        #expect(result.polygons.count == 1 && result.polygons[0].facilityIndex == nil)
        #expect(result.resultPolygons(forFacilityAtIndex: 0) == result.polygons)
        #expect(result.resultPolygons(forFacilityAtIndex: 1) == result.polygons)
        #expect(result.resultPolygons(forFacilityAtIndex: 2).isEmpty)
    }

    @Test func `what was not asked for is not looked for`() async throws {
        var parameters = Self.parameters
        parameters.returnsPolygons = false
        let result = try await solve("{}", parameters)
        #expect(result.polygons.isEmpty && result.polylines.isEmpty && result.facilities == parameters.facilities)
    }

    @Test(arguments: [
        "{}", #"{"saPolygons":{}}"#,
        #"{"saPolygons":{"features":[{"attributes":{"FacilityID":1,"FromBreak":0,"ToBreak":5}}]}}"#,
        #"{"saPolygons":{"features":[{"attributes":{"FacilityID":1,"FromBreak":0,"ToBreak":5},"geometry":{"paths":[]}}]}}"#,
        #"{"saPolygons":{"features":[{"attributes":{"FacilityID":1,"FromBreak":0},"geometry":{"rings":[]}}]}}"#,
        #"{"saPolygons":{"features":[{"attributes":{"FacilityID":3,"FromBreak":0,"ToBreak":5},"geometry":{"rings":[]}}]}}"#,
        #"{"saPolygons":{"features":[{"attributes":{"FacilityID":0,"FromBreak":0,"ToBreak":5},"geometry":{"rings":[]}}]}}"#,
    ])
    func `an answer that does not say what can be reached is refused`(_ text: String) async {
        await #expect(throws: TransportError.self) { try await solve(text) }
    }

    @Test func `a service that fails is heard`() async {
        await #expect { try await solve(#"{"error":{"code":400,"message":"Unable to complete operation."}}"#) } throws: {
            ($0 as? ServiceError)?.code == 400
        }
    }

    @Test func `who asks may leave`() async {
        let gate = Gate()
        let task = StubbedLayer(Self.type, gate: gate).serviceAreas
        let asking = Task { try await task.solveServiceArea(using: Self.parameters) }
        await gate.waiting(for: 1)
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    @Test func `answers with something changed by chance are refused, or hold finite numbers`() async throws {
        var parameters = Self.parameters
        parameters.returnsPolylines = true
        let accepted = try await StubbedLayer.mutate(Self.answer) { [parameters] text, seed in
            let result = try await solve(text, parameters)
            for area in result.polygons {
                #expect(area.fromImpedanceCutoff.isFinite && area.toImpedanceCutoff.isFinite, "\(seed)")
                #expect(area.geometry.rings.joined().allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(seed)")
                #expect(result.facilities.indices.contains(area.facilityIndex ?? 0), "\(seed)")
            }
        }
        #expect((50...950).contains(accepted), "the search has changed too much, or too little")
    }
}
