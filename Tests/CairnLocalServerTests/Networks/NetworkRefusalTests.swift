import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Requests that are wrong, hostile or too large.
@Suite(.timeLimit(.minutes(10)))
struct NetworkRefusalTests {
    private static let places = "8.0001,50.0001;8.0081,50.0061"
    /// Of each operation what it must have.
    private static let needed = [
        "Route/solve": ["stops": places], "ClosestFacility/solveClosestFacility": ["facilities": places, "incidents": places],
        "ServiceArea/solveServiceArea": ["facilities": places, "defaultBreaks": "0.5"],
        "ODCostMatrix/solveODCostMatrix": ["origins": places, "destinations": places],
    ]

    private func expectRefusal(
        _ served: ServedTown, _ path: String, _ name: String, _ value: String, _ words: String = ""
    ) async throws {
        var fields = try #require(Self.needed[path])
        fields[name] = value
        let error = try await served.post(path, fields)["error"]
        let details = error?["details"]?[0]?.string ?? ""
        #expect(error?["code"] == 400 && error?["message"] == "Unable to complete operation.", "\(path) \(name)=\(value)")
        #expect(
            details.contains("'\(name)'") && (words.isEmpty || details.contains(words)) && !details.contains(".."),
            "\(value): \(details)")
    }

    @Test func `a wrong parameter is named, whatever is asked`() async throws {
        let served = try await ServedTown(seed: 6)
        for path in Self.needed.keys {
            for (name, value) in [
                ("travelMode", "flying"), ("travelMode", "{"), ("travelMode", "{}"), ("travelMode", "{\"name\":\"Flying\"}"),
                ("impedanceAttributeName", "Beauty"), ("outSR", "2056"), ("outSR", "x"), ("barriers", "1"), ("barriers", "1,x"),
                ("barriers", "{\"url\":\"http://a/0\"}"), ("barriers", "{\"set\":[]}"), ("barriers", "{\"features\":[{}]}"),
                ("barriers", "{\"features\":[{\"geometry\":{\"x\":0,\"y\":0},\"attributes\":{\"BarrierType\":1}}]}"),
                ("polylineBarriers", "{\"features\":[{\"geometry\":{\"x\":0,\"y\":0}}]}"),
                ("polygonBarriers", "{\"features\":[{\"geometry\":{\"rings\":[]},\"attributes\":{\"BarrierType\":1}}]}"),
                ("polygonBarriers", "{\"features\":[{\"geometry\":{\"rings\":[[[0]]]}}]}"), ("polygonBarriers", "0,0"),
                ("overrides", "{}"), ("preserveObjectID", "true"), ("ignoreInvalidLocations", "perhaps"),
                ("returnTraversedEdges", "true"), ("returnBarriers", "2"),
            ] { try await expectRefusal(served, path, name, value) }
        }
    }

    @Test(arguments: [
        ("Route/solve", "stops", "1,2", "one stop to another"), ("Route/solve", "stops", "", "missing"),
        ("Route/solve", "stops", "{}", "none"),
        ("Route/solve", "stops", "1,2;3,x", "3,x"), ("Route/solve", "stops", "1,2;nan,4", "nan"),
        ("Route/solve", "stops", "1e999,2;3,4", "1e999"),
        ("Route/solve", "stops", "8,95;8,50", "no place on Earth"), ("Route/solve", "stops", "[[1,2]]", "no object"),
        ("Route/solve", "stops", #"{"features":[{"geometry":{"x":"NaN","y":"NaN"}}]}"#, "features[0].geometry is no place"),
        ("Route/solve", "stops", #"{"features":[{"geometry":{"x":1,"y":2},"attributes":{"CurbApproach":9}}]}"#, "CurbApproach 9"),
        ("Route/solve", "stops", #"{"features":[{"geometry":{"x":1,"y":2},"attributes":{"LocationType":0.5}}]}"#, "LocationType"),
        ("Route/solve", "startTime", "yesterday", "milliseconds"), ("Route/solve", "startTime", "1e300", "milliseconds"),
        ("Route/solve", "outputLines", "esriNAOutputLineCurly", "esriNAOutputLineStraight"),
        ("Route/solve", "directionsLengthUnits", "esriNAUMinutes", "no length"),
        ("Route/solve", "directionsOutputType", "esriDOTFeatureSets", "esriDOTStandard"),
        ("Route/solve", "directionsStyleName", "NA Opera", "NA Desktop"),
        ("ClosestFacility/solveClosestFacility", "defaultTargetFacilityCount", "0", "from 1 on"),
        ("ClosestFacility/solveClosestFacility", "defaultCutoff", "-1", "negative"),
        ("ClosestFacility/solveClosestFacility", "travelDirection", "esriNATravelDirectionSideways", "ToFacility"),
        ("ClosestFacility/solveClosestFacility", "timeOfDayUsage", "sometimes", "EndTime"),
        (
            "ClosestFacility/solveClosestFacility", "incidents",
            #"{"features":[{"geometry":{"x":8,"y":50},"attributes":{"TargetFacilityCount":0}}]}"#, "TargetFacilityCount"
        ),
        ("ServiceArea/solveServiceArea", "defaultBreaks", "5,x", "no list of numbers"),
        ("ServiceArea/solveServiceArea", "trimPolygonDistance", "-1", "negative"),
        ("ServiceArea/solveServiceArea", "trimPolygonDistanceUnits", "esriCubits", "esriMeters"),
        ("ServiceArea/solveServiceArea", "outputPolygons", "esriRound", "esriNAOutputPolygonDetailed"),
        (
            "ServiceArea/solveServiceArea", "facilities",
            #"{"features":[{"geometry":{"x":8,"y":50},"attributes":{"Breaks_TravelTime":"1 x"}}]}"#, "no list of numbers"
        ),
        ("ODCostMatrix/solveODCostMatrix", "outputType", "esriNAODOutputStraightLines", "esriNAODOutputSparseMatrix"),
        ("ODCostMatrix/solveODCostMatrix", "defaultTargetDestinationCount", "-3", "from 1 on"),
    ])
    func `what is wrong is told with the parameter`(path: String, name: String, value: String, words: String) async throws {
        try await expectRefusal(try await ServedTown(seed: 6), path, name, value, words)
    }

    @Test func `more than is allowed is refused with what is allowed`() async throws {
        let served = try await ServedTown(seed: 6) { network in
            network.limits.stops = 3
            (network.limits.orderedStops, network.limits.routes, network.limits.pairs) = (2, 3, 5)
            (network.limits.areas, network.limits.barriers, network.limits.barrierVertices) = (2, 1, 4)
        }
        let three = Self.places + ";8.002,50.002"
        let line = #"{"features":[{"geometry":{"paths":[[[0,0],[1,0],[2,0],[3,0],[4,0]]]}}]}"#
        try await expectRefusal(served, "Route/solve", "stops", three + ";8,50", "4 features, where 3")
        try await expectRefusal(served, "Route/solve", "barriers", Self.places, "2 features, where 1")
        try await expectRefusal(served, "Route/solve", "polylineBarriers", line, "5 vertices, where 4")
        let ordered = try await served.post("Route/solve", ["stops": three, "findBestSequence": "true"])
        #expect(ordered["error"]?["details"]?[0]?.string?.contains("best order, where 2") == true)
        let closest = ["facilities": Self.places, "incidents": Self.places, "defaultTargetFacilityCount": "2"]
        let routes = try await served.post("ClosestFacility/solveClosestFacility", closest)
        #expect(routes["error"]?["details"]?[0]?.string?.contains("4 ways to facilities, where 3") == true)
        try await expectRefusal(
            served, "ClosestFacility/solveClosestFacility", "incidents", three, "6 pairs with facilities, where 5")
        try await expectRefusal(served, "ODCostMatrix/solveODCostMatrix", "origins", three, "6 pairs with destinations, where 5")
        let areas = try await served.post("ServiceArea/solveServiceArea", ["facilities": Self.places, "defaultBreaks": "1,2"])
        #expect(areas["error"]?["details"]?[0]?.string?.contains("4 areas, where 2") == true)
    }

    @Test func `operations and layers that are not there are told`() async throws {
        let served = try await ServedTown(seed: 6)
        #expect(try await served.get("Nowhere")["error"]?["code"] == 404)
        for path in ["Route/solveServiceArea", "Route/solve/again", "ServiceArea/solve", "Route/explode"] {
            #expect(try await served.get(path)["error"]?["code"] == 400, "\(path)")
        }
    }

    @Test func `a service that has users wants to know who asks`() async throws {
        let town = try await RandomTown(seed: 6)
        let server = LocalServer(networks: ["Town": PublishedNetwork(town.network)], users: ["ann": "pw"])
        let task = RouteTask(url: ServedTown.url("Route"), transport: server, credential: CredentialStore())
        await #expect { try await task.load() } throws: { ($0 as? ServiceError)?.code == 499 }
    }

    // MARK: - Chance

    /// Requests with everything in them.
    private static let rich: [(path: String, fields: [String: String])] = {
        let places = """
            {"spatialReference":{"wkid":4326},"features":[{"geometry":{"x":8.0001,"y":50.0001},"attributes":{"Name":"A","CurbApproach":1,"Sequence":1,
            "RouteName":"R","Attr_TravelTime":1,"Cutoff_TravelTime":5,"Breaks_TravelTime":"0.2 0.4","TargetFacilityCount":2,"TimeWindowStart":0,"Bearing":90}},
            {"geometry":{"x":890000,"y":6446000,"spatialReference":{"wkid":102100}},"attributes":{"RouteName":"R","TimeWindowEnd":1700000000000}}]}
            """
        let barriers = [
            "barriers": #"{"features":[{"geometry":{"x":8.001,"y":50.001},"attributes":{"BarrierType":2,"Attr_TravelTime":2}}]}"#,
            "polylineBarriers":
                #"{"features":[{"geometry":{"paths":[[[8.0,50.003],[8.01,50.004]]]},"attributes":{"BarrierType":1,"Attr_TravelTime":2}}]}"#,
            "polygonBarriers": #"{"features":[{"geometry":{"rings":[[[8,50],[8,50.001],[8.001,50.001],[8,50]]]}}]}"#,
            "travelMode":
                #"{"id":"driving-time","name":"Driving Time","impedanceAttributeName":"TravelTime","useHierarchy":true}"#,
            "accumulateAttributeNames": "Miles", "outSR": "102100", "startTime": "1700000000000", "timeOfDay": "1700000000000",
            "useTimeWindows": "true", "findBestSequence": "true", "returnStops": "true", "returnCFRoutes": "true",
            "returnBarriers": "true", "defaultCutoff": "10", "defaultBreaks": "0.3,0.6", "trimPolygonDistance": "50",
            "outputLines": "esriNAOutputLineTrueShapeWithMeasure", "directionsLengthUnits": "esriNAUMiles",
            "mergeSimilarPolygonRanges": "false",
            "attributeParameterValues": #"[{"attributeName":"A","parameterName":"B","value":1}]"#,
        ]
        return needed.keys.sorted().map { path in
            (path, barriers.merging(needed[path]!.mapValues { $0 == Self.places ? places : $0 }) { own, _ in own })
        }
    }()

    @Test func `requests that chance has changed are answered or refused in words`() async throws {
        let served = try await ServedTown(seed: 7)
        var answered = 0
        for seed in 1...2000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (path, good) = try #require(Self.rich.randomElement(using: &random))
            var fields = good
            for _ in 0..<Int.random(in: 1...3, using: &random) { fields.change(using: &random) }
            let answer = try await served.post(path, fields)
            if let error = answer["error"] {
                #expect([400, 404].contains(error["code"]?.int ?? 0), "\(seed): \(error.text()) \(fields)")
                #expect(error["details"]?[0]?.string?.isEmpty == false, "\(seed): \(error.text())")
            } else {
                answered += 1
            }
        }
        #expect(answered > 300)
    }

    @Test func `what is deep, long or no text is no danger`() async throws {
        let served = try await ServedTown(seed: 7)
        let values = [
            String(repeating: "[", count: 20_000), String(repeating: "{\"a\":", count: 20_000),
            String(repeating: "1,2;", count: 10_000),
            String(repeating: ",", count: 20_000), "\u{0}", "{\"features\":" + String(repeating: "[", count: 400) + "}",
            String(repeating: "9", count: 10_000) + ",1", "{\"features\":[" + String(repeating: "{},", count: 20_000) + "{}]}",
        ]
        for (path, needed) in Self.needed {
            for name in ["polygonBarriers", "travelMode", "outSR"] + needed.keys {
                for value in values {
                    let answer = try await served.post(path, needed.merging([name: value]) { $1 })
                    if let error = answer["error"] { #expect(error["code"] == 400, "\(path) \(name): \(error.text())") }
                }
            }
        }
    }
}

extension [String: String] {
    private static let others = [
        "", " ", "null", "none", "{}", "[]", "0", "-1", "1e300", "NaN", "true", "1,2", "1,2;3,4", "8.0001,50.0001;8.0081,50.0061",
        "{\"features\":[]}", "\u{0}x", "esriNAUFeet", "102100", "8,50", "1e-300", "99999999999999999999", "0,0", "5 10",
    ]

    /// Changes one field by chance: drops it, makes something else of it, or changes a piece of its text.
    fileprivate mutating func change(using random: inout SeededGenerator) {
        guard let name = keys.sorted().randomElement(using: &random), let value = self[name] else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: self[name] = nil
        case 1, 2: self[name] = Self.others.randomElement(using: &random)
        default: self[name] = value.mutated(using: &random)
        }
    }
}

extension String {
    /// The same with one number, word or sign made into another.
    fileprivate func mutated(using random: inout SeededGenerator) -> String {
        let pieces = matches(of: /-?[0-9.]+|"[^"]*"|[{}\[\],:]/)
        guard let piece = pieces.randomElement(using: &random) else { return self + "x" }
        let others = [
            "null", "1e300", "-1e300", "0", "-5", "2", "\"x\"", "\"NaN\"", "[]", "{}", "", ",", "102100", "0.5", "90.5",
        ]
        return replacingCharacters(in: piece.range, with: others.randomElement(using: &random) ?? "")
    }
}
