import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation

/// A route layer whose service answers each operation as it is told.
struct StubbedRoutes {
    static let url = URL(string: "https://example.com/arcgis/rest/services/World/NAServer/Route")!
    static let metadata = """
        {"layerName":"Route","layerType":"esriNAServerRouteLayer","impedance":"TravelTime","findBestSequence":true,"preserveLastStop":false,
         "accumulateAttributeNames":["Miles"],"outputLineType":"esriNAOutputLineTrueShapeWithMeasure","directionsLanguage":"pt",
         "directionsSupportedLanguages":["en","pt"],"directionsStyleName":"NA Navigation","directionsLengthUnits":"esriNAUMiles",
         "maxSnapTolerance":2,"snapToleranceUnits":"esriKilometers","supportedTravelModes":[\(mode)],"defaultTravelMode":"b",
         "networkDataset":{"networkAttributes":[{"name":"TravelTime","units":"esriNAUMinutes","usageType":"esriNAUTCost"},
         {"name":"Miles","units":"esriNAUMiles","usageType":"esriNAUTCost"},{"name":"Driving a Car","usageType":"esriNAUTRestriction"}]}}
        """
    static let mode = """
        {"id":"b","name":"Driving","description":"By car","type":"AUTOMOBILE","impedanceAttributeName":"TravelTime",
         "timeAttributeName":"TravelTime","distanceAttributeName":"Miles","restrictionAttributeNames":["Driving a Car"],
         "attributeParameterValues":[{"attributeName":"Driving a Car","parameterName":"Restriction Usage","value":"PROHIBITED"}],
         "useHierarchy":true,"uturnAtJunctions":"esriNFSBAtDeadEndsOnly","simplificationTolerance":10,"simplificationToleranceUnits":"esriFeet"}
        """
    static let parameters = RouteParameters(stops: [
        Stop(point: MapPoint(latitude: 2, longitude: 1)), Stop(point: MapPoint(latitude: 4, longitude: 3)),
    ])

    let task: RouteTask
    let transport: StubTransport

    /// What is not told of is answered with `{}`.
    init(_ answers: [String: String] = [:], metadata: String = Self.metadata) {
        transport = StubTransport { request in
            let operation = request.url.lastPathComponent
            return .json(
                operation == "Route"
                    ? metadata : answers[operation] ?? (operation == "solve" ? #"{"routes":{"features":[]}}"# : "{}"))
        }
        task = RouteTask(url: Self.url, transport: transport)
    }

    /// What was asked for last.
    var form: [String: String] { transport.requests.last?.form ?? [:] }

    /// An answer that was recorded from a server; nil where the recordings are not at hand.
    static func fixture(_ name: String) -> String? {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/fixtures/route/\(name)")
        return try? String(contentsOf: path, encoding: .utf8)
    }
}
