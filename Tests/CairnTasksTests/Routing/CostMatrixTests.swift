import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CostMatrixTests {
    private static let type = "esriNAServerODCostMatrixLayer"
    private static let operation = "solveODCostMatrix"
    private static let parameters = CostMatrixParameters(
        origins: (1...2).map { .init(point: MapPoint(latitude: Double($0), longitude: 1)) },
        destinations: (3...5).map { .init(point: MapPoint(latitude: Double($0), longitude: 2)) })

    private func solve(_ answer: String, _ parameters: CostMatrixParameters = parameters) async throws -> CostMatrix {
        try await StubbedLayer(Self.type, [Self.operation: answer]).costMatrices.solveCostMatrix(using: parameters)
    }

    // MARK: - The value

    @Test func `a matrix tells what it was told, in whatever order`() {
        var matrix = CostMatrix(
            origins: Self.parameters.origins, destinations: Self.parameters.destinations, costAttributeNames: ["A", "B"])
        matrix.setCosts([5, 6], from: 1, to: 2)
        matrix.setCosts([1, 2], from: 1, to: 0)
        matrix.setCosts([3, .nan], from: 1, to: 1)
        matrix.setCosts([7], from: 0, to: 1)
        #expect(["A", "B"].map { matrix.cost($0, from: 1, to: 0) } == [1, 2])
        #expect(["A", "B"].map { matrix.cost($0, from: 1, to: 1) } == [3, nil])
        #expect(["A", "B"].map { matrix.cost($0, from: 1, to: 2) } == [5, 6])
        #expect(["A", "B"].map { matrix.cost($0, from: 0, to: 1) } == [7, nil])
        #expect(matrix.indexesOfDestinations(reachedFrom: 1) == [0, 1, 2] && matrix.indexesOfDestinations(reachedFrom: 0) == [1])
        #expect(matrix.cost("A", from: 0, to: 0) == nil && matrix.cost("C", from: 1, to: 0) == nil)
        matrix.setCosts([9, 8, 7], from: 1, to: 1)
        #expect(matrix.cost("B", from: 1, to: 1) == 8 && matrix.cost("B", from: 1, to: 2) == 6)
    }

    @Test func `matrices with unknown costs are equal if they are the same`() {
        var matrices = Array(
            repeating: CostMatrix(
                origins: Self.parameters.origins, destinations: Self.parameters.destinations, costAttributeNames: ["A"]), count: 2
        )
        for index in 0...1 { matrices[index].setCosts([.nan], from: 0, to: 1) }
        #expect(matrices[0] == matrices[1])
        matrices[0].setCosts([2], from: 0, to: 1)
        #expect(matrices[0] != matrices[1])
    }

    @Test func `places that are not there have no costs, and keep none`() {
        let empty = CostMatrix(
            origins: Self.parameters.origins, destinations: Self.parameters.destinations, costAttributeNames: ["A"])
        var matrix = empty
        for index in [-1, 3, Int.max, Int.min] {
            matrix.setCosts([1], from: index, to: 0)
            matrix.setCosts([1], from: 0, to: index)
            #expect(matrix.cost("A", from: index, to: 0) == nil && matrix.cost("A", from: 0, to: index) == nil)
            #expect(matrix.indexesOfDestinations(reachedFrom: index).isEmpty)
        }
        #expect(matrix == empty)
        var nameless = CostMatrix(
            origins: Self.parameters.origins, destinations: Self.parameters.destinations, costAttributeNames: [])
        nameless.setCosts([1], from: 0, to: 2)
        #expect(nameless.indexesOfDestinations(reachedFrom: 0) == [2] && nameless.cost("A", from: 0, to: 2) == nil)
    }

    // MARK: - Loading

    @Test func `a task of cost matrices keeps the contract of loadables`() async throws {
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json(StubbedLayer.metadata(Self.type))
            }
            return CostMatrixTask(url: StubbedLayer.url, transport: transport)
        }.verify()
    }

    @Test func `parameters begin as the layer says`() async throws {
        let stub = StubbedLayer(Self.type, members: #""defaultCutoff":30,"defaultTargetDestinationCount":"4""#)
        let parameters = try await stub.costMatrices.makeDefaultParameters()
        #expect(parameters.defaultImpedanceCutoff == 30 && parameters.defaultTargetDestinationCount == 4)
        #expect(parameters.travelMode?.name == "Driving" && parameters.accumulateAttributeNames == ["Miles"])
        let unlimited = StubbedLayer(Self.type, members: #""defaultCutoff":"","defaultTargetDestinationCount":"""#)
        let others = try await unlimited.costMatrices.makeDefaultParameters()
        #expect(others.defaultImpedanceCutoff == nil && others.defaultTargetDestinationCount == nil)
    }

    // MARK: - Asking

    @Test func `parameters are sent under their names on the wire`() async throws {
        let stub = StubbedLayer(Self.type, [Self.operation: Self.answer])
        var parameters = Self.parameters
        (parameters.defaultImpedanceCutoff, parameters.defaultTargetDestinationCount) = (30, 2)
        (parameters.startDate, parameters.outputSpatialReference) = (Date(timeIntervalSince1970: 2), .webMercator)
        (parameters.accumulateAttributeNames, parameters.travelMode) = (["Miles", "Kilometers"], TravelMode())
        (parameters.origins[0].name, parameters.origins[0].targetDestinationCount) = ("Home", 1)
        parameters.destinations[2].curbApproach = .noUTurn
        parameters.polylineBarriers = [
            PolylineBarrier(polyline: Polyline(paths: [[Position(x: 0, y: 0), Position(x: 1, y: 1)]]))
        ]
        _ = try await stub.costMatrices.solveCostMatrix(using: parameters)
        #expect(
            try stub.attributes("origins") == [
                ["Name": "Home", "CurbApproach": 0, "TargetDestinationCount": 1], ["CurbApproach": 0],
            ])
        #expect(try stub.attributes("destinations") == [["CurbApproach": 0], ["CurbApproach": 0], ["CurbApproach": 3]])
        #expect(try stub.attributes("polylineBarriers") == [["BarrierType": 0]])
        var form = stub.form
        for name in ["origins", "destinations", "polylineBarriers", "travelMode"] { form[name] = nil }
        #expect(
            form == [
                "f": "json", "defaultCutoff": "30", "defaultTargetDestinationCount": "2", "timeOfDay": "2000",
                "timeOfDayIsUTC": "true",
                "outSR": "102100", "accumulateAttributeNames": "Miles,Kilometers", "outputType": "esriNAODOutputSparseMatrix",
                "returnOrigins": "true", "returnDestinations": "true",
            ])
    }

    @Test func `an origin may have a cutoff of its own, and what is not said is not sent`() async throws {
        let stub = StubbedLayer(Self.type, [Self.operation: Self.answer])
        var parameters = Self.parameters
        parameters.origins[1].impedanceCutoff = 2.5
        _ = try await stub.costMatrices.solveCostMatrix(using: parameters)
        #expect(try stub.attributes("origins") == [["CurbApproach": 0], ["CurbApproach": 0, "Cutoff_TravelTime": 2.5]])
        #expect(
            stub.form["defaultCutoff"] == nil && stub.form["defaultTargetDestinationCount"] == nil
                && stub.form["timeOfDay"] == nil)
    }

    @Test func `what cannot be a matrix is not asked for`() async throws {
        let stub = StubbedLayer(Self.type)
        func refused(_ error: RouteError, _ change: (inout CostMatrixParameters) -> Void) async {
            var parameters = Self.parameters
            change(&parameters)
            await #expect(throws: error) { try await stub.costMatrices.solveCostMatrix(using: parameters) }
        }
        await refused(.nothingGiven(.origin)) { $0.origins = [] }
        await refused(.nothingGiven(.destination)) { $0.destinations = [] }
        await refused(.noSuchPlace(.destination, number: 3)) { $0.destinations[2].geometry = MapPoint(x: .infinity, y: 0) }
        await refused(.impossibleCutoff(-1)) { $0.defaultImpedanceCutoff = -1 }
        await refused(.impossibleCutoff(-2)) { $0.origins[0].impedanceCutoff = -2 }
        await refused(.impossibleBarrier("Point barrier 1")) { $0.pointBarriers = [PointBarrier(point: MapPoint(x: .nan, y: 0))] }
        await refused(.impossibleCount(0)) { $0.defaultTargetDestinationCount = 0 }
        await refused(.impossibleCount(-3)) { $0.origins[1].targetDestinationCount = -3 }
        #expect(stub.transport.requests.isEmpty)
    }

    // MARK: - Answers

    @Test(arguments: ["od_sparse_matrix.json", "od_all_barriers_102100.json"])
    func `a recorded matrix is read with its places`(_ name: String) async throws {
        guard let text = StubbedRoutes.fixture(name) else { return print("skipped: no fixtures") }
        var parameters = Self.parameters
        parameters.origins.removeLast()
        let matrix = try await solve(text, parameters)
        #expect(matrix.costAttributeNames == ["TravelTime", "Miles", "Kilometers"] && matrix.messages.isEmpty)
        #expect(matrix.indexesOfDestinations(reachedFrom: 0) == [0, 1, 2])
        #expect(matrix.cost("TravelTime", from: 0, to: 0) == 23.997715775219728)
        #expect(matrix.cost("Miles", from: 0, to: 1) == 13.077116708940189)
        #expect(matrix.cost("Kilometers", from: 0, to: 2) == 18.72117449676444)
        #expect(matrix.destinations.map(\.name) == ["Location 1", "Location 2", "Location 3"])
        #expect(matrix.destinations.map(\.locationStatus) == [.notLocatedOnClosest, .notLocatedOnClosest, .located])
        #expect(matrix.origins[0].distanceToNetworkLocation == 0.09504164755344391)
        let isWebMercator = name.contains("102100")
        #expect(matrix.origins[0].geometry.spatialReference == (isWebMercator ? .webMercator : .wgs84))
        #expect(abs(matrix.origins[0].geometry.y - (isWebMercator ? 4039114.0847999975 : 34.07676300000003)) < 1e-9)
    }

    /// No way leads from the first origin to the third destination, and none is known in miles to the second.
    private static let answer = """
        {"messages":[{"type":50,"description":"m"}],"odCostMatrix":{"1":{"2":[10.5,null],"1":[5,3],"3":null},"2":{"3":[1,2]},
        "costAttributeNames":["TravelTime","Miles"]},
        "origins":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":2,"Status":7},"geometry":{"x":1,"y":2}}]}}
        """

    @Test func `where no way leads there is no cost`() async throws {
        let matrix = try await solve(Self.answer)
        #expect(matrix.messages == ["m"] && matrix.origins[1].locationStatus == .notLocatedOnClosest)
        #expect((0...2).map { matrix.cost("TravelTime", from: 0, to: $0) } == [5, 10.5, nil])
        #expect((0...2).map { matrix.cost("Miles", from: 0, to: $0) } == [3, nil, nil])
        #expect((0...2).map { matrix.cost("TravelTime", from: 1, to: $0) } == [nil, nil, 1])
        #expect(matrix.indexesOfDestinations(reachedFrom: 0) == [0, 1] && matrix.destinations == Self.parameters.destinations)
    }

    @Test(arguments: [
        "{}", #"{"odCostMatrix":{}}"#, #"{"odCostMatrix":{"3":{},"costAttributeNames":[]}}"#,
        #"{"odCostMatrix":{"1":{"4":[1]},"costAttributeNames":["A"]}}"#,
        #"{"odCostMatrix":{"1":{"1":[1]},"costAttributeNames":["A","B"]}}"#,
        #"{"odCostMatrix":{"1":{"1":["far"]},"costAttributeNames":["A"]}}"#,
        #"{"odCostMatrix":{"0":{},"costAttributeNames":[]}}"#,
        #"{"odCostMatrix":{"-9223372036854775808":{},"costAttributeNames":[]}}"#,
        #"{"odCostMatrix":{"1":[],"costAttributeNames":[]}}"#,
    ])
    func `an answer that does not say what ways cost is refused`(_ text: String) async {
        await #expect(throws: TransportError.self) { try await solve(text) }
    }

    @Test func `a service that fails is heard`() async {
        await #expect { try await solve(#"{"error":{"code":400,"message":"Unable to complete operation."}}"#) } throws: {
            ($0 as? ServiceError)?.code == 400
        }
    }

    @Test func `who asks may leave`() async {
        let gate = Gate()
        let task = StubbedLayer(Self.type, gate: gate).costMatrices
        let asking = Task { try await task.solveCostMatrix(using: Self.parameters) }
        await gate.waiting(for: 1)
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    @Test func `answers with something changed by chance are refused, or hold finite numbers`() async throws {
        let accepted = try await StubbedLayer.mutate(Self.answer) { text, seed in
            let matrix = try await solve(text)
            for origin in matrix.origins.indices {
                for destination in matrix.indexesOfDestinations(reachedFrom: origin) {
                    for name in matrix.costAttributeNames {
                        #expect(matrix.cost(name, from: origin, to: destination)?.isFinite ?? true, "\(seed)")
                    }
                }
            }
        }
        #expect((50...950).contains(accepted), "the search has changed too much, or too little")
    }
}
