import AGSCompat
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation

/// A route layer whose service answers each operation as it is told, and the same town as a road network in a file.
struct RoutingTown {
    static let url = URL(string: "https://example.com/arcgis/rest/services/Town/NAServer/Route")!
    static let metadata = """
        {"layerName":"Route","layerType":"esriNAServerRouteLayer","impedance":"TravelTime","findBestSequence":true,"preserveLastStop":false,
         "accumulateAttributeNames":["Miles"],"outputLineType":"esriNAOutputLineTrueShape","directionsLanguage":"pt",
         "directionsSupportedLanguages":["en","pt"],"directionsStyleName":"NA Navigation","directionsLengthUnits":"esriNAUMiles",
         "maxSnapTolerance":2,"snapToleranceUnits":"esriKilometers","supportedTravelModes":[\(mode)],"defaultTravelMode":"b",
         "networkDataset":{"networkAttributes":[{"name":"TravelTime","units":"esriNAUMinutes","usageType":"esriNAUTCost"},
         {"name":"Miles","units":"esriNAUMiles","usageType":"esriNAUTCost"},{"name":"Height","usageType":"esriNAUTRestriction"}]}}
        """
    static let mode = """
        {"id":"b","name":"Driving","description":"By car","type":"AUTOMOBILE","impedanceAttributeName":"TravelTime",
         "timeAttributeName":"TravelTime","distanceAttributeName":"Miles","restrictionAttributeNames":["Height"],
         "attributeParameterValues":[{"attributeName":"Height","parameterName":"Restriction Usage","value":"PROHIBITED"},
         {"attributeName":"Height","parameterName":"Metres","value":3.5}],
         "useHierarchy":true,"uturnAtJunctions":"esriNFSBAllowBacktrack","simplificationTolerance":10,"simplificationToleranceUnits":"esriMeters"}
        """
    static let solution = """
        {"messages":[{"type":50,"description":"A road is closed."}],
         "routes":{"spatialReference":{"wkid":4326},"features":[{"attributes":{"ObjectID":1,"Name":"A - B","Total_TravelTime":10,
         "Total_Miles":1,"TotalWait_TravelTime":2,"TotalViolation_TravelTime":1,"StartTimeUTC":5000,"EndTimeUTC":605000},
         "geometry":{"paths":[[[1,2],[3,4]]]}}]},
         "stops":{"spatialReference":{"wkid":4326},"features":[
         {"attributes":{"ObjectID":2,"Name":"B","Sequence":2,"Status":5,"ArriveTimeUTC":605000,"Wait_TravelTime":2,"Violation_TravelTime":1,
         "ArriveCurbApproach":1,"DistanceToNetworkInMeters":7.5},"geometry":{"x":3,"y":4}},
         {"attributes":{"ObjectID":1,"Name":"A","Sequence":1,"Status":7,"DepartTimeUTC":5000,"DepartCurbApproach":2},
         "geometry":{"x":1,"y":2}}]},
         "directions":[{"routeId":1,"routeName":"A - B","summary":{"totalLength":1,"totalTime":10,"totalDriveTime":8,
         "envelope":{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326}}},"features":[
         {"attributes":{"length":1,"time":2,"text":"Turn left","arriveTimeUTC":5000,"maneuverType":"esriDMTTurnLeft"},
         "compressedGeometry":"+1m91-6fkfr+202tp+k+f","strings":[{"string":"Oak Lane","stringType":"esriDSTStreetName"},
         {"string":"So","stringType":"esriDSTGeneral"}],
         "events":[{"point":{"x":1,"y":2},"ETA":5000,"strings":[{"string":"A border","stringType":"esriDSTGeneral"}]}]}]}]}
        """

    let task: AGSRouteTask
    let transport: StubTransport

    /// - Parameter answers: By operations; what is not told of is answered as the town would.
    init(_ answers: [String: String] = [:], gate: Gate? = nil) {
        let all = ["Route": Self.metadata, "solve": Self.solution].merging(answers) { $1 }
        transport = StubTransport { request in
            try await gate?.pass()
            return .json(all[request.url.lastPathComponent] ?? "{}")
        }
        task = AGSRouteTask(RouteTask(url: Self.url, transport: transport))
    }

    /// What was asked for last.
    var form: [String: String] { transport.requests.last?.form ?? [:] }

    /// An answer that was recorded from a server; nil where the recordings are not at hand.
    static func recorded(_ name: String) -> String? {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/fixtures/route/\(name)")
        return try? String(contentsOf: path, encoding: .utf8)
    }

    /// A street of a kilometre from west to east, in the middle of which another leads north; 10 m/s everywhere.
    ///
    /// - Returns: A file in a folder of its own.
    static func network() async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (nodes, edges) = (folder.appending(path: "nodes.csv"), folder.appending(path: "edges.csv"))
        try Data("id,lon,lat\n1,0,0\n2,0.0044916,0\n3,0.0089832,0\n4,0.0044916,0.0045218\n".utf8).write(to: nodes)
        let roads = "1,2,500000,50000,Long Street\n2,3,500000,50000,Long Street\n2,4,500000,50000,North Street\n"
        try Data("from,to,millimetres,milliseconds,name\n\(roads)".utf8).write(to: edges)
        let file = folder.appending(path: "town.network")
        _ = try await RoadNetworkBuilder(name: "Town").build(.tables(nodes: nodes, edges: edges), to: file)
        return file
    }

    static func point(_ longitude: Double, _ latitude: Double) -> AGSPoint {
        AGSPoint(x: longitude, y: latitude, spatialReference: .wgs84())
    }
}
