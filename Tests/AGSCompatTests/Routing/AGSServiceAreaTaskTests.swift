import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSServiceAreaTaskTests {
    /// Rings of the first facility, and a line of the second.
    nonisolated private static let solution = """
        {"messages":[],"saPolygons":{"geometryType":"esriGeometryPolygon","spatialReference":{"wkid":4326},"features":[
        {"attributes":{"ObjectID":1,"FacilityID":1,"Name":"Location 1 : 5 - 10","FromBreak":5,"ToBreak":10},
        "geometry":{"rings":[[[0,0],[0,9],[9,9],[0,0]]]}},
        {"attributes":{"ObjectID":2,"FacilityID":1,"Name":"Location 1 : 0 - 5","FromBreak":0,"ToBreak":5},
        "geometry":{"rings":[[[1,2],[2,3],[1,3],[1,2]]]}}]},
        "saPolylines":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":1,"FacilityID":2,"FromCumul_TravelTime":1.5,
        "ToCumul_TravelTime":2},"geometry":{"paths":[[[1,2],[3,4]]]}}]}}
        """

    private func layer(_ solution: String = Self.solution, gate: Gate? = nil) -> (AGSServiceAreaTask, StubTransport) {
        let metadata = RoutingTown.metadata.replacing("esriNAServerRouteLayer", with: "esriNAServerServiceAreaLayer")
        let transport = StubTransport { request in
            try await gate?.pass()
            return .json(request.url.lastPathComponent == "solveServiceArea" ? solution : metadata)
        }
        return (AGSServiceAreaTask(ServiceAreaTask(url: RoutingTown.url, transport: transport)), transport)
    }

    private func parameters(_ task: AGSServiceAreaTask) async throws -> AGSServiceAreaParameters {
        let parameters: AGSServiceAreaParameters = try await answer { task.defaultServiceAreaParameters(completion: $0) }
        parameters.setFacilities([(1.0, 2.0), (3, 4)].map { AGSServiceAreaFacility(point: RoutingTown.point($0.0, $0.1)) })
        return parameters
    }

    @Test func `areas and lines are told by their facilities`() async throws {
        let (task, transport) = layer()
        let parameters = try await parameters(task)
        parameters.defaultImpedanceCutoffs = [10, 5, 10]
        parameters.geometryAtOverlap = .dissolve
        (parameters.returnPolylines, parameters.polygonBufferDistance) = (true, .nan)
        let area = AGSPolygon(points: [(0.0, 0.0), (0, 1), (1, 1)].map { RoutingTown.point($0.0, $0.1) })
        parameters.setPolygonBarriers([AGSPolygonBarrier(polygon: area)])
        let result: AGSServiceAreaResult = try await answer { task.solveServiceArea(with: parameters, completion: $0) }
        let polygons = result.resultPolygons(atFacilityIndex: 0)
        #expect(polygons.map(\.toImpedanceCutoff) == [10, 5] && polygons.map(\.fromImpedanceCutoff) == [5, 0])
        #expect(polygons[0].geometry.parts.count == 1 && result.resultPolygons(atFacilityIndex: 1).isEmpty)
        let line = try #require(result.resultPolylines(atFacilityIndex: 1).first)
        #expect(line.fromCumulativeCost(forCostAttribute: "TravelTime") == 1.5 && line.geometry.parts.count == 1)
        #expect(
            line.toCumulativeCost(forCostAttribute: "TravelTime") == 2 && line.toCumulativeCost(forCostAttribute: "Miles") == 0)
        #expect(result.resultPolygons(atFacilityIndex: -1).isEmpty && result.resultPolygons(atFacilityIndex: 2).isEmpty)
        #expect(result.facilities.map(\.geometry?.x) == [1, 3])
        let form = transport.requests.last?.form ?? [:]
        #expect(form["defaultBreaks"]?.split(separator: ",").compactMap { Double($0) } == [5, 10], "in order, and each once")
        #expect(form["mergeSimilarPolygonRanges"] == "true" && form["polygonBarriers"] != nil)
    }

    @Test func `a road network in a file answers, too`() async throws {
        let file = try await RoutingTown.network()
        let dataset = AGSTransportationNetworkDataset(fileURLToDatabase: file, networkName: "Streets_ND")
        for task in [
            AGSServiceAreaTask(fileURLToDatabase: file, networkName: "Streets_ND"), AGSServiceAreaTask(dataset: dataset),
            AGSServiceAreaTask(databaseName: file.path, networkName: "Streets_ND"),
        ] {
            let parameters = try await parameters(task)
            parameters.setFacilities([AGSServiceAreaFacility(point: RoutingTown.point(0, 0))])
            parameters.defaultImpedanceCutoffs = [0.5]
            let result: AGSServiceAreaResult = try await answer { task.solveServiceArea(with: parameters, completion: $0) }
            #expect(result.resultPolygons(atFacilityIndex: 0).map(\.toImpedanceCutoff) == [0.5])
            #expect(task.transportationNetworkDataset?.fileURL.path == file.path && task.url == nil)
        }
    }

    @Test func `facilities have limits of their own, in any order`() async throws {
        let (task, transport) = layer()
        let parameters = try await parameters(task)
        let facility = AGSServiceAreaFacility(point: RoutingTown.point(1, 2))
        (facility.name, facility.curbApproach, facility.impedanceCutoffs) = ("Depot", .leftSide, [7, 3])
        parameters.setFacilities([facility, facility])
        let _: AGSServiceAreaResult = try await answer { task.solveServiceArea(with: parameters, completion: $0) }
        let sent = try JSONValue(parsing: transport.requests.last?.form["facilities"] ?? "")["features"]?[0]?["attributes"]
        #expect(sent?["Name"] == "Depot" && sent?["CurbApproach"] == 2 && facility.impedanceCutoffs == [3, 7])
    }

    @Test func `what is not asked properly, and what is cancelled, fails once`() async throws {
        let (task, _) = layer()
        let parameters = try await parameters(task)
        parameters.clearFacilities()
        let nothing: NSError? = await withCheckedContinuation { continuation in
            task.solveServiceArea(with: parameters) { continuation.resume(returning: $0 == nil ? $1 as NSError? : nil) }
        }
        #expect(nothing?.domain == AGSErrorDomain && nothing?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        let (waiting, _) = layer(gate: Gate())
        let code: Int? = await withCheckedContinuation { continuation in
            waiting.defaultServiceAreaParameters { _, error in continuation.resume(returning: (error as NSError?)?.code) }
                .cancel()
        }
        #expect(code == NSUserCancelledError)
    }

    @Test func `a task is loaded once it has asked its service, or says why it is not`() async throws {
        let (task, _) = layer()
        try await done { task.load(completion: $0) }
        #expect(task.loadStatus == .loaded && task.url == RoutingTown.url && task.credential == nil)
        let other = AGSServiceAreaTask(ServiceAreaTask(url: RoutingTown.url, transport: RoutingTown().transport))
        let error: NSError? = await withCheckedContinuation { continuation in
            other.load { continuation.resume(returning: $0 as NSError?) }
        }
        #expect(error != nil && other.loadStatus == .failedToLoad, "a route layer is none")
    }
}
