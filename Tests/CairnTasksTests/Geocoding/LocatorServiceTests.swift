import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorServiceTests {
    private func locator(_ answers: [String: String]) -> (LocatorTask, StubTransport) {
        let locator = StubbedLocator(answers)
        return (locator.task, locator.transport)
    }

    @Test func `a locator keeps the contract of loadables`() async throws {
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json(StubbedLocator.metadata)
            }
            return LocatorTask(url: StubbedLocator.url, transport: transport)
        }.verify()
    }

    @Test func `the single-line parameter has the name that the service says`() async throws {
        let (locator, transport) = locator(["findAddressCandidates": #"{"candidates":[]}"#])
        #expect(try await locator.geocode(forSearchText: "380 New York St").isEmpty)
        #expect(transport.requests[1].form["Single Line Input"] == "380 New York St")
        #expect(transport.requests[1].form["f"] == "json")
    }

    @Test func `parameters are sent under their names on the wire`() async throws {
        let (locator, transport) = locator(["findAddressCandidates": #"{"candidates":[]}"#])
        var parameters = GeocodeParameters()
        parameters.categories = ["POI", "Address"]
        parameters.countryCode = "USA"
        parameters.maxResults = 3
        parameters.outputSpatialReference = .webMercator
        parameters.resultAttributeNames = ["*"]
        parameters.searchArea = Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4)
        _ = try await locator.geocode(forSearchValues: ["City": "X"], using: parameters)
        let form = transport.requests[1].form
        #expect(form["category"] == "POI,Address" && form["sourceCountry"] == "USA" && form["maxLocations"] == "3")
        #expect(form["outSR"] == "102100" && form["outFields"] == "*" && form["City"] == "X")
        #expect(form["searchExtent"] == #"{"xmax":3,"xmin":1,"ymax":4,"ymin":2}"#)
    }

    @Test func `recorded candidates are read with the root's reference`() async throws {
        guard let text = StubbedLocator.fixture("candidates_lax_102100.json") else { return print("skipped: no fixtures") }
        let (locator, _) = locator(["findAddressCandidates": text])
        let results = try await locator.geocode(forSearchText: "LAX")
        #expect(results.count == 18)
        #expect(results[0].location?.spatialReference == .webMercator)
        #expect(results[0].extent != nil)
    }

    @Test func `suggestions carry their keys back`() async throws {
        let (locator, transport) = locator([
            "suggest": #"{"suggestions":[{"text":"LAX","magicKey":"abc=","isCollection":true}]}"#,
            "findAddressCandidates": #"{"candidates":[]}"#,
        ])
        let suggestion = try #require(try await locator.suggest(forSearchText: "la").first)
        #expect(suggestion.isCollection)
        _ = try await locator.geocode(forSuggestResult: suggestion)
        #expect(transport.requests.last?.form["magicKey"] == "abc=")
        #expect(transport.requests.last?.form["Single Line Input"] == "LAX")
    }

    @Test func `nothing at a place is an empty answer`() async throws {
        let text = """
            {"error":{"code":400,"message":"Cannot perform query. Invalid query parameters.",
             "details":["Unable to find address for the specified location."]}}
            """
        let (locator, _) = locator(["reverseGeocode": text])
        #expect(try await locator.reverseGeocode(forLocation: MapPoint(latitude: 0, longitude: 0)).isEmpty)
    }

    @Test func `recorded reverse answers are read`() async throws {
        guard let text = StubbedLocator.fixture("reverse_la_airport.json") else { return print("skipped: no fixtures") }
        let (locator, _) = locator(["reverseGeocode": text])
        let result = try #require(
            try await locator.reverseGeocode(forLocation: MapPoint(latitude: 33.9, longitude: -118.4)).first)
        #expect(!result.label.isEmpty && result.location?.spatialReference != nil)
    }

    @Test func `batches are joined by their ids, whatever the order, and unmatched rows have no place`() async throws {
        let text = """
            {"spatialReference":{"wkid":4326},"locations":[
             {"address":"C","location":{"x":3,"y":3},"score":90,"attributes":{"ResultID":2,"Status":"T"}},
             {"address":"","score":0,"attributes":{"ResultID":1,"Status":"U"}},
             {"address":"A","location":{"x":1,"y":1},"score":100,"attributes":{"ResultID":0,"Status":"M"}}]}
            """
        let (locator, _) = locator(["geocodeAddresses": text])
        let records = (0..<3).map { GeocodeRecord(id: $0 * 10, query: .singleLine("x\($0)")) }
        let matches = try await locator.geocodeAddresses(records)
        #expect(matches.map(\.id) == [0, 10, 20])
        #expect(matches.map(\.status) == [.matched, .unmatched, .tied])
        #expect(matches.map { $0.result?.label } == ["A", nil, "C"])
    }

    @Test func `a batch larger than allowed is sent in several requests`() async throws {
        let row = { @Sendable (id: Int) in #"{"address":"","score":0,"attributes":{"ResultID":\#(id),"Status":"U"}}"# }
        let transport = StubTransport { request in
            guard let addresses = request.form["addresses"] else { return .json(StubbedLocator.metadata) }
            let count = try JSONValue(parsing: addresses)["records"]?.array?.count ?? 0
            return .json("{\"locations\":[\((0..<count).map(row).joined(separator: ","))]}")
        }
        let locator = LocatorTask(url: StubbedLocator.url, transport: transport)
        #expect(try await locator.geocodeAddresses(StubbedLocator.records(7)).map(\.id) == [0, 10, 20, 30, 40, 50, 60])
        #expect(transport.requests.count == 1 + 3)
    }

    /// The recorded requests numbered their records from 1, ours do from 0.
    private func renumbered(_ text: String) throws -> (answer: String, locations: [JSONValue]) {
        let locations = try JSONValue(parsing: text)["locations"]?.array ?? []
        let shifted = locations.map { location -> JSONValue in
            var (members, attributes) = (location.object ?? [:], location["attributes"]?.object ?? [:])
            attributes["ResultID"] = attributes["ResultID"]?.int.map { .integer($0 - 1) }
            members["attributes"] = .object(attributes)
            return .object(members)
        }
        var document = try JSONValue(parsing: text).object ?? [:]
        document["locations"] = .array(shifted)
        return (JSONValue.object(document).text(), shifted)
    }

    @Test(arguments: [
        "geocodeAddresses_mixed_unmatched.json", "geocodeAddresses_custom_unmatched_102646.json",
        "geocodeAddresses_public_locator_50.json",
    ]) func `recorded batches are read`(name: String) async throws {
        guard let text = StubbedLocator.fixture(name) else { return print("skipped: no fixtures") }
        let (answer, locations) = try renumbered(text)
        let locator = StubbedLocator(["geocodeAddresses": answer], metadata: #"{"capabilities":"Geocode"}"#).task
        let matches = try await locator.geocodeAddresses(StubbedLocator.records(locations.count))
        #expect(matches.count == locations.count)
        for location in locations {
            guard let number = location["attributes"]?["ResultID"]?.int, location["score"]?.double != 0 else { continue }
            #expect(matches[number].result?.label == location["address"]?.string)
            #expect(matches[number].status.rawValue == location["attributes"]?["Status"]?.string)
        }
        #expect(matches.filter { $0.result == nil }.count == locations.filter { $0["location"] == nil }.count)
    }
}
