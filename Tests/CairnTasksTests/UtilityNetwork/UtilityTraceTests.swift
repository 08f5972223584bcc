import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UtilityTraceTests {
    @Test func `locations are sent with their terminals, or with how far along they are`() async throws {
        let site = UtilitySite()
        var edge = try await site.element("Overhead", 1)
        edge.fractionAlongEdge = 0.25
        var parameters = UtilityTraceParameters(
            traceType: .upstream, startingLocations: [try await site.element("Gang", 0, terminal: "Load"), edge])
        parameters.barriers = [try await site.element("Fuse", 2)]
        parameters.filterBarriers = [try await site.element("Fuse", 3)]
        _ = try await site.network.trace(using: parameters)
        let locations = try site.json("traceLocations", of: "trace").array ?? []
        #expect(locations.map { $0["globalId"]?.string } == UtilitySite.ids)
        #expect(locations.map { $0["traceLocationType"]?.string } == ["startingPoint", "startingPoint", "barrier", "barrier"])
        #expect(locations.map { $0["terminalId"]?.int } == [2, nil, 1, 1])
        #expect(locations.map { $0["percentAlong"]?.double } == [nil, 0.25, nil, nil])
        #expect(locations.map { $0["isFilterBarrier"]?.bool } == [nil, nil, nil, true])
        let form = site.form(of: "trace")
        #expect(form["traceType"] == "upstream" && form["traceConfiguration"] == nil && form["f"] == "json")
    }

    @Test func `what would be passed over in silence is refused before anything is asked`() async throws {
        let site = UtilitySite()
        let (gang, wire) = (try await site.element("Gang"), try await site.element("Overhead"))
        func refusal(_ parameters: UtilityTraceParameters) async -> UtilityNetworkError? {
            do { _ = try await site.network.trace(using: parameters) } catch { return error as? UtilityNetworkError }
            return nil
        }
        let named = await refusal(UtilityTraceParameters(traceType: .connected, startingLocations: [gang]))
        #expect(named == .terminalMissing(globalID: UtilitySite.ids[0], assetType: "Gang", known: ["Source", "Load"]))
        for fraction in [-0.1, 1.5, .nan, .infinity] {
            var edge = wire
            edge.fractionAlongEdge = fraction
            guard case .wrongFraction? = await refusal(UtilityTraceParameters(traceType: .connected, startingLocations: [edge]))
            else {
                Issue.record("\(fraction) was sent")
                continue
            }
        }
        for (type, needed) in [(UtilityTraceType.connected, 1), (.downstream, 1), (.subnetwork, 1), (.shortestPath, 2)] {
            let error = await refusal(UtilityTraceParameters(traceType: type, startingLocations: []))
            #expect(error == .tooFewStartingLocations(trace: type.rawValue, count: 0, needed: needed))
        }
        var parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [wire])
        parameters.traceConfiguration = UtilityTraceConfiguration()
        parameters.traceConfiguration?.outputCondition = .and([])
        #expect(await refusal(parameters) == .emptyCondition)
        #expect(site.calls(of: "trace") == 0)
    }

    @Test func `the name of a subnetwork does for a starting location`() async throws {
        let site = UtilitySite()
        var parameters = UtilityTraceParameters(traceType: .subnetwork, startingLocations: [])
        parameters.traceConfiguration = UtilityTraceConfiguration()
        parameters.traceConfiguration?.subnetworkName = "RMT002"
        _ = try await site.network.trace(using: parameters)
        #expect(try site.json("traceConfiguration", of: "trace")["subnetworkName"] == "RMT002")
    }

    @Test func `each type that is asked for comes, in that order`() async throws {
        let site = UtilitySite()
        var parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        parameters.resultTypes = [.geometry, .functionOutputs, .elements, .geometry]
        let results = try await site.network.trace(using: parameters)
        #expect(try site.json("resultTypes", of: "trace").array?.map { $0["type"] } == ["aggregatedGeometry", "elements"])
        guard results.count == 3, case .geometry(let geometry) = results[0] else {
            Issue.record("not what was asked for: \(results)")
            return
        }
        #expect(geometry.multipoint?.positions.count == 2 && geometry.multipoint?.spatialReference?.wkid == 3857)
        #expect(geometry.polyline?.positions.count == 2 && geometry.polygon == nil)
        #expect(results[1].functionOutputs?.map(\.result) == [12.5])
        let elements = try #require(results[2].elements)
        #expect(elements.map(\.objectID) == [10, 11] && elements.map(\.assetType.name) == ["Gang", "Overhead"])
        #expect(elements[0].terminal?.name == "Load" && elements[1].terminal == nil)
        #expect(elements[1].networkSource.name == "Electric Line")
        let again = try JSONValue(encoding: results).decode([UtilityTraceResult].self)
        #expect(again == results)
        #expect(again[2].elements?.map(\.assetType) == elements.map(\.assetType))
    }

    @Test func `functions are told apart by their order, and keep their conditions`() async throws {
        let answer = """
            {"traceResults":{"elements":[],"globalFunctionResults":[{"functionType":"count","networkAttributeName":"Load","result":1},
             {"functionType":"count","networkAttributeName":"Load","result":"2"},{"functionType":"min","networkAttributeName":"Load",
             "result":null},{"functionType":"count","networkAttributeName":"Load","result":3}]}}
            """
        let site = UtilitySite(["UtilityNetworkServer/trace": answer])
        let condition = UtilityTraceConditionalExpression.category(
            UtilityCategoryComparison(categoryName: "Protective", comparisonOperator: .exists))
        var parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        parameters.resultTypes = [.functionOutputs]
        parameters.traceConfiguration = UtilityTraceConfiguration()
        parameters.traceConfiguration?.functions = [
            UtilityTraceFunction(functionType: .count, networkAttributeName: "Load"),
            UtilityTraceFunction(functionType: .count, networkAttributeName: "Load", condition: condition),
        ]
        let outputs = try #require(try await site.network.trace(using: parameters).first?.functionOutputs)
        #expect(outputs.map(\.result) == [1, 2, nil, 3])
        #expect(outputs.map(\.function.condition) == [nil, condition, nil, nil])
    }

    @Test func `what the network keeps for itself is left out, with a warning, and so is that locations were passed over`()
        async throws
    {
        let answer = """
            {"traceResults":{"elements":[{"networkSourceId":1,"globalId":"\(UtilitySite.ids[0])","objectId":1,"assetGroupCode":0,
             "assetTypeCode":0}],"startingPointsIgnored":true,"warnings":["Slow\\u001b[31m"]},"success":true}
            """
        let site = UtilitySite(["UtilityNetworkServer/trace": answer])
        let parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        let result = try #require(try await site.network.trace(using: parameters).first)
        #expect(result.elements?.isEmpty == true && result.warnings.count == 3)
        #expect(!result.warnings.joined().unicodeScalars.contains("\u{1B}"))
    }

    @Test func `a refusal of the network's own says what it says, and is not taken for an answer of HTTP`() async throws {
        let answer =
            #"{"success":false,"error":{"extendedCode":-2147208935,"message":"Dirty areas","details":["Validate first."]}}"#
        let site = UtilitySite(["UtilityNetworkServer/trace": answer])
        let parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        let error = await #expect(throws: UtilityNetworkError.self) { try await site.network.trace(using: parameters) }
        guard case .refused("trace", _, -2_147_208_935, ["Dirty areas", "Validate first."])? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("Validate first.") == true)
    }

    @Test(arguments: [
        #"{"error":{"code":500,"message":"x"}}"#, #"{"success":false,"error":{"code":400,"message":"x"}}"#, #"{"success":false}"#,
    ])
    func `what services say as others do is an error as with others`(answer: String) async throws {
        let site = UtilitySite(["UtilityNetworkServer/trace": answer])
        let parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        await #expect(throws: ServiceError.self) { try await site.network.trace(using: parameters) }
    }

    @Test(arguments: [#""success":true}"#: #""success":false}"#, #"{"traceResults":{"#: #"{"traceResults":{"success":false,"#])
    func `elements beside which a trace says that it has failed are not given`(_ old: String, _ new: String) async throws {
        let answer = UtilitySite.trace.replacingOccurrences(of: old, with: new)
        try #require(answer != UtilitySite.trace)
        let site = UtilitySite(["UtilityNetworkServer/trace": answer])
        let parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        let error = await #expect(throws: (any Error).self) { try await site.network.trace(using: parameters) }
        #expect(new.hasSuffix("}") ? error is ServiceError : "\(error!)".contains("says that it has failed"))
    }

    @Test func `a trace ends when its caller is cancelled`() async throws {
        let (site, gate) = (UtilitySite(), Gate())
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "trace" { try await gate.pass() }
            return try await site.transport.send(request)
        }
        let network = UtilityNetwork(url: UtilitySite.url, transport: transport)
        let parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [try await site.element("Fuse")])
        let task = Task { try await network.trace(using: parameters) }
        await gate.waiting(for: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `parameters begin with what the service has set up for the tier`() async throws {
        let site = UtilitySite()
        let start = try await site.element("Fuse")
        let parameters = try await site.network.makeDefaultTraceParameters(
            traceType: .downstream, startingLocations: [start], domainNetworkName: "Electric", tierName: "Medium")
        #expect(parameters.traceConfiguration?.tierName == "Medium" && parameters.resultTypes == [.elements, .functionOutputs])
        let results = try await site.network.trace(using: parameters)
        #expect(results.last?.functionOutputs?.first?.function == parameters.traceConfiguration?.functions.first)
        #expect(try site.json("traceConfiguration", of: "trace")["domainNetworkName"] == "Electric")
        let wrong = [("Water", "Medium"), ("Electric", "High"), ("Electric", "Low")]
        for (network, tier) in wrong {
            await #expect(throws: UtilityNetworkError.self) {
                try await site.network.makeDefaultTraceParameters(
                    traceType: .downstream, startingLocations: [start], domainNetworkName: network, tierName: tier)
            }
        }
    }

    // MARK: - Under a name

    private static let named = """
        {"traceConfigurations":[{"name":"Protected","globalId":"\(UtilitySite.ids[3])","creator":"larry","description":"",
         "creationDate":1600000000000,"minNumStartingPoints":"many","traceType":"upstream","tags":["a"],
         "traceConfiguration":\(UtilitySite.configuration),"resultTypes":[{"type":"aggregatedGeometry"},{"type":"connectivity"}]}],
         "success":true}
        """

    @Test func `traces that somebody has set up are asked for, and made by their ids`() async throws {
        let site = UtilitySite(["traceConfigurations/query": Self.named])
        let query = UtilityNamedTraceConfigurationQueryParameters(names: ["Protected"], creators: ["la\"rry"])
        let found = try await site.network.queryNamedTraceConfigurations(using: query)
        let form = site.form(of: "traceConfigurations/query")
        #expect(form["names"] == #"["Protected"]"# && form["creators"] == #"["la\"rry"]"# && form["tags"] == nil)
        let named = try #require(found.first)
        #expect(named.globalID == UtilitySite.id(3) && named.creationDate == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(named.minimumStartingLocations == .many && named.resultTypes == [.geometry, .functionOutputs])
        #expect(try JSONValue(encoding: named).decode(UtilityNamedTraceConfiguration.self) == named)
        let one = try await site.element("Fuse")
        await #expect(throws: UtilityNetworkError.tooFewStartingLocations(trace: "upstream", count: 1, needed: 2)) {
            try await site.network.trace(using: UtilityTraceParameters(namedTraceConfiguration: named, startingLocations: [one]))
        }
        let two = [one, try await site.element("Overhead", 1)]
        let results = try await site.network.trace(
            using: UtilityTraceParameters(namedTraceConfiguration: named, startingLocations: two))
        #expect(results.count == 2 && results[1].functionOutputs?.first?.function.condition != nil)
        let sent = site.form(of: "trace")
        #expect(sent["traceConfigurationGlobalId"] == UtilitySite.ids[3] && sent["traceConfiguration"] == nil)
    }
}
