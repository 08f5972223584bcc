import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSClosestFacilityTaskTests {
    /// Two ways from the first incident and none from the second.
    nonisolated private static let solution = """
        {"messages":[{"type":50,"description":"m"}],"routes":{"spatialReference":{"wkid":4326},"features":[
        {"attributes":{"ObjectID":1,"FacilityID":1,"FacilityRank":2,"IncidentID":1,"Name":"R1","Total_TravelTime":20,"Total_Miles":2,
        "IncidentCurbApproach":1,"FacilityCurbApproach":2},"geometry":{"paths":[[[1,2],[3,4]]]}},
        {"attributes":{"ObjectID":2,"FacilityID":2,"FacilityRank":1,"IncidentID":1,"Name":"R2","Total_TravelTime":10,"StartTimeUTC":5000},
        "geometry":{"paths":[[[1,2],[3,4]]]}}]}}
        """

    private func layer(_ solution: String = Self.solution, gate: Gate? = nil) -> (AGSClosestFacilityTask, StubTransport) {
        let metadata = RoutingTown.metadata.replacing("esriNAServerRouteLayer", with: "esriNAServerClosestFacilityLayer")
        let transport = StubTransport { request in
            try await gate?.pass()
            return .json(request.url.lastPathComponent == "solveClosestFacility" ? solution : metadata)
        }
        return (AGSClosestFacilityTask(ClosestFacilityTask(url: RoutingTown.url, transport: transport)), transport)
    }

    private func parameters(_ task: AGSClosestFacilityTask) async throws -> AGSClosestFacilityParameters {
        let parameters: AGSClosestFacilityParameters = try await answer { task.defaultClosestFacilityParameters(completion: $0) }
        parameters.setFacilities([(1.0, 2.0), (3, 4)].map { AGSFacility(point: RoutingTown.point($0.0, $0.1)) })
        parameters.setIncidents([(5.0, 6.0), (7, 8)].map { AGSIncident(point: RoutingTown.point($0.0, $0.1)) })
        return parameters
    }

    @Test func `the closest facilities come first, with the ways there`() async throws {
        let (task, _) = layer()
        let parameters = try await parameters(task)
        parameters.travelDirection = .toFacility
        let result: AGSClosestFacilityResult = try await answer { task.solveClosestFacility(with: parameters, completion: $0) }
        let ranked = try #require(result.rankedFacilityIndexes(forIncidentIndex: 0))
        #expect(ranked.first as? Int == 1 && ranked == [1, 0] && result.messages == ["m"])
        #expect(
            result.rankedFacilityIndexes(forIncidentIndex: 1) == [] && result.rankedFacilityIndexes(forIncidentIndex: 2) == nil)
        #expect(result.rankedFacilityIndexes(forIncidentIndex: -1) == nil)
        let (first, second) = (
            result.route(forFacilityIndex: 1, incidentIndex: 0), result.route(forFacilityIndex: 0, incidentIndex: 0)
        )
        #expect(first?.totalTime == 10 && first?.startTime == Date(timeIntervalSince1970: 5) && first?.routeGeometry != nil)
        #expect(abs((second?.totalLength ?? 0) - 2 * 1609.344) < 1e-9 && second?.cost(forCostAttribute: "TravelTime") == 20)
        #expect(second?.departureCurbApproach == .rightSide && second?.arrivalCurbApproach == .leftSide)
        #expect(
            result.route(forFacilityIndex: 0, incidentIndex: 1) == nil
                && result.route(forFacilityIndex: 9, incidentIndex: 9) == nil)
        #expect(result.facilities.map(\.geometry?.x) == [1, 3] && result.incidents.map(\.geometry?.y) == [6, 8])
    }

    @Test func `who sets out from facilities leaves them, and arrives at incidents`() async throws {
        let (task, transport) = layer()
        let parameters = try await parameters(task)
        (parameters.travelDirection, parameters.defaultTargetFacilityCount, parameters.defaultImpedanceCutoff) = (
            .fromFacility, 2, 30
        )
        parameters.setPolylineBarriers([
            AGSPolylineBarrier(polyline: AGSPolyline(points: [RoutingTown.point(0, 0), RoutingTown.point(1, 1)]))
        ])
        (parameters.returnDirections, parameters.outputSpatialReference) = (true, .webMercator())
        let result: AGSClosestFacilityResult = try await answer { task.solveClosestFacility(with: parameters, completion: $0) }
        let way = result.route(forFacilityIndex: 0, incidentIndex: 0)
        #expect(way?.departureCurbApproach == .leftSide && way?.arrivalCurbApproach == .rightSide)
        let form = transport.requests.last?.form ?? [:]
        #expect(form["travelDirection"] == "esriNATravelDirectionFromFacility" && form["defaultTargetFacilityCount"] == "2")
        #expect(form["defaultCutoff"] == "30.0" || form["defaultCutoff"] == "30")
        #expect(form["returnDirections"] == "true" && form["outSR"] == "102100" && form["polylineBarriers"] != nil)
    }

    @Test func `a road network in a file answers, too`() async throws {
        let file = try await RoutingTown.network()
        let dataset = AGSTransportationNetworkDataset(fileURLToDatabase: file, networkName: "Streets_ND")
        for task in [
            AGSClosestFacilityTask(fileURLToDatabase: file, networkName: "Streets_ND"), AGSClosestFacilityTask(dataset: dataset),
            AGSClosestFacilityTask(databaseName: file.path, networkName: "Streets_ND"),
        ] {
            let parameters = try await parameters(task)
            parameters.setFacilities([(0.0045, 0.004), (0.0089, 0)].map { AGSFacility(point: RoutingTown.point($0.0, $0.1)) })
            parameters.setIncidents([AGSIncident(point: RoutingTown.point(0.008, 0))])
            let result: AGSClosestFacilityResult = try await answer {
                task.solveClosestFacility(with: parameters, completion: $0)
            }
            #expect(result.rankedFacilityIndexes(forIncidentIndex: 0)?.first as? Int == 1)
            #expect(task.transportationNetworkDataset?.fileURL.path == file.path && task.url == nil)
        }
    }

    @Test func `what is not asked properly, and what a service refuses, fails`() async throws {
        let (task, _) = layer(#"{"error":{"code":400,"message":"Unable to complete operation.","details":[]}}"#)
        let parameters = try await parameters(task)
        func failure() async -> NSError? {
            await withCheckedContinuation { continuation in
                task.solveClosestFacility(with: parameters) { continuation.resume(returning: $0 == nil ? $1 as NSError? : nil) }
            }
        }
        let refused = await failure()
        #expect(refused?.domain == AGSServicesErrorDomain && refused?.code == 400)
        parameters.clearIncidents()
        let nothing = await failure()
        #expect(nothing?.domain == AGSErrorDomain && nothing?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(nothing?.localizedDescription.contains("incidents") == true)
    }

    @Test func `what is cancelled is answered once, with NSUserCancelledError`() async throws {
        let (task, _) = layer(gate: Gate())
        var codes: [Int?] = []
        await withCheckedContinuation { continuation in
            let cancelable = task.defaultClosestFacilityParameters { parameters, error in
                codes.append(parameters == nil ? (error as NSError?)?.code : nil)
                continuation.resume()
            }
            cancelable.cancel()
        }
        #expect(codes == [NSUserCancelledError])
    }
}
