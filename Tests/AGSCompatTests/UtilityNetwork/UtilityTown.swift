import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A utility network whose services answer each operation as they are told.
struct UtilityTown {
    static let url = URL(string: "https://example.com/arcgis/rest/services/Town/FeatureServer")!
    static let service = """
        {"layers":[{"id":1,"name":"Electric Device"},{"id":2,"name":"Electric Line"},{"id":9,"name":"Town Network"}],
         "tables":[],"controllerDatasetLayers":{"utilityNetworkLayerId":9},"spatialReference":{"wkid":3857}}
        """
    /// A switch that is open, is no phase A, or is protective, lets nothing through.
    static let configuration = """
        {"includeContainers":false,"includeBarriers":true,"diagramTemplateName":"Basic","traversabilityScope":"junctions",
         "conditionBarriers":[\(row("networkAttribute", "Device Status", "equal", "1", true)),
         \(row("networkAttribute", "Phases", "includesAny", #""Normal Phases""#, true, isValue: false)),
         \(row("category", "Category", "equal", #""Protective""#, false))],
         "functions":[{"functionType":"add","networkAttributeName":"Load","conditions":[]}]}
        """
    static let element = """
        {"layerDataElements":[{"layerId":9,"dataElement":{"schemaGeneration":7,"domainNetworks":[{"domainNetworkName":"Electric",
         "domainNetworkAliasName":"Power","tiers":[{"name":"Medium","rank":2,"updateSubnetworkTraceConfiguration":\(configuration)},
         {"name":"Low","rank":3}],
         "junctionSources":[{"layerId":1,"sourceId":4,"utilityNetworkFeatureClassUsageType":"esriUNFCUTDevice","assetGroups":[
         {"assetGroupCode":1,"assetGroupName":"Switch","assetTypes":[{"assetTypeCode":2,"assetTypeName":"Gang",
         "terminalConfigurationId":5,"categories":["Protective"],"containmentViewScale":10},
         {"assetTypeCode":3,"assetTypeName":"Fuse","categories":[]}]}]}],
         "edgeSources":[{"layerId":2,"sourceId":6,"utilityNetworkFeatureClassUsageType":"esriUNFCUTLine","assetGroups":[
         {"assetGroupCode":1,"assetGroupName":"Wire","assetTypes":[{"assetTypeCode":1,"assetTypeName":"Overhead"}]}]}]}],
         "terminalConfigurations":[{"terminalConfigurationId":5,"terminalConfigurationName":"Two",
         "traversabilityModel":"esriUNTMDirectional","terminals":[{"terminalId":1,"terminalName":"Source","isUpstreamTerminal":true},
         {"terminalId":2,"terminalName":"Load","isUpstreamTerminal":false}]}],
         "networkAttributes":[{"name":"Phases","dataType":"esriNADTInteger","domainName":"PhaseSet","usageType":"esriUNAUTUnknown"},
         {"name":"Load","dataType":"esriNADTDouble","domainName":"Percent"},{"name":"Device Status","dataType":"esriNADTInteger"}],
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
         {"networkSourceId":6,"globalId":"\(ids[1])","objectId":11,"assetGroupCode":1,"assetTypeCode":1}],
         "globalFunctionResults":[{"functionType":"add","networkAttributeName":"Load","result":12}],
         "aggregatedGeometry":{"multipoint":{"points":[[1,2],[3,4]]},"line":{"paths":[[[0,0],[1,1]]]},
         "spatialReference":{"wkid":3857}},"warnings":["It may not be all."]},"success":true}
        """
    static let layer = """
        {"id":1,"name":"Electric Device","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"OBJECTID",
         "globalIdField":"GLOBALID","capabilities":"Query","maxRecordCount":1000,"fields":[
         {"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"GLOBALID","type":"esriFieldTypeGlobalID"},
         {"name":"ASSETGROUP","type":"esriFieldTypeInteger"},{"name":"ASSETTYPE","type":"esriFieldTypeSmallInteger"}],
         "extent":{"xmin":0,"ymin":0,"xmax":9,"ymax":9,"spatialReference":{"wkid":3857}}}
        """
    static let devices = """
        {"objectIdFieldName":"OBJECTID","geometryType":"esriGeometryPoint","spatialReference":{"wkid":3857},"features":[
         {"attributes":{"OBJECTID":10,"GLOBALID":"\(ids[0])","ASSETGROUP":1,"ASSETTYPE":2},"geometry":{"x":1,"y":2}},
         {"attributes":{"OBJECTID":12,"GLOBALID":"\(ids[2])","ASSETGROUP":1,"ASSETTYPE":3},"geometry":{"x":5,"y":6}}]}
        """

    let network: AGSUtilityNetwork
    let transport: StubTransport
    let refused = RefusedAddresses()

    /// - Parameters:
    ///   - answers: By what addresses end in; what is not told of is answered as the town would, or with `{}`.
    ///   - gate: Holds answers back.
    ///   - map: A map that shows the network.
    init(_ answers: [String: String] = [:], gate: Gate? = nil, map: AGSMap? = nil) {
        let usual = [
            "FeatureServer": Self.service, "queryDataElements": Self.element, "queryDomains": Self.domains,
            "UtilityNetworkServer/trace": Self.trace, "FeatureServer/1": Self.layer, "1/query": Self.devices,
        ]
        let all = usual.merging(answers) { $1 }
        transport = StubTransport { [refused] request in
            try await gate?.pass()
            let path = request.url.path()
            if refused.takes(path) {
                return .json(#"{"error":{"code":500,"message":"Later"}}"#)
            }
            // The longest that fits: "1/query" before "query".
            let fitting = all.filter { path.hasSuffix("/\($0.key)") }.max { $0.key.count < $1.key.count }
            return .json(fitting?.value ?? "{}")
        }
        network = AGSUtilityNetwork(UtilityNetwork(url: Self.url, transport: transport), map: map)
    }

    /// A member of the form that an operation was sent last.
    func json(_ name: String, of operation: String = "trace") throws -> JSONValue {
        let request = transport.requests.last { $0.url.path().hasSuffix("/\(operation)") }
        return try JSONValue(parsing: request?.form[name] ?? "null")
    }

    static func id(_ number: Int) -> UUID { UUID(uuidString: String(ids[number].dropFirst().dropLast()))! }

    private static func row(
        _ type: String, _ name: String, _ way: String, _ value: String, _ isOr: Bool, isValue: Bool = true
    ) -> String {
        #"{"name":"\#(name)","type":"\#(type)","operator":"\#(way)","value":\#(value),"combineUsingOr":\#(isOr),"isSpecificValue":\#(isValue)}"#
    }
}
