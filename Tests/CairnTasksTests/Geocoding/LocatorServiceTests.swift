import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorServiceTests {
    let url = URL(string: "https://example.com/arcgis/rest/services/World/GeocodeServer")!

    private func locator(_ answers: [String: String]) -> (LocatorTask, StubTransport) {
        let metadata = """
            {"singleLineAddressField":{"name":"Single Line Input"},"capabilities":"Geocode,ReverseGeocode,Suggest",
             "locatorProperties":{"SuggestedBatchSize":"2","MaxBatchSize":3}}
            """
        let transport = StubTransport { request in
            .json(answers[request.url.lastPathComponent] ?? (request.url.lastPathComponent == "GeocodeServer" ? metadata : "{}"))
        }
        return (LocatorTask(url: url, transport: transport), transport)
    }

    private func fixture(_ name: String) -> String? {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/fixtures/geocode/\(name)")
        return try? String(contentsOf: path, encoding: .utf8)
    }

    @Test func `a locator keeps the contract of loadables`() async throws {
        let url = url
        try await LoadableContract { gate, failure in
            let transport = StubTransport { _ in
                try await gate.pass()
                if let failure = failure() { throw failure }
                return .json("{}")
            }
            return LocatorTask(url: url, transport: transport)
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
        guard let text = fixture("candidates_lax_102100.json") else { return print("skipped: no fixtures") }
        let (locator, _) = locator(["findAddressCandidates": text])
        let results = try await locator.geocode(forSearchText: "LAX")
        #expect(results.count == 18)
        #expect(results[0].location?.spatialReference == .webMercator)
        #expect(results[0].extent != nil)
    }

    @Test func `candidates without extent or place are read all the same`() async throws {
        let (locator, _) = locator([
            "findAddressCandidates":
                #"{"candidates":[{"address":"A","score":"88","location":{"x":"NaN","y":"NaN"},"attributes":{}}]}"#
        ])
        let result = try #require(try await locator.geocode(forSearchText: "A").first)
        #expect(result.location == nil && result.extent == nil && result.score == 88)
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
        guard let text = fixture("reverse_la_airport.json") else { return print("skipped: no fixtures") }
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
        let (locator, transport) = locator(["geocodeAddresses": #"{"locations":[]}"#])
        let matches = try await locator.geocodeAddresses((0..<7).map { GeocodeRecord(id: $0, query: .singleLine("x")) })
        #expect(matches.count == 7)
        #expect(transport.requests.filter { $0.url.lastPathComponent == "geocodeAddresses" }.count == 3)
    }

    @Test(arguments: ["geocodeAddresses_mixed_unmatched.json", "geocodeAddresses_custom_unmatched_102646.json"])
    func `recorded batches are read`(name: String) async throws {
        guard let text = fixture(name) else { return print("skipped: no fixtures") }
        let count = try JSONValue(parsing: text)["locations"]?.array?.count ?? 0
        let (locator, _) = locator(["geocodeAddresses": text])
        let matches = try await locator.geocodeAddresses((0...count).map { GeocodeRecord(id: $0, query: .singleLine("x")) })
        #expect(matches.contains { $0.status == .unmatched && $0.result == nil })
    }
}
