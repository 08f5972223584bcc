import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A utility network whose services answer each operation as they are told.
struct UtilitySite {
    static let url = URL(string: "https://example.com/arcgis/rest/services/Town/FeatureServer")!
    static let service = """
        {"layers":[{"id":1,"name":"Electric Device"},{"id":2,"name":"Electric Line"},{"id":9,"name":"Town Network"}],
         "tables":[{"id":3,"name":"Electric Junction Object"}],"controllerDatasetLayers":{"utilityNetworkLayerId":9},
         "spatialReference":{"wkid":3857}}
        """
    static let configuration = """
        {"includeContainers":false,"includeContent":true,"includeStructures":false,"includeBarriers":true,"validateConsistency":true,
         "includeIsolated":false,"ignoreBarriersAtStartingPoints":false,"allowIndeterminateFlow":true,"domainNetworkName":"",
         "tierName":"","targetTierName":"","subnetworkName":"","diagramTemplateName":"Basic","shortestPathNetworkAttributeName":"",
         "filterBitsetNetworkAttributeName":"","traversabilityScope":"junctionsAndEdges",
         "conditionBarriers":[{"name":"Device Status","type":"networkAttribute","operator":"equal","value":1,"combineUsingOr":true,
         "isSpecificValue":true},{"name":"Category","type":"category","operator":"equal","value":"Protective","combineUsingOr":false,
         "isSpecificValue":true}],
         "functionBarriers":[{"functionType":"add","networkAttributeName":"Shape length","operator":"greaterThan","value":1000,
         "useLocalValues":false}],
         "filterBarriers":[],"filterFunctionBarriers":[],"filterScope":"junctionsAndEdges",
         "functions":[{"functionType":"add","networkAttributeName":"Load","summaryAttributeName":"","conditions":[{"name":"Category",
         "type":"category","operator":"notEqual","value":"Protective","combineUsingOr":false,"isSpecificValue":true}]}],
         "nearestNeighbor":{"count":-1,"costNetworkAttributeName":"","nearestCategories":[],"nearestAssets":[]},
         "outputFilters":[{"networkSourceId":4,"assetGroupCode":1,"assetTypeCode":2}],"outputConditions":[],
         "propagators":[{"networkAttributeName":"Phases","substitutionAttributeName":"","propagatorFunctionType":"bitwiseAnd",
         "operator":"includesAny","value":7,"propagatedAttributeName":""}]}
        """
    static let element = """
        {"layerDataElements":[{"layerId":9,"dataElement":{"schemaGeneration":7,"domainNetworks":[{"domainNetworkName":"Electric",
         "domainNetworkAliasName":"Power","tiers":[{"name":"Medium","rank":2,"tierGroupName":"","subnetworkFieldName":"SUBNET",
         "updateSubnetworkTraceConfiguration":\(configuration)},{"name":"Low","rank":3}],
         "junctionSources":[{"layerId":1,"sourceId":4,"shapeType":"esriGeometryPoint",
         "utilityNetworkFeatureClassUsageType":"esriUNFCUTDevice","assetGroups":[{"assetGroupCode":1,"assetGroupName":"Switch",
         "assetTypes":[{"assetTypeCode":2,"assetTypeName":"Gang","terminalConfigurationId":5,"categories":["Protective"],
         "containmentViewScale":10,"associationRoleType":"esriARTContainer"},{"assetTypeCode":3,"assetTypeName":"Fuse",
         "terminalConfigurationId":0,"categories":[]}]}]}],
         "edgeSources":[{"layerId":2,"sourceId":6,"shapeType":"esriGeometryPolyline",
         "utilityNetworkFeatureClassUsageType":"esriUNFCUTLine","assetGroups":[{"assetGroupCode":1,"assetGroupName":"Wire",
         "assetTypes":[{"assetTypeCode":1,"assetTypeName":"Overhead"}]}]}]}],
         "terminalConfigurations":[{"terminalConfigurationId":5,"terminalConfigurationName":"Two",
         "traversabilityModel":"esriUNTMDirectional","terminals":[{"terminalId":1,"terminalName":"Source","isUpstreamTerminal":true},
         {"terminalId":2,"terminalName":"Load","isUpstreamTerminal":false}]}],
         "networkAttributes":[{"name":"Phases","dataType":"esriNADTInteger","domainName":"PhaseSet","usageType":"esriUNAUTUnknown"},
         {"name":"Asset group","dataType":"esriNADTInteger","domainName":"","usageType":"esriUNAUTAssetGroup"}],
         "categories":[{"name":"Protective"}]}}]}
        """
    static let domains = """
        {"domains":[{"type":"codedValue","name":"PhaseSet","codedValues":[{"name":"A","code":4},{"name":"ABC","code":7}]},
         {"type":"range","name":"Percent","range":[0,100]}]}
        """
    static let ids = (0..<4).map { "{0000000\($0)-0000-4000-8000-00000000000A}" }
    static let trace = """
        {"traceResults":{"elements":[
         {"networkSourceId":4,"globalId":"\(ids[0])","objectId":10,"terminalId":2,"assetGroupCode":1,"assetTypeCode":2},
         {"networkSourceId":6,"globalId":"\(ids[1])","objectId":11,"assetGroupCode":1,"assetTypeCode":1,"positionFrom":0,"positionTo":1}],
         "globalFunctionResults":[{"functionType":"add","networkAttributeName":"Load","result":12.5}],
         "aggregatedGeometry":{"multipoint":{"points":[[1,2],[3,4]]},"line":{"paths":[[[0,0],[1,1]]]},"polygon":{"rings":[]},
         "spatialReference":{"wkid":3857}},
         "kFeaturesForKNNFound":false,"startingPointsIgnored":false,"warnings":[]},"success":true}
        """

