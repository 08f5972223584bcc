import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What other clients send, and what they get for it.
@Suite(.timeLimit(.minutes(10)))
struct NetworkRequestTests {
    private static let stops = "8.0001,50.0001;8.0081,50.0061"
    private static let form = ["stops": stops]

    private func served() async throws -> ServedTown { try await ServedTown(seed: 4) }

    // MARK: - What it is

    @Test func `a service tells its layers, and the directory the service`() async throws {
        let served = try await served()
        let service = try await served.get("")
        #expect(service["routeLayers"] == ["Route"] && service["serviceAreaLayers"] == ["ServiceArea"])
        #expect(service["closestFacilityLayers"] == ["ClosestFacility"] && service["odCostMatrixLayers"] == ["ODCostMatrix"])
        let root = URL(string: "http://local/arcgis/rest/services?f=json")!
        let directory = try JSONValue(parsing: await served.server.send(HTTPRequest(.get, root)).body)
        #expect(directory["services"]?[0] == ["name": "Town", "type": "NAServer"])
        for path in ["", "Route", "ODCostMatrix"] {
            let page = try await served.server.send(HTTPRequest(.get, ServedTown.url(path)))
            #expect(String(decoding: page.body, as: UTF8.self).contains("<a href=\"/arcgis/rest/services/Town/NAServer/"))
        }
    }

    @Test func `only what there is a task for is a layer`() async throws {
        let town = try await RandomTown(seed: 4)
        let routes = RouteTask(backend: town.network.routes)
        let server = LocalServer(networks: ["A/Town": PublishedNetwork(routes: routes)])
        func answer(_ path: String) async throws -> JSONValue {
            let url = URL(string: "http://local/arcgis/rest/services/A/Town/NAServer\(path)?f=json")!
            return try JSONValue(parsing: await server.send(HTTPRequest(.get, url)).body)
        }
        let service = try await answer("")
        #expect(service["serviceAreaLayers"] == [] && service["routeLayers"] == ["Route"])
        #expect(try await answer("/Route")["layerType"] == "esriNAServerRouteLayer")
        #expect(try await answer("/ServiceArea")["error"]?["code"] == 404)
    }

