import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Requests that would make much work.
@Suite(.timeLimit(.minutes(10)))
struct NetworkWorkTests {
    private static let places = "8.0001,50.0001;8.0081,50.0061"
    private static let barrier = #"{"features":[{"geometry":{"x":8.001,"y":50.001}}]}"#
    private static let area =
        #"{"geometry":{"rings":[[[7,49],[7,51],[9,51],[9,49],[7,49]]]},"attributes":{"BarrierType":1,"Attr_TravelTime":1.01}}"#

    /// What a request is refused with; nil if it is answered.
    private func refusal(
        _ path: String, _ fields: [String: String], _ change: (inout NetworkLimits) -> Void = { _ in }
    ) async throws -> String? {
        let served = try await ServedTown(seed: 6) { change(&$0.limits) }
        let error = try await served.post(path, fields)["error"]
        #expect(error == nil || error?["code"] == 400)
        return error?["details"]?[0]?.string
    }

    @Test func `areas reach so far, in the unit of what is kept low`() async throws {
        func refusal(_ fields: [String: String]) async throws -> String? {
            let form = ["facilities": Self.places, "outputLines": "esriNAOutputLineTrueShape"]
            return try await self.refusal("ServiceArea/solveServiceArea", form.merging(fields) { $1 })
        }
        #expect(try await refusal(["defaultBreaks": "300"]) == nil)
        let far = try await refusal(["defaultBreaks": "5,1e300"]) ?? ""
        #expect(far.hasPrefix("'defaultBreaks': areas would reach") && far.contains("of TravelTime, where 300 are"), "\(far)")
        let kilometers = try await refusal(["defaultBreaks": "501", "travelMode": "driving-distance"])
        #expect(kilometers == "'defaultBreaks': areas would reach 501 of Kilometers, where 500 are allowed.")
        let own = #"{"features":[{"geometry":{"x":8.001,"y":50.001},"attributes":{"Breaks_TravelTime":301}}]}"#
        #expect(
            try await refusal(["facilities": own, "defaultBreaks": "5"])?.hasPrefix("'facilities': areas would reach 301") == true
        )
    }

    @Test func `how far areas usually reach is no matter where each facility says it`() async throws {
        let own = #"{"features":[{"geometry":{"x":8.001,"y":50.001},"attributes":{"Breaks_TravelTime":"0.5 1"}}]}"#
        #expect(try await refusal("ServiceArea/solveServiceArea", ["facilities": own, "defaultBreaks": "1e300"]) == nil)
    }

    @Test func `areas have so many roads and lines`() async throws {
        let form = ["facilities": Self.places, "defaultBreaks": "10"]
        let path = "ServiceArea/solveServiceArea"
        #expect(try await refusal(path, form) { $0.lines = 10 } == nil)
        let lines = try await refusal(path, form.merging(["outputLines": "esriNAOutputLineTrueShape"]) { $1 }) { $0.lines = 10 }
        #expect(lines?.hasPrefix("'outputLines': there are more than 10 lines") == true)
        #expect(try await refusal(path, form) { $0.reachedRoads = 10 }?.contains("reach more than 10 roads") == true)
    }

    @Test func `barriers touch so many roads`() async throws {
        let barriers = "{\"features\":[\(Array(repeating: Self.area, count: 50).joined(separator: ","))]}"
        let form = ["stops": Self.places, "polygonBarriers": barriers]
        #expect(try await refusal("Route/solve", form) == nil)
        let words = try await refusal("Route/solve", form) { $0.comparisons = 1000 }
        #expect(words?.hasPrefix("'barriers': those of all kinds would be compared with roads more than 1000 times") == true)
    }

    @Test func `so many ways are searched for what is added up, and around barriers`() async throws {
        let matrix = ["origins": Self.places, "destinations": Self.places]
        let path = "ODCostMatrix/solveODCostMatrix"
        func refusal(_ fields: [String: String], _ change: (inout NetworkLimits) -> Void) async throws -> String? {
            try await self.refusal(path, matrix.merging(fields) { $1 }, change)
        }
        let (miles, around) = (["accumulateAttributeNames": "Miles"], ["barriers": Self.barrier])
        #expect(
            try await refusal(["accumulateAttributeNames": "TravelTime"]) { $0.accumulatedPairs = 3 } == nil, "it is in the table"
        )
        #expect(
            try await refusal(miles) { $0.accumulatedPairs = 3 }
                == "'accumulateAttributeNames': 4 pairs to add costs up for, where 3 are allowed in one request.")
        #expect(
            try await refusal(around) { $0.detours = 1 }
                == "'origins': 2 searches around barriers, where 1 are allowed in one request.")
        let both = around.merging(miles) { $1 }
        #expect(try await refusal(both) { $0.detours = 5 }?.contains("6 searches around barriers, where 5") == true)
        #expect(try await refusal(both) { $0.detours = 6 } == nil)
    }

    @Test func `costs are added up once, and so many`() async throws {
        let served = try await ServedTown(seed: 6)
        let matrix = ["origins": Self.places, "destinations": Self.places]
        let path = "ODCostMatrix/solveODCostMatrix"
        func answer(_ names: [String]) async throws -> JSONValue {
            try await served.post(path, matrix.merging(["accumulateAttributeNames": names.joined(separator: ",")]) { $1 })
        }
        let once = try await answer(["Miles", "Beauty"])
        #expect(once["error"] == nil && once["messages"]?.array?.count == 1)
        #expect(try await answer(Array(repeating: ["Miles", "Beauty"], count: 1000).flatMap(\.self)) == once)
        let many = try await answer((0..<51).map { "Cost \($0)" })
        #expect(
            many["error"]?["details"]?[0]
                == "'accumulateAttributeNames': 51 costs, where 50 are allowed in one request.")
    }

    @Test func `areas are drawn on so many nodes`() async throws {
        let form = ["facilities": Self.places, "defaultBreaks": "1,2", "trimOuterPolygon": "true", "trimPolygonDistance": "20"]
        let path = "ServiceArea/solveServiceArea"
        #expect(try await refusal(path, form) == nil)
        let words = try await refusal(path, form) { $0.drawnNodes = 1000 }
        #expect(words?.hasPrefix("'facilities': all areas together would be drawn on more than 1000 nodes") == true)
        let lines = form.merging(["outputPolygons": "esriNAOutputPolygonNone", "outputLines": "esriNAOutputLineTrueShape"]) { $1 }
        #expect(try await refusal(path, lines) { $0.drawnNodes = 1000 } == nil)
    }

    @Test(arguments: [("esriNATravelDirectionToFacility", true), ("esriNATravelDirectionFromFacility", false)])
    func `so many places are set out from around barriers`(direction: String, isRefused: Bool) async throws {
        let closest = ["incidents": Self.places, "facilities": "8.0001,50.0001", "barriers": Self.barrier]
        let words = try await refusal(
            "ClosestFacility/solveClosestFacility", closest.merging(["travelDirection": direction]) { $1 }
        ) { $0.detours = 1 }
        #expect((words?.hasPrefix("'incidents': 2 searches") == true) == isRefused, "\(words ?? "")")
    }

    // MARK: - Turns

    /// Counts who is in it.
    private final class CrowdedNetwork: RouteBackend {
        private let counts = Mutex((now: 0, most: 0, all: 0))
        var most: Int { counts.withLock(\.most) }
        var all: Int { counts.withLock(\.all) }

        @concurrent func loadInfo() async throws -> RouteTaskInfo { RouteTaskInfo() }

        @concurrent func solve(_ parameters: RouteParameters) async throws -> RouteResult {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            defer { counts.withLock { $0.now -= 1 } }
            for _ in 0..<20 { await Task.yield() }
            return RouteResult()
        }
    }

    @Test(arguments: [1, 3]) func `so many requests are solved at once, and the others in turn`(solves: Int) async throws {
        let crowd = CrowdedNetwork()
        var network = PublishedNetwork(routes: RouteTask(backend: crowd))
        network.limits.solves = solves
        let server = LocalServer(networks: ["Town": network])
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let fields = ["f": "json", "stops": Self.places]
                    let answer = try await server.send(.form(ServedTown.url("Route/solve"), fields))
                    #expect(try JSONValue(parsing: answer.body)["routes"] != nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(crowd.most <= solves && crowd.all == 20)
    }
}
