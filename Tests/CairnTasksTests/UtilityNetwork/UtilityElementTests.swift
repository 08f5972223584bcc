import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UtilityElementTests {
    private static let device = """
        {"id":1,"name":"Electric Device","type":"Feature Layer","geometryType":"esriGeometryPoint","globalIdField":"GLOBALID",
         "objectIdField":"OBJECTID","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},
         {"name":"GLOBALID","type":"esriFieldTypeGlobalID"}]}
        """
    private static func feature(_ id: String, _ objectID: Int, type: Int = 2) -> String {
        """
        {"attributes":{"ObjectId":\(objectID),"GlobalID":"\(id)","AssetGroup":1,"AssetType":\(type)},"geometry":{"x":1,"y":2}}
        """
    }

    @Test func `an element is made of an asset type of the network, and of no other`() async throws {
        let site = UtilitySite()
        try await site.network.load()
        let type = try #require(site.network.definition?.networkSource(withID: 4)?.assetGroups.first?.assetTypes.first)
        let element = try await site.network.makeElement(
            assetType: type, globalID: UtilitySite.id(0), terminal: type.terminalConfiguration?.terminals[1])
        #expect(element.networkSource.id == 4 && element.assetGroup.name == "Switch" && element.terminal?.name == "Load")
        var other = type
        other.code = 77
        await #expect(throws: UtilityNetworkError.noAssetType(name: "Gang")) {
            try await site.network.makeElement(assetType: other, globalID: UtilitySite.id(0))
        }
        await #expect(throws: UtilityNetworkError.noTerminal(name: "x", assetType: "Gang", known: ["Source", "Load"])) {
            try await site.network.makeElement(
                assetType: type, globalID: UtilitySite.id(0), terminal: UtilityTerminal(id: 9, name: "x"))
        }
    }

    @Test func `an element is made of a feature, however its fields are spelt`() async throws {
        let site = UtilitySite()
        let attributes: Attributes = [
            "objectid": 7, "GlobalId": .string(UtilitySite.ids[1].lowercased()), "ASSETGROUP": 1, "AssetType": 3,
        ]
        let element = try await site.network.makeElement(feature: Feature(attributes: attributes), layerID: 1)
        #expect(element.objectID == 7 && element.globalID == UtilitySite.id(1) && element.assetType.name == "Fuse")
        for name in ["GlobalId", "ASSETGROUP", "AssetType"] {
            var poor = attributes
            poor[name] = nil
            let error = await #expect(throws: UtilityNetworkError.self) {
                try await site.network.makeElement(feature: Feature(attributes: poor), layerID: 1)
            }
            #expect(error?.description.contains("all of its fields") == true)
        }
        await #expect(throws: UtilityNetworkError.noSource(layerID: 8)) {
            try await site.network.makeElement(feature: Feature(attributes: attributes), layerID: 8)
        }
    }

    @Test func `features come in the order of their elements, a hundred at a time, and each element of a feature has it`()
        async throws
    {
        let ids = (0..<250).map { _ in UUID() }
        let form = Mutex<[Int]>([])
        let site = UtilitySite()
        let transport = StubTransport { request in
            let path = request.url.path()
            if path.hasSuffix("FeatureServer/1") { return .json(Self.device) }
            guard path.hasSuffix("/1/query") else { return try await site.transport.send(request) }
            let asked = (request.form["where"] ?? "").matches(of: /\{[-0-9A-F]+\}/).map { String($0.output) }
            form.withLock { $0.append(asked.count) }
            // One of them is not shown, and they come in an order of their own.
            let features = asked.filter { $0 != "{\(ids[5].uuidString)}" }.reversed().map { Self.feature($0.lowercased(), 1) }
            return .json(#"{"features":[\#(features.joined(separator: ","))]}"#)
        }
        let network = UtilityNetwork(url: UtilitySite.url, transport: transport)
        try await network.load()
        let type = try #require(network.definition?.networkSource(withID: 4)?.assetGroups.first?.assetTypes.first)
        var elements: [UtilityElement] = []
        for id in ids + [ids[0]] { elements.append(try await network.makeElement(assetType: type, globalID: id)) }
        let found = try await network.features(for: elements)
        #expect(found.map(\.element.globalID) == (ids + [ids[0]]).filter { $0 != ids[5] })
        #expect(found.allSatisfy { $0.feature.geometry != nil } && form.withLock(\.self) == [100, 100, 50])
        #expect(try await network.features(for: []).isEmpty)
    }

    // MARK: - Associations

    private static let associations = """
        {"associations":[{"globalId":"\(UtilitySite.ids[3])","fromNetworkSourceId":4,"fromGlobalId":"\(UtilitySite.ids[0])",
         "fromTerminalId":2,"toNetworkSourceId":4,"toGlobalId":"\(UtilitySite.ids[1])","toTerminalId":1,"percentAlong":0,
         "associationType":"junctionJunctionConnectivity","status":0,"isContentVisible":false,
         "geometry":{"paths":[[[0,0],[1,1]]]}},
         {"fromNetworkSourceId":4,"fromGlobalId":"\(UtilitySite.ids[0])","toNetworkSourceId":4,"toGlobalId":"\(UtilitySite.ids[2])",
         "associationType":"containment"}],"success":true}
        """

    private func site() -> UtilitySite {
        UtilitySite([
            "associations/query": Self.associations, "synthesizeAssociationGeometries": Self.associations,
            "FeatureServer/1": Self.device, "1/query": #"{"features":[\#(Self.feature(UtilitySite.ids[1], 8))]}"#,
        ])
    }

    @Test func `of an association it is found out what its ends are, and one whose end nobody may see is left out`() async throws
    {
        let site = site()
        let element = try await site.element("Gang", 0, terminal: "Load")
        let found = try await site.network.associations(for: element)
        #expect(try site.json("elements", of: "associations/query")[0]?["terminalId"] == 2)
        #expect(site.form(of: "associations/query")["types"] == nil && found.count == 1)
        let association = try #require(found.first)
        #expect(association.associationType == .connectivity && association.globalID == UtilitySite.id(3))
        #expect(association.fromElement == element && association.toElement.objectID == 8)
        #expect(association.toElement.terminal?.name == "Source" && association.fractionAlongEdge == 0)
        #expect(try JSONValue(encoding: association).decode(UtilityAssociation.self) == association)
        #expect(try await site.network.associations(for: element, ofTypes: [.containment]).isEmpty)
        #expect(site.form(of: "associations/query")["types"] == #"["containment"]"#)
    }

    @Test func `within an extent associations have lines, and too many are refused`() async throws {
        let extent = Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .webMercator)
        var site = site()
        // Of neither end more is known than the service shows.
        #expect(try await site.network.associations(forExtent: extent, ofTypes: [.connectivity, .connectivityMidspan]).isEmpty)
        let form = site.form(of: "synthesizeAssociationGeometries")
        #expect(form["connectivityAssociations"] == "true" && form["containmentAssociations"] == "false")
        #expect(form["maxGeometryCount"] == "2000" && form["outSR"] != nil)
        let features = [0, 1, 2].map { Self.feature(UtilitySite.ids[$0], $0) }.joined(separator: ",")
        site = UtilitySite([
            "synthesizeAssociationGeometries": Self.associations, "FeatureServer/1": Self.device,
            "1/query": #"{"features":[\#(features)]}"#,
        ])
        let found = try await site.network.associations(forExtent: extent)
        #expect(found.count == 2 && found[0].geometry?.spatialReference == .webMercator && found[1].geometry == nil)
        let full = UtilitySite(["synthesizeAssociationGeometries": #"{"maxGeometryCountExceeded":true,"associations":[]}"#])
        await #expect(throws: UtilityNetworkError.tooManyAssociations(limit: 3)) {
            try await full.network.associations(forExtent: extent, maximumCount: 3)
        }
    }

    // MARK: - State

    private static let dirty = """
        {"id":20,"name":"Dirty Areas","type":"Feature Layer","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},
         {"name":"STATUS","type":"esriFieldTypeInteger"}]}
        """

    @Test(arguments: [
        ([Int](), false, false), ([1], true, false), ([2, 4], true, false), ([8], false, true), ([40], false, true),
        ([1, 32], true, true), ([9], true, true), ([0], false, false),
    ])
    func `the state is that of the rows of dirty areas`(rows: [Int], hasDirtyAreas: Bool, hasErrors: Bool) async throws {
        let features = rows.map { #"{"attributes":{"STATUS":\#($0)}}"# }.joined(separator: ",")
        let site = UtilitySite([
            "FeatureServer/9": #"{"id":9,"systemLayers":{"dirtyAreasLayerId":20}}"#, "FeatureServer/20": Self.dirty,
            "20/query": #"{"features":[\#(features)]}"#, "queryNetworkMoments": #"{"validNetworkTopology":true,"success":true}"#,
        ])
        let state = try await site.network.state
        #expect(state == UtilityNetworkState(hasDirtyAreas: hasDirtyAreas, hasErrors: hasErrors, isNetworkTopologyEnabled: true))
        #expect(site.form(of: "20/query")["returnDistinctValues"] == "true")
    }

    @Test func `of an older network errors are counted in tables of their own`() async throws {
        let site = UtilitySite([
            "FeatureServer/9":
                #"{"id":9,"systemLayers":{"dirtyAreasLayerId":20,"pointErrorsLayerId":21,"lineErrorsLayerId":22}}"#,
            "FeatureServer/20": #"{"id":20,"name":"Dirty","type":"Feature Layer","fields":[]}"#, "20/query": #"{"count":3}"#,
            "21/query": #"{"count":0}"#, "22/query": #"{"count":1}"#,
            "queryNetworkMoments": #"{"error":{"code":400,"message":"Unknown"}}"#,
        ])
        #expect(try await site.network.state == UtilityNetworkState(hasDirtyAreas: true, hasErrors: true))
        let silent = UtilitySite(["FeatureServer/9": #"{"id":9}"#])
        await #expect(throws: TransportError.self) { try await silent.network.state }
    }
}