    @Test func `a layer tells what it is, and how one may move`() async throws {
        let served = try await served()
        let layer = try await served.get("route")
        #expect(layer["layerName"] == "Route" && layer["impedance"] == "TravelTime" && layer["findBestSequence"] == false)
        #expect(layer["directionsSupportedLanguages"] == ["en"] && layer["directionsLengthUnits"] == "esriNAUKilometers")
        let modes = try await served.get("Route/retrieveTravelModes")
        #expect(modes["supportedTravelModes"] == layer["supportedTravelModes"] && modes["defaultTravelMode"] == "driving-time")
        let attributes = layer["networkDataset"]?["networkAttributes"]?.array ?? []
        #expect(
            attributes.contains { $0["name"] == "Miles" && $0["units"] == "esriNAUMiles" && $0["usageType"] == "esriNAUTCost" })
    }

    // MARK: - Stops

    @Test func `stops come as numbers and as features, by address and by form`() async throws {
        let served = try await served()
        let expected = try await served.get("Route/solve", Self.form)
        #expect(expected["routes"]?["features"]?[0]?["attributes"]?["Name"] == "Location 1 - Location 2", "\(expected.text())")
        #expect(try await served.post("Route/solve", Self.form) == expected)
        #expect(try await served.post("route/SOLVE", ["STOPS": " 8.0001 , 50.0001, 0 ;8.0081,50.0061; "]) == expected)
        func place(_ x: Double, _ y: Double, _ reference: SpatialReference?) throws -> JSONValue {
            let point = MapPoint(latitude: y, longitude: x)
            var members = try Geometry.point(point.projected(to: reference ?? .webMercator)).esriJSON.object ?? [:]
            members["spatialReference"] = reference?.esriJSON
            return ["geometry": .object(members)]
        }
        for reference in [nil, .wgs84, .webMercator] as [SpatialReference?] {
            let set: JSONValue = [
                "type": "features", "spatialReference": ["wkid": 102100],
                "features": [try place(8.0001, 50.0001, reference), try place(8.0081, 50.0061, nil)],
            ]
            let answer = try await served.post("Route/solve", ["stops": set.text()])
            let (total, other) = [answer, expected].total("Total_TravelTime")
            #expect(abs(total - other) < 1e-3, "\(answer.text())")
        }
    }

    @Test func `stops that say which one they are stand in that order, and keep their numbers`() async throws {
        let set: JSONValue = [
            "features": .array(
                [(3, 8.0081, 50.0061), (1, 8.0001, 50.0001), (2, 8.0081, 50.0061)].map {
                    [
                        "geometry": ["x": .number($0.1), "y": .number($0.2)],
                        "attributes": ["Sequence": .integer($0.0), "Name": .string("S\($0.0)")],
                    ]
                })
        ]
        let answer = try await served().post("Route/solve", ["stops": set.text(), "returnStops": "true"])
        let stops = (answer["stops"]?["features"]?.array ?? []).map { $0["attributes"] }
        #expect(stops.map { $0?["Name"] } == ["S1", "S2", "S3"] && stops.map { $0?["ObjectID"] } == [2, 3, 1])
        let route = answer["routes"]?["features"]?[0]?["attributes"]
        #expect(route?["FirstStopID"] == 2 && route?["LastStopID"] == 1 && route?["StopCount"] == 3)
        #expect(route?["StartTime"] == .null && route?["Name"] == "S1 - S3")
    }

    @Test func `time windows count if they shall, and moments are told in milliseconds`() async throws {
        let set: JSONValue = [
            "features": [
                ["geometry": ["x": 8.0001, "y": 50.0001]],
                [
                    "geometry": ["x": 8.0081, "y": 50.0061],
                    "attributes": ["TimeWindowStart": 1_700_009_000_000, "TimeWindowEnd": 1_700_009_900_000],
                ],
            ]
        ]
        let fields = ["stops": set.text(), "startTime": "1700000000000", "returnStops": "true"]
        let served = try await served()
        let free = try await served.post("Route/solve", fields)
        #expect(free["routes"]?["features"]?[0]?["attributes"]?["TotalWait_TravelTime"] == 0)
        let bound = try await served.post("Route/solve", fields.merging(["useTimeWindows": "true"]) { $1 })
        #expect(bound["routes"]?["features"]?[0]?["attributes"]?["EndTimeUTC"] == 1_700_009_000_000)
        #expect(bound["stops"]?["features"]?[1]?["attributes"]?["TimeWindowStart"] == 1_700_009_000_000)
        let now = try await served.post("Route/solve", ["stops": Self.stops, "startTime": "now"])
        #expect(now["routes"]?["features"]?[0]?["attributes"]?["StartTime"]?.int ?? 0 > 1_700_000_000_000)
    }

    // MARK: - How one moves

    @Test func `a travel mode is an object, an id or a name, or told by its cost`() async throws {
        let served = try await served()
        let layer = try await served.get("Route")
        let mode = try #require(layer["supportedTravelModes"]?[2])
        #expect(mode["name"] == "Walking Time")
        var names: [JSONValue: Int] = [:]
        for fields in [
            ["travelMode": mode.text()], ["travelMode": "walking-time"], ["travelMode": "\"walking-time\""],
            ["travelMode": "Walking Time"], ["impedanceAttributeName": "WalkTime"],
        ] {
            let answer = try await served.post("Route/solve", Self.form.merging(fields) { $1 })
            names[answer["routes"]?["features"]?[0]?["attributes"]?["Total_WalkTime"] ?? .null, default: 0] += 1
        }
        #expect(names.count == 1 && names[.null] == nil)
    }

    @Test func `what a travel mode says and the network has not is told, and another cost refused`() async throws {
        let served = try await served()
        var mode = try #require(try await served.get("Route")["supportedTravelModes"]?[0]?.object)
        func answer() async throws -> JSONValue {
            try await served.post("Route/solve", Self.form.merging(["travelMode": JSONValue.object(mode).text()]) { $1 })
        }
        #expect(try await answer()["messages"] == [])
        mode["restrictionAttributeNames"] = ["Avoid Tolls"]
        #expect(try await answer()["messages"]?[0]?["description"]?.string?.contains("restrictions was passed over") == true)
        let parts = try await served.post("Route/solve", Self.form.merging(["restrictUTurns": "esriNFSBNoBacktrack"]) { $1 })
        #expect(parts["messages"]?[0]?["description"]?.string?.contains("U-turns was passed over") == true)
        mode["impedanceAttributeName"] = "Kilometers"
        let refusal = try await answer()["error"]?["details"]?[0]?.string
        #expect(refusal?.hasPrefix("'travelMode': By Driving Time the network keeps TravelTime low") == true)
    }

    @Test func `limits are those of the cost that is kept low, also where a travel mode does not say which`() async throws {
        let served = try await served()
        func reached(_ cutoff: String) async throws -> Int? {
            let origins = "{\"features\":[{\"geometry\":{\"x\":8.0001,\"y\":50.0001},\"attributes\":{\"\(cutoff)\":0}}]}"
            let mode = #"{"name":"Driving Time","impedanceAttributeName":""}"#
            let fields = ["origins": origins, "destinations": "8.0081,50.0061", "travelMode": mode]
            return try await served.post("ODCostMatrix/solveODCostMatrix", fields)["odCostMatrix"]?["1"]?.object?.count
        }
        #expect(try await reached("Cutoff_TravelTime") == 0)
        #expect(try await reached("Cutoff_Kilometers") == 1)
    }

    @Test func `a file that takes the place of another is served with what it has`() async throws {
        let served = try await served()
        let file = served.town.network.url
        func modes(_ layer: String) async throws -> [String?] {
            try await served.get("\(layer)/retrieveTravelModes")["supportedTravelModes"]?.array?.map { $0["id"]?.string } ?? []
        }
        let layers = ["Route", "ClosestFacility", "ServiceArea", "ODCostMatrix"]
        for layer in layers { #expect(try await modes(layer).count == 3) }
        let folder = file.deletingLastPathComponent()
        var builder = RoadNetworkBuilder(name: "Other")
        builder.kinds = [.walkingTime]
        let tables = RoadNetworkBuilder.Source.tables(
            nodes: folder.appending(path: "nodes.csv"), edges: folder.appending(path: "edges.csv"))
        _ = try await builder.build(tables, to: file)
        for layer in layers { #expect(try await modes(layer) == ["walking-time"], "\(layer)") }
        let route = try await served.post("Route/solve", Self.form)
        #expect(route["routes"]?["features"]?[0]?["attributes"]?["Total_WalkTime"] != nil)
    }

    // MARK: - What is told

    @Test func `stops that are at no road are told as such, with their numbers`() async throws {
        let served = try await served()
        let lost = ["stops": "0,40;" + Self.stops, "returnStops": "true"]
        let stops = try await served.post("Route/solve", lost)["stops"]?["features"]?.array?.map { $0["attributes"] } ?? []
        #expect(stops.map { $0?["ObjectID"] } == [2, 3, 1] && stops.map { $0?["Status"] } == [0, 0, 1])
        #expect(stops.last??["Sequence"] == .null && stops.last??["LocationType"] == 0)
        let task = RouteTask(url: ServedTown.url("Route"), transport: served.server)
        var parameters = try await task.makeDefaultParameters()
        let found = [(50.0001, 8.0001), (50.0061, 8.0081)].map { MapPoint(latitude: $0.0, longitude: $0.1) }
        parameters.stops = ([RandomTown.sea] + found).map { Stop(point: $0) }
        parameters.returnsStops = true
        #expect(try await task.solveRoute(using: parameters).routes[0].stops.map(\.id) == [2, 3])
    }

    @Test(arguments: ["Route/solve", "ClosestFacility/solveClosestFacility", "ServiceArea/solveServiceArea"])
    func `a cost that there is none of is told`(path: String) async throws {
        let places = Dictionary(uniqueKeysWithValues: ["stops", "facilities", "incidents"].map { ($0, Self.stops) })
        let fields = places.merging(["accumulateAttributeNames": "Beauty", "defaultBreaks": "1"]) { $1 }
        let messages = try await served().post(path, fields)["messages"]
        #expect(messages?[0]?["description"]?.string?.hasPrefix("Beauty is not told") == true)
    }

    @Test func `what is said of lines is passed over aloud beside areas, and counts without them`() async throws {
        let served = try await served()
        let form = ["facilities": Self.stops, "defaultBreaks": "0.5,1", "outputLines": "esriNAOutputLineTrueShape"]
        func messages(_ fields: [String: String]) async throws -> [String] {
            let answer = try await served.post("ServiceArea/solveServiceArea", form.merging(fields) { $1 })
            return answer["messages"]?.array?.compactMap { $0["description"]?.string } ?? []
        }
        let (cut, overlap) = ("Lines reach as far as the last cutoff", "Lines of several facilities overlap")
        #expect(try await messages([:]).map { $0.hasPrefix(cut) } == [true])
        let aloud = try await messages(["splitLinesAtBreaks": "false", "overlapLines": "false"])
        #expect(aloud.count == 3 && aloud[0].hasPrefix("splitLinesAtBreaks was") && aloud[1].hasPrefix("overlapLines was"))
        let lines = ["outputPolygons": "esriNAOutputPolygonNone"]
        #expect(try await messages(lines.merging(["splitLinesAtBreaks": "false"]) { $1 }) == [])
        let both = try await messages(lines.merging(["overlapLines": "false"]) { $1 })
        #expect(both.count == 2 && both[0].hasPrefix(cut) && both[1].hasPrefix(overlap))
        let trimmed = try await messages(["trimPolygonDistance": "0", "splitPolygonsAtBreaks": "false"])
        #expect(trimmed.count == 1 && trimmed[0].hasPrefix("Areas end 1 m from roads"))
        let layer = try await served.get("ServiceArea")
        #expect(layer["splitPolygonsAtBreaks"] == true && layer["splitLinesAtBreaks"] == nil && layer["overlapLines"] == nil)
    }

    @Test func `directions are told as they are wanted`() async throws {
        let served = try await served()
        func directions(_ fields: [String: String]) async throws -> JSONValue? {
            try await served.post("Route/solve", Self.form.merging(fields) { $1 })["directions"]?[0]
        }
        let all = try #require(try await directions(["directionsLengthUnits": "esriNAUMeters"]))
        let first = try #require(all["features"]?[0])
        #expect(first["attributes"]?["maneuverType"] == "esriDMTDepart" && first["attributes"]?["text"] == "Start at Location 1")
        #expect(first["attributes"]?["ETA"] == -2_209_161_600_000 && first["attributes"]?["arriveTimeUTC"] == -2_209_161_600_000)
        #expect(first["compressedGeometry"]?.string?.hasSuffix("+0+0") == true)
        #expect(all["routeId"] == 1 && all["summary"]?["envelope"]?["spatialReference"]?["wkid"] == 4326)
        let length = try #require(all["summary"]?["totalLength"]?.double)
        let sum = all["features"]?.array?.reduce(0) { $0 + ($1["attributes"]?["length"]?.double ?? 0) } ?? 0
        #expect(abs(length - sum) < 1e-6 && length > 500)
        let miles = try await directions(["directionsLengthUnits": "esriNAUMiles"])?["summary"]?["totalLength"]?.double
        #expect(abs((miles ?? 0) * 1609.344 - length) < 1e-6)
        #expect(try await directions(["returnDirections": "false"]) == nil)
        let bare = try await directions(["directionsOutputType": "esriDOTInstructionsOnly"])
        #expect(bare?["features"]?[0]?["attributes"] != nil && bare?["features"]?[0]?["compressedGeometry"] == nil)
        #expect(try await directions(["directionsOutputType": "esriDOTSummaryOnly"])?["features"] == [])
    }

    @Test func `lines and barriers are told if they are wanted`() async throws {
        let served = try await served()
        let barrier =
            #"{"features":[{"geometry":{"x":8.002,"y":50.002},"attributes":{"BarrierType":2,"Attr_TravelTime":3,"Name":"B"}}]}"#
        func answer(_ fields: [String: String]) async throws -> JSONValue {
            try await served.post("Route/solve", Self.form.merging(fields) { $1 })
        }
        let bare = try await answer(["barriers": barrier, "outputLines": "esriNAOutputLineNone"])
        #expect(bare["routes"]?["features"]?[0]?["geometry"] == nil && bare["barriers"] == nil && bare["stops"] == nil)
        let told = try await answer(["barriers": barrier, "returnBarriers": "true", "outSR": "102100"])
        let features = told["barriers"]?["features"]
        #expect(features?[0]?["attributes"] == ["ObjectID": 1, "Name": "B", "BarrierType": 2, "Attr_TravelTime": 3, "Status": 0])
        #expect(features?[0]?["geometry"]?["x"]?.double ?? 0 > 800_000 && told["messages"]?[0]?["type"] == 50)
        #expect(told["routes"]?["spatialReference"]?["wkid"] == 102100)
        #expect(try await answer(["returnRoutes": "false"])["routes"] == nil)
        for nothing in ["{}", "null", "{\"features\":[]}"] {
            #expect(try await answer(["barriers": nothing, "polygonBarriers": nothing]) == answer([:]))
        }
    }

    @Test func `what cannot be found is told as services tell it`() async throws {
        let served = try await served()
        let apart = ["stops": "8.0001,50.0001;8.2005,50.0005"]
        let error = try await served.post("Route/solve", apart)["error"]
        #expect(error?["code"] == 400 && error?["message"] == "Unable to complete operation.")
        #expect(error?["details"]?[0]?.string?.contains("No way leads from Location 1 to Location 2") == true)
        let empty = try await served.post("Route/solve", apart.merging(["returnEmptyResults": "true"]) { $1 })
        #expect(empty["routes"]?["features"] == [] && empty["messages"]?[0]?["description"]?.string?.contains("No way") == true)
        let lost = ["stops": Self.stops + ";0,40"]
        #expect(try await served.post("Route/solve", lost)["messages"]?[0]?["description"]?.string?.contains("left out") == true)
        let strict = try await served.post("Route/solve", lost.merging(["ignoreInvalidLocations": "false"]) { $1 })
        #expect(strict["error"]?["details"]?[0]?.string?.contains("'stops'") == true)
    }
}

extension [JSONValue] {
    /// A cost of the first route of each of two answers.
    fileprivate func total(_ name: String) -> (Double, Double) {
        let totals = map { $0["routes"]?["features"]?[0]?["attributes"]?[name]?.double ?? .nan }
        return (totals[0], totals[1])
    }
}
