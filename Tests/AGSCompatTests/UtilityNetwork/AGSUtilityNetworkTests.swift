import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSUtilityNetworkTests {
    private func loaded(_ town: UtilityTown) async throws -> AGSUtilityNetwork {
        try await done { town.network.load(completion: $0) }
        return town.network
    }

    private func type(_ name: String, _ network: AGSUtilityNetwork) throws -> AGSUtilityAssetType {
        let types = network.definition.networkSources.flatMap(\.assetGroups).flatMap(\.assetTypes)
        return try #require(types.first { $0.name == name })
    }

    private func element(_ name: String, _ number: Int, _ network: AGSUtilityNetwork) throws -> AGSUtilityElement {
        try #require(network.createElement(with: try type(name, network), globalID: UtilityTown.id(number)))
    }

    // MARK: - As old code has it

    @Test func `a sample that traces for each phase is told of each`() async throws {
        let town = UtilityTown()
        let controller = LoadReportViewController(town.network)
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.prepare(UtilityTown.id(0))
        }
        #expect(controller.phases.map(\.name) == ["A", "ABC"] && controller.lines.isEmpty)
        #expect(controller.report.values.map(\.elements) == [2, 2] && controller.report.values.map(\.load) == [12, 12])
        let traces = town.transport.requests.filter { $0.url.lastPathComponent == "trace" }.map(\.form)
        let phases = try traces.map { form in
            try JSONValue(parsing: form["traceConfiguration"] ?? "")["conditionBarriers"]?.array?.last?["value"]
        }
        #expect(Set(phases) == [4, 7] && traces.allSatisfy { $0["traceType"] == "downstream" })
        let configuration = try town.json("traceConfiguration")
        #expect(
            configuration["conditionBarriers"]?.array?.compactMap { $0["combineUsingOr"]?.bool } == [true, true, true, false])
        #expect(configuration["diagramTemplateName"] == "Basic" && configuration["traversabilityScope"] == "junctions")
        #expect(configuration["functions"]?[0]?["conditions"]?[0]?["value"] == "Protective")
        #expect(configuration["outputConditions"]?[0]?["operator"] == "equal")
        #expect(try town.json("traceLocations")[0]?["terminalId"] == 2)
    }

    @Test func `a sample that selects what a trace has found gets features of the network's tables`() async throws {
        let town = UtilityTown()
        let network = try await loaded(town)
        let controller = TraceViewController(network)
        let start = try element("Gang", 0, network)
        await withCheckedContinuation { continuation in
            controller.finished = { error in
                #expect(error == nil && CallbackQueue.isMain)
                continuation.resume()
            }
            controller.trace(from: start, nil)
        }
        let features = try #require(controller.selected["Electric Device"])
        #expect(features.map { $0.attributes["OBJECTID"] as? Int } == [10])
        #expect(features[0].featureTable?.tableName == "Electric Device" && features[0].geometry?.geometryType == .point)
        let again = try #require(network.createElement(with: features[0]))
        #expect(again.objectID == 10 && again.globalID == UtilityTown.id(0) && again.assetType.name == "Gang")
    }

    // MARK: - What it is made of

    @Test func `a network tells what it is made of once it is loaded`() async throws {
        let town = UtilityTown()
        #expect(town.network.definition.networkSources.isEmpty && town.network.url == UtilityTown.url)
        let definition = try await loaded(town).definition
        let domain = try #require(definition.domainNetwork(withDomainNetworkName: "Electric"))
        #expect(domain.alias == "Power" && !domain.isStructureNetwork && domain.tiers.map(\.rank) == [2, 3])
        #expect(definition.domainNetworks.map(\.name) == ["Electric"] && definition.schemaVersion == 7)
        let source = try #require(definition.networkSource(withName: "Electric Line"))
        #expect(source.sourceType == .edge && source.sourceUsageType == .line && source.sourceID == 6)
        #expect(source == definition.networkSources[1] && source != definition.networkSources[0])
        let type = try #require(
            definition.networkSource(withName: "Electric Device")?.assetGroup(withName: "Switch")?.assetType(withName: "Gang"))
        #expect(type.code == 2 && type.containerViewScale == 10 && type.categories.map(\.name) == ["Protective"])
        #expect(type.terminalConfiguration?.terminals.map(\.name) == ["Source", "Load"])
        #expect(type.terminalConfiguration == nil || definition.terminalConfigurations[0].name == "Two")
        let attribute = try #require(definition.networkAttribute(withName: "Load"))
        #expect(attribute.dataType == .double && (attribute.domain as? AGSRangeDomain)?.maxValue as? Double == 100)
        #expect(definition.networkSource(withName: "Gas") == nil && definition.networkAttribute(withName: "Gas") == nil)
    }

    // MARK: - Elements

    @Test func `elements are at the first terminal until something else is said`() async throws {
        let network = try await loaded(UtilityTown())
        let gang = try element("Gang", 0, network)
        #expect(gang.terminal?.name == "Source" && gang.assetGroup.name == "Switch" && gang.objectID == 0)
        let terminals = try type("Gang", network).terminalConfiguration?.terminals ?? []
        let load = network.createElement(with: try type("Gang", network), globalID: UtilityTown.id(0), terminal: terminals[1])
        #expect(load?.terminal == terminals[1] && load?.terminal?.isUpstreamTerminal == false)
        let line = try element("Overhead", 1, network)
        (line.fractionAlongEdge, gang.terminal) = (0.5, nil)
        #expect(line.terminal == nil && line.fractionAlongEdge == 0.5 && gang.terminal == nil)
    }

    @Test func `there are no elements before a network is loaded, nor of what is no part of it`() async throws {
        let network = try await loaded(UtilityTown())
        let (gang, fuse) = (try type("Gang", network), try type("Fuse", network))
        #expect(UtilityTown().network.createElement(with: gang, globalID: UtilityTown.id(0)) == nil)
        let terminal = gang.terminalConfiguration?.terminals[0]
        #expect(network.createElement(with: fuse, globalID: UtilityTown.id(0), terminal: terminal) == nil)
        let table = AGSServiceFeatureTable(url: URL(string: "https://example.org/FeatureServer/1")!)
        let feature = try #require(table.createFeature() as? AGSArcGISFeature)
        #expect(network.createElement(with: feature) == nil)
    }

    @Test func `features come in the elements' order, and are always of the same tables`() async throws {
        let network = try await loaded(UtilityTown())
        let elements = [try element("Fuse", 2, network), try element("Gang", 3, network), try element("Gang", 0, network)]
        let features: [AGSArcGISFeature] = try await answer { network.features(for: elements, completion: $0) }
        #expect(features.map { $0.attributes["OBJECTID"] as? Int } == [12, 10], "one is not shown to whoever asks")
        let again: [AGSArcGISFeature] = try await answer { network.features(for: elements, completion: $0) }
        let tables = (features + again).map { $0.featureTable.map(ObjectIdentifier.init) }
        #expect(tables.count == 4 && Set(tables).count == 1)
    }

    @Test func `a layer that could not be read is read anew for who asks again`() async throws {
        let town = UtilityTown()
        let network = try await loaded(town)
        let elements = [try element("Gang", 0, network)]
        // The network reads its layer, and the table then the same for itself.
        town.refused.set(["FeatureServer/1"], sparing: 1)
        await #expect(throws: (any Error).self) {
            let _: [AGSArcGISFeature] = try await answer { network.features(for: elements, completion: $0) }
        }
        town.refused.set([])
        let features: [AGSArcGISFeature] = try await answer { network.features(for: elements, completion: $0) }
        #expect(features.map { $0.attributes["OBJECTID"] as? Int } == [10])
    }

    @Test func `features are of the tables of the map that shows them`() async throws {
        let layer = UtilityTown.url.appending(path: "1")
        let shown = AGSServiceFeatureTable(ServiceFeatureTable(url: layer, transport: UtilityTown().transport))
        let map = AGSMap()
        map.operationalLayers.addObjects(from: [
            AGSFeatureLayer(featureTable: AGSServiceFeatureTable(url: layer.appending(path: "1"))),
            AGSFeatureLayer(featureTable: shown),
        ])
        let network = try await loaded(UtilityTown(map: map))
        let elements = [try element("Gang", 0, network)]
        let features: [AGSArcGISFeature] = try await answer { network.features(for: elements, completion: $0) }
        #expect(features.count == 1 && features[0].featureTable === shown)
        let made = try #require(network.createElement(with: features[0]))
        #expect(made.objectID == 10 && made.terminal?.name == "Source")
    }

    // MARK: - Associations

    @Test func `associations are of elements and of extents, and of a type if one is named`() async throws {
        let association = """
            {"associations":[{"associationType":"containment","fromNetworkSourceId":4,"fromGlobalId":"\(UtilityTown.ids[0])",
             "toNetworkSourceId":4,"toGlobalId":"\(UtilityTown.ids[2])","isContentVisible":true,
             "geometry":{"paths":[[[1,2],[5,6]]],"spatialReference":{"wkid":3857}}},
             {"associationType":"junctionMidspanConnectivity","fromNetworkSourceId":4,"fromGlobalId":"\(UtilityTown.ids[0])",
             "toNetworkSourceId":4,"toGlobalId":"\(UtilityTown.ids[2])","percentAlong":0.25}]}
            """
        let town = UtilityTown(["associations/query": association, "synthesizeAssociationGeometries": association])
        let network = try await loaded(town)
        let start = try element("Fuse", 2, network)
        let all: [AGSUtilityAssociation] = try await answer { network.associations(with: start, completion: $0) }
        #expect(all.map(\.associationType) == [.containment, .junctionEdgeObjectConnectivityMidspan])
        #expect(all[0].isContainmentVisible && all[0].fromElement.objectID == 10 && all[0].toElement.assetType.name == "Fuse")
        #expect(all[1].fractionAlongEdge == 0.25 && all[1].globalID == nil)
        let some: [AGSUtilityAssociation] = try await answer {
            network.associations(with: start, type: .containment, completion: $0)
        }
        #expect(some.count == 1)
        #expect(try town.json("types", of: "associations/query") == ["containment"])
        let extent = AGSEnvelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .webMercator())
        let within: [AGSUtilityAssociation] = try await answer { network.associations(withExtent: extent, completion: $0) }
        #expect(within.count == 2 && within[0].geometry?.geometryType == .polyline)
        let attached: [AGSUtilityAssociation] = try await answer {
            network.associations(withExtent: extent, type: .attachment, completion: $0)
        }
        #expect(attached.isEmpty)
    }

    @Test func `associations without a name are those that have none, and not all`() async throws {
        let ends = """
            "fromNetworkSourceId":4,"fromGlobalId":"\(UtilityTown.ids[0])","toNetworkSourceId":4,"toGlobalId":"\(UtilityTown.ids[2])"
            """
        let both = """
            {"associations":[{"associationType":"containment",\(ends)},{"associationType":"friendship",\(ends)}]}
            """
        let network = try await loaded(UtilityTown(["associations/query": both, "synthesizeAssociationGeometries": both]))
        let start = try element("Fuse", 2, network)
        let extent = AGSEnvelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .webMercator())
        let found: [AGSUtilityAssociation] = try await answer {
            network.associations(with: start, type: .unknown, completion: $0)
        }
        #expect(found.map(\.associationType) == [.unknown])
        let within: [AGSUtilityAssociation] = try await answer {
            network.associations(withExtent: extent, type: .unknown, completion: $0)
        }
        #expect(within.map(\.associationType) == [.unknown])
    }

    @Test func `a network of a service has no name, loaded or not`() async throws {
        let town = UtilityTown()
        #expect(town.network.name.isEmpty)
        #expect(try await loaded(town).name.isEmpty)
    }
}
