import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSUtilityTraceTests {
    private func start(_ town: UtilityTown) async throws -> AGSUtilityElement {
        try await done { town.network.load(completion: $0) }
        let source = town.network.definition.networkSource(withName: "Electric Device")
        let type = try #require(source?.assetGroup(withName: "Switch")?.assetType(withName: "Gang"))
        return try #require(town.network.createElement(with: type, globalID: UtilityTown.id(0)))
    }

    private func tier(_ town: UtilityTown, _ name: String = "Medium") throws -> AGSUtilityTier {
        try #require(town.network.definition.domainNetwork(withDomainNetworkName: "Electric")?.tier(withName: name))
    }

    private func failure<Value>(_ call: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> NSError? {
        do {
            let _: Value = try await answer(call)
            return nil
        } catch { return error as NSError }
    }

    @Test func `a trace gives what it is asked for, each as an object of its own class`() async throws {
        let town = UtilityTown()
        let parameters = AGSUtilityTraceParameters(traceType: .isolation, startingLocations: [try await start(town)])
        parameters.barriers = parameters.startingLocations
        parameters.filterBarriers = parameters.startingLocations
        parameters.traceConfiguration = try tier(town).makeDefaultTraceConfiguration()
        parameters.resultTypes = [.ags_value(with: .elements), .ags_value(with: .functionOutputs), .ags_value(with: .geometry)]
        let results: [AGSUtilityTraceResult] = try await answer { town.network.trace(with: parameters, completion: $0) }
        let elements = try #require(results[0] as? AGSUtilityElementTraceResult)
        #expect(elements.elements.map(\.networkSource.name) == ["Electric Device", "Electric Line"])
        #expect(elements.elements[0].terminal?.name == "Load" && elements.warnings == ["It may not be all."])
        let outputs = try #require(results[1] as? AGSUtilityFunctionTraceResult).functionOutputs
        #expect(outputs[0].result as? Double == 12 && outputs[0].function.functionType == .add)
        #expect(outputs[0].function.networkAttribute.name == "Load")
        let geometry = try #require(results[2] as? AGSUtilityGeometryTraceResult)
        #expect(geometry.multipoint?.points.pointCount == 2 && geometry.polyline?.parts.count == 1 && geometry.polygon == nil)
        let locations = try town.json("traceLocations").array ?? []
        #expect(locations.map { $0["traceLocationType"] } == ["startingPoint", "barrier", "barrier"])
        #expect(locations[2]["isFilterBarrier"] == true)
    }

    @Test func `a configuration that nobody has changed is the tier's`() async throws {
        let town = UtilityTown()
        let parameters = AGSUtilityTraceParameters(traceType: .upstream, startingLocations: [try await start(town)])
        parameters.traceConfiguration = try tier(town).makeDefaultTraceConfiguration()
        let _: [AGSUtilityTraceResult] = try await answer { town.network.trace(with: parameters, completion: $0) }
        let sent = try town.json("traceConfiguration")
        let kept = try JSONValue(parsing: UtilityTown.configuration)
        for name in ["includeContainers", "includeBarriers", "diagramTemplateName", "traversabilityScope", "conditionBarriers"] {
            #expect(sent[name] == kept[name], "\(name)")
        }
        #expect(sent["tierName"] == "Medium" && sent["domainNetworkName"] == "Electric")
        #expect(try tier(town, "Low").makeDefaultTraceConfiguration().functions.isEmpty)
    }

    @Test func `what is set of a configuration is sent`() async throws {
        let town = UtilityTown()
        let parameters = AGSUtilityTraceParameters(traceType: .subnetwork, startingLocations: [try await start(town)])
        let configuration = try tier(town).makeDefaultTraceConfiguration()
        (configuration.includeContainers, configuration.includeBarriers) = (true, false)
        (configuration.includeIsolatedFeatures, configuration.includeContents) = (true, true)
        let filter = AGSUtilityTraceFilter()
        let category = try #require(town.network.definition.categories.first)
        filter.barriers = AGSUtilityCategoryComparison(category: category, comparisonOperator: .doesNotExist)
        filter.scope = .edges
        configuration.filter = filter
        configuration.traversability = AGSUtilityTraversability()
        parameters.traceConfiguration = configuration
        let _: [AGSUtilityTraceResult] = try await answer { town.network.trace(with: parameters, completion: $0) }
        let sent = try town.json("traceConfiguration")
        #expect(sent["includeContainers"] == true && sent["includeBarriers"] == false && sent["includeIsolated"] == true)
        #expect(sent["filterScope"] == "edges" && sent["filterBarriers"]?[0]?["operator"] == "notEqual")
        #expect(sent["conditionBarriers"] == [] && sent["traversabilityScope"] == "junctionsAndEdges")
    }

    @Test func `traces under a name are found, and made`() async throws {
        let named = """
            {"traceConfigurations":[{"globalId":"\(UtilityTown.ids[3])","name":"Shut it","description":"What to shut","creator":"ada",
             "tags":["gas"],"traceType":"isolation","minNumStartingPoints":"MANY","resultTypes":[{"type":"aggregatedGeometry"}],
             "traceConfiguration":\(UtilityTown.configuration)}]}
            """
        let town = UtilityTown(["traceConfigurations/query": named])
        let start = try await start(town)
        let asked = AGSUtilityNamedTraceConfigurationQueryParameters()
        asked.names = ["Shut it"]
        let found: [AGSUtilityNamedTraceConfiguration] = try await answer {
            town.network.queryNamedTraceConfigurations(with: asked, completion: $0)
        }
        let one = try #require(found.first)
        #expect(one.name == "Shut it" && one.serviceDescription == "What to shut" && one.creator == "ada" && one.tags == ["gas"])
        #expect(one.traceType == .isolation && one.minimumStartingLocations == .many && one.globalID == UtilityTown.id(3))
        #expect(one.makeDefaultTraceConfiguration().traversability?.scope == .junctions && one.resultTypes.count == 2)
        let parameters = AGSUtilityTraceParameters(namedTraceConfiguration: one, startingLocations: [start, start])
        #expect(parameters.resultTypes == one.resultTypes && parameters.traceType == .isolation)
        let results: [AGSUtilityTraceResult] = try await answer { town.network.trace(with: parameters, completion: $0) }
        #expect(results.first is AGSUtilityGeometryTraceResult)
        #expect(try town.json("names", of: "traceConfigurations/query") == ["Shut it"])
    }

    // MARK: - Callbacks and errors

    @Test func `a trace that is cancelled is answered once, with NSUserCancelledError`() async throws {
        let gate = Gate()
        let town = UtilityTown(gate: gate)
        var codes: [Int?] = []
        await withCheckedContinuation { continuation in
            let parameters = AGSUtilityTraceParameters(traceType: .subnetwork, startingLocations: [])
            parameters.traceConfiguration = AGSUtilityTraceConfiguration()
            let cancelable = town.network.queryNamedTraceConfigurations(with: nil) { found, error in
                codes.append(found == nil ? (error as NSError?)?.code : nil)
                continuation.resume()
            }
            cancelable.cancel()
        }
        #expect(codes == [NSUserCancelledError])
        gate.open()
        _ = try await start(town)
        #expect(codes.count == 1)
    }

    @Test func `a call from elsewhere is answered elsewhere`() async throws {
        let town = UtilityTown()
        let parameters = AGSUtilityTraceParameters(traceType: .connected, startingLocations: [try await start(town)])
        let call = Carried((network: town.network, parameters: parameters))
        let isMain = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                call.value.network.trace(with: call.value.parameters) { _, _ in
                    continuation.resume(returning: CallbackQueue.isMain)
                }
            }
        }
        #expect(!isMain)
    }

    @Test func `what cannot be traced, and what a service refuses, fails with words`() async throws {
        let refusal = #"{"success":false,"error":{"extendedCode":-2147208935,"message":"Dirty areas.","details":[]}}"#
        let town = UtilityTown(["UtilityNetworkServer/trace": refusal])
        let start = try await start(town)
        let none = AGSUtilityTraceParameters(traceType: .connected, startingLocations: [])
        let nothing = await failure { town.network.trace(with: none, completion: $0) }
        #expect(nothing?.domain == AGSErrorDomain && nothing?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        let connected = AGSUtilityTraceParameters(traceType: .connected, startingLocations: [start])
        let refused = await failure { town.network.trace(with: connected, completion: $0) }
        #expect(refused?.localizedDescription.contains("Dirty areas.") == true)
        let plain = AGSUtilityNetwork(url: URL(string: "https://example.com/MapServer")!)
        await withCheckedContinuation { continuation in plain.load { _ in continuation.resume() } }
        #expect((plain.loadError as NSError?)?.domain == AGSErrorDomain && plain.loadStatus == .failedToLoad)
    }
}
