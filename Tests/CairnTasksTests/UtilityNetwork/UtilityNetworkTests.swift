import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UtilityNetworkTests {
    @Test func `a network is found beside its feature service, and says what it is made of`() async throws {
        let site = UtilitySite()
        try await site.network.load()
        let definition = try #require(site.network.definition)
        #expect(try site.json("layers", of: "queryDataElements") == [9])
        #expect(definition.schemaVersion == 7 && definition.capabilities == [.asyncTrace])
        let electric = try #require(definition.domainNetwork(named: "Electric"))
        #expect(electric.alias == "Power" && electric.tiers.map(\.rank) == [2, 3] && electric.tier(named: "High") == nil)
        let device = try #require(definition.networkSource(named: "Electric Device"))
        #expect(device.id == 4 && device.layerID == 1 && device.sourceType == .junction && device.usageType == .device)
        #expect(definition.networkSource(withID: 6)?.sourceType == .edge)
        let gang = try #require(device.assetGroup(named: "Switch")?.assetType(named: "Gang"))
        #expect(gang.terminalConfiguration?.terminals.map(\.name) == ["Source", "Load"] && gang.containerViewScale == 10)
        #expect(gang.terminalConfiguration?.isDirectional == true && gang.categories == [UtilityCategory(name: "Protective")])
        #expect(
            gang.associationRole == .container && device.assetGroups[0].assetType(named: "Fuse")?.terminalConfiguration == nil)
        #expect(
            site.transport.requests.map(\.url.pathComponents.last) == [
                "FeatureServer", "queryDataElements", "UtilityNetworkServer", "queryDomains",
            ])
    }

    @Test func `network attributes have the domains that they name, if the service tells of them`() async throws {
        let site = UtilitySite()
        try await site.network.load()
        let phases = try #require(site.network.definition?.networkAttribute(named: "Phases"))
        #expect(phases.dataType == .integer && !phases.isSystemDefined)
        #expect(phases.domain?.codedValues.map(\.code) == [4, 7])
        #expect(site.network.definition?.networkAttribute(named: "Asset group")?.isSystemDefined == true)
        let silent = UtilitySite(["queryDomains": #"{"error":{"code":400,"message":"No such operation"}}"#])
        try await silent.network.load()
        let attribute = silent.network.definition?.networkAttribute(named: "Phases")
        #expect(attribute?.domainName == "PhaseSet" && attribute?.domain == nil)
    }

    @Test func `a definition reads back as it was written`() async throws {
        let site = UtilitySite()
        try await site.network.load()
        let definition = try #require(site.network.definition)
        #expect(try JSONValue(encoding: definition).decode(UtilityNetworkDefinition.self) == definition)
    }

    @Test func `a tier's configuration knows where it is of`() async throws {
        let site = UtilitySite()
        try await site.network.load()
        let tier = try #require(site.network.definition?.domainNetwork(named: "Electric")?.tier(named: "Medium"))
        let configuration = try #require(tier.defaultTraceConfiguration)
        #expect(configuration.domainNetworkName == "Electric" && configuration.tierName == "Medium")
        #expect(configuration.includeContents && !configuration.includeContainers && configuration.filter == nil)
        #expect(tier.groupName == nil && tier.subnetworkFieldName == "SUBNET")
    }

    @Test func `a feature service without a network, and what is no feature service, are told apart`() async throws {
        let plain = UtilitySite(["FeatureServer": #"{"layers":[{"id":0,"name":"Trees"}]}"#])
        await #expect(throws: UtilityNetworkError.noUtilityNetwork(service: UtilitySite.url.absoluteString)) {
            try await plain.network.load()
        }
        let layer = UtilitySite(url: UtilitySite.url.appending(path: "3"))
        await #expect(throws: UtilityNetworkError.notAFeatureService(url: "\(UtilitySite.url)/3")) {
            try await layer.network.load()
        }
        #expect(layer.transport.requests.isEmpty)
        #expect(throws: UtilityNetworkError.self) {
            try layer.network.makeValidateNetworkTopologyJob(forExtent: Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1))
        }
    }

    @Test func `loading keeps the contract of loadables`() async throws {
        try await LoadableContract<UtilityNetwork> { gate, failure in
            let site = UtilitySite()
            let transport = StubTransport { request in
                if request.url == UtilitySite.url || request.url.path() == UtilitySite.url.path() {
                    try await gate.pass()
                    if let failure = failure() { throw failure }
                }
                return try await site.transport.send(request)
            }
            return UtilityNetwork(url: UtilitySite.url, transport: transport)
        }.verify()
    }

    @Test func `the version of the data is named in every question about them`() async throws {
        let site = UtilitySite(versionName: "editor.Design")
        let start = try await site.element("Fuse")
        _ = try await site.network.trace(using: UtilityTraceParameters(traceType: .connected, startingLocations: [start]))
        #expect(site.form(of: "trace")["gdbVersion"] == "editor.Design")
        #expect(site.form(of: "queryDataElements")["gdbVersion"] == "editor.Design")
    }
}