    let network: UtilityNetwork
    let transport: StubTransport

    /// - Parameter answers: By what addresses end in; what is not told of is answered as a network would, or with `{}`.
    init(_ answers: [String: String] = [:], url: URL = Self.url, versionName: String? = nil) {
        let usual = [
            "FeatureServer": Self.service, "queryDataElements": Self.element, "queryDomains": Self.domains,
            "UtilityNetworkServer": #"{"capabilities":{"supportsAsyncTrace":true,"supportsNothing":false}}"#,
            "UtilityNetworkServer/trace": Self.trace,
        ]
        let all = usual.merging(answers) { $1 }
        transport = StubTransport { request in
            let path = request.url.path()
            // The longest that fits: "1/query" before "query".
            let fitting = all.filter { path.hasSuffix("/\($0.key)") }.max { $0.key.count < $1.key.count }
            return .json(fitting?.value ?? "{}")
        }
        network = UtilityNetwork(url: url, versionName: versionName, transport: transport)
    }

    /// The last form that an operation was sent.
    func form(of operation: String) -> [String: String] {
        transport.requests.last { $0.url.path().hasSuffix("/\(operation)") }?.form ?? [:]
    }

    /// How often an operation was asked for.
    func calls(of operation: String) -> Int { transport.requests.filter { $0.url.path().hasSuffix("/\(operation)") }.count }

    /// A member of a form that is JSON.
    func json(_ name: String, of operation: String) throws -> JSONValue {
        try JSONValue(parsing: form(of: operation)[name] ?? "null")
    }

    static func id(_ number: Int) -> UUID { UUID(uuidString: String(ids[number].dropFirst().dropLast()))! }

    /// An element of the network.
    ///
    /// - Parameters:
    ///   - type: `Gang` has two terminals, `Fuse` one, and `Overhead` is an edge.
    ///   - terminal: The name of one.
    func element(_ type: String, _ number: Int = 0, terminal: String? = nil) async throws -> UtilityElement {
        try await network.load()
        let types = network.definition?.networkSources.flatMap(\.assetGroups).flatMap(\.assetTypes) ?? []
        guard let type = types.first(where: { $0.name == type }) else { throw CancellationError() }
        return try await network.makeElement(
            assetType: type, globalID: Self.id(number),
            terminal: terminal.flatMap { type.terminalConfiguration?.terminal(named: $0) })
    }
}
