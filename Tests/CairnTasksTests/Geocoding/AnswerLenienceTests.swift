import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Testing

/// However servers spell it, what they mean is read.
@Suite(.timeLimit(.minutes(10)))
struct AnswerLenienceTests {
    @Test(arguments: [
        #"{"candidates":[{"address":"A","location":{"x":"1","y":"2"},"score":"90"}],"spatialReference":{"wkid":"4326"}}"#,
        #"{"CANDIDATES":[{"Address":"A","Location":{"X":1,"Y":2},"Score":90.0,"Attributes":null,"Extent":null}]}"#,
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2,"z":"NaN"},"score":90,"attributes":{},"more":[{}]}],"more":1}"#,
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2},"score":90,"extent":{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}}]}"#,
    ]) func `candidates are read in every spelling`(answer: String) async throws {
        let locator = StubbedLocator(["findAddressCandidates": answer]).task
        let result = try #require(try await locator.geocode(forSearchText: "A").first)
        #expect(result == GeocodeResult(label: "A", location: MapPoint(latitude: 2, longitude: 1), score: 90))
    }

    @Test(arguments: [#""location":{"x":"NaN","y":"NaN"},"#, #""location":null,"#, #""location":{},"#, ""])
    func `a candidate of score 0 may have no place`(location: String) async throws {
        let answer = "{\"candidates\":[{\"address\":\"\",\(location)\"score\":0}]}"
        let result = try await StubbedLocator(["findAddressCandidates": answer]).task.geocode(forSearchText: "A").first
        #expect(result?.score == 0 && result?.location == nil)
    }

    @Test func `no candidates are an empty list`() async throws {
        let locator = StubbedLocator(["findAddressCandidates": #"{"candidates":[]}"#, "suggest": #"{"suggestions":[]}"#]).task
        #expect(try await locator.geocode(forSearchText: "A").isEmpty)
        #expect(try await locator.suggest(forSearchText: "a").isEmpty)
    }

    @Test func `a suggestion without a key is found by its text alone`() async throws {
        let locator = StubbedLocator([
            "suggest": #"{"suggestions":[{"text":"A","isCollection":"TRUE"}]}"#, "findAddressCandidates": #"{"candidates":[]}"#,
        ])
        let suggestion = try #require(try await locator.task.suggest(forSearchText: "a").first)
        #expect(suggestion == SuggestResult(label: "A", magicKey: "", isCollection: true))
        _ = try await locator.task.geocode(forSuggestResult: suggestion)
        #expect(locator.transport.requests.last?.form["magicKey"] == nil)
    }

    @Test(arguments: [
        #"{"ResultID":"1","Status":"U"}"#, #"{"resultid":1.0,"status":"u"}"#, #"{"ResultID":1}"#, #"{"ResultID":1,"Status":"M"}"#,
        "{}",
    ]) func `a row that was not matched is told in every spelling`(attributes: String) async throws {
        let answer = """
            {"spatialReference":{"wkid":4326},"locations":[
             {"address":"nowhere","score":"0","attributes":\(attributes)},
             {"address":"A","location":{"x":1,"y":1},"score":90,"attributes":{"ResultID":"0","Status":""}}]}
            """
        let matches = try await StubbedLocator(["geocodeAddresses": answer]).task.geocodeAddresses(StubbedLocator.records(2))
        #expect(matches.map(\.status) == [.matched, .unmatched])
        #expect(matches.map(\.id) == [0, 10] && matches[1].result == nil)
    }

    @Test(arguments: [("Matched", "M"), ("MATCH", "M"), ("tied", "T"), ("Tie", "T"), ("M", "M"), ("X", "X")])
    func `a status may be a word`(word: String, letter: String) async throws {
        let answer = """
            {"locations":[{"address":"A","location":{"x":1,"y":1},"score":90,"attributes":{"ResultID":0,"Status":"\(word)"}},
             {"address":"","score":0,"attributes":{"ResultID":1,"Status":"Unmatched"}}]}
            """
        let matches = try await StubbedLocator(["geocodeAddresses": answer]).task.geocodeAddresses(StubbedLocator.records(2))
        #expect(matches.map(\.status.rawValue) == [letter, "U"])
    }

    @Test func `the best come first, and no more than were asked for, whatever the server gives`() async throws {
        let candidates = [40, 90, 40, 100, 90].enumerated().map { index, score in
            "{\"address\":\"\(index)\",\"location\":{\"x\":1,\"y\":1},\"score\":\(score)}"
        }
        let suggestions = (0..<30).map { "{\"text\":\"\($0)\"}" }
        let locator = StubbedLocator([
            "findAddressCandidates": "{\"candidates\":[\(candidates.joined(separator: ","))]}",
            "suggest": "{\"suggestions\":[\(suggestions.joined(separator: ","))]}",
        ]).task
        var parameters = GeocodeParameters()
        #expect(try await locator.geocode(forSearchText: "A", using: parameters).map(\.label) == ["3", "1", "4", "0", "2"])
        parameters.maxResults = 3
        #expect(try await locator.geocode(forSearchText: "A", using: parameters).map(\.label) == ["3", "1", "4"])
        var few = SuggestParameters()
        few.maxResults = 3
        #expect(try await locator.suggest(forSearchText: "A", parameters: few).map(\.label) == ["0", "1", "2"])
    }

    @Test func `an address of old servers is read by its parts`() async throws {
        let answer = #"{"address":{"Street":"771 Cedar St","City":"Redlands","ZIP":92373},"location":{"x":1,"y":2}}"#
        let locator = StubbedLocator(["reverseGeocode": answer]).task
        let result = try await locator.reverseGeocode(forLocation: MapPoint(latitude: 2, longitude: 1)).first
        #expect(result?.label == "771 Cedar St, Redlands, 92373")
        // The service's own reference holds where the answer names none.
        #expect(result?.location?.spatialReference == .wgs84)
    }

    @Test(arguments: [
        "candidates_downing_street", "candidates_lax_102100", "candidates_lax_4326", "candidates_no_extent_clientmodified",
        "candidates_paris_gambetta_outfields_all", "spec_candidates", "candidates_empty",
    ]) func `recorded candidates are all read`(name: String) async throws {
        guard let text = StubbedLocator.fixture("\(name).json") else { return print("skipped: no fixtures") }
        let count = try JSONValue(parsing: text)["candidates"]?.array?.count
        let results = try await StubbedLocator(["findAddressCandidates": text]).task.geocode(forSearchText: "x")
        #expect(results.count == count && results.allSatisfy { $0.location?.spatialReference != nil })
    }

    @Test(arguments: ["reverse_la_airport", "reverse_paris_gambetta", "reverse_paris_legacy_null_postalext"])
    func `recorded addresses are all read`(name: String) async throws {
        guard let text = StubbedLocator.fixture("\(name).json") else { return print("skipped: no fixtures") }
        let locator = StubbedLocator(["reverseGeocode": text]).task
        let results = try await locator.reverseGeocode(forLocation: MapPoint(latitude: 2, longitude: 1))
        #expect(results.count == 1 && results[0].label != "" && results[0].location != nil)
    }

    @Test func `recorded suggestions are all read`() async throws {
        guard let text = StubbedLocator.fixture("suggest_lax.json") else { return print("skipped: no fixtures") }
        let count = try JSONValue(parsing: text)["suggestions"]?.array?.count
        #expect(try await StubbedLocator(["suggest": text]).task.suggest(forSearchText: "x").count == count)
    }

    @Test func `what a locator says of how it finds things is kept in its own words`() async throws {
        let metadata = """
            {"capabilities":"Geocode","locatorProperties":{"MinimumMatchScore":"60","SideOffset":20.5,"MaxBatchSize":1000,
             "WriteXYCoordFields":true,"EndOffset":null,"Others":{"a":1},"SideOffsetUnits":""}}
            """
        let locator = StubbedLocator(metadata: metadata).task
        try await locator.load()
        let expected = [
            "MinimumMatchScore": "60", "SideOffset": "20.5", "MaxBatchSize": "1000", "WriteXYCoordFields": "true",
            "SideOffsetUnits": "",
        ]
        #expect(locator.info?.properties == expected)
        let silent = StubbedLocator(metadata: #"{"capabilities":"Geocode"}"#).task
        try await silent.load()
        #expect(silent.info?.properties == [:])
    }

    @Test func `recorded metadata is read`() async throws {
        guard let text = StubbedLocator.fixture("geocodeserver_sandiego_metadata.json") else {
            return print("skipped: no fixtures")
        }
        let locator = StubbedLocator(metadata: text).task
        try await locator.load()
        let info = try #require(locator.info)
        #expect(info.version == "10.41" && info.singleLineField == "SingleLine" && info.supportsSuggestions)
        #expect(info.maximumBatchSize == 1000 && info.suggestedBatchSize == 150 && info.resultFields.count == 16)
    }

    @Test(arguments: [
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2},"score":100.0000001}],"spatialReference":{}}"#,
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2},"score":100}],"error":false}"#,
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2,"spatialReference":{}},"score":100}],"error":null}"#,
        "{\"candidates\":[{\"address\":\"A\",\"location\":{\"x\":1,\"y\":2},\"score\":100}]}\r\n\t \n",
        #"{"candidates":[{"address":"A","location":{"x":1,"y":2},"score":100}],"spatialReference":{"wkt":"GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]"}}"#,
    ])
    func `what is said in an unusual way means the same`(answer: String) async throws {
        var parameters = GeocodeParameters()
        parameters.outputSpatialReference = .wgs84
        let results = try await StubbedLocator(["findAddressCandidates": answer]).task.geocode(
            forSearchText: "A", using: parameters)
        #expect(results.map(\.label) == ["A"] && results.first?.score == 100 && results.first?.location?.x == 1)
    }

    @Test func `a suggestion without a letter is passed over, and 0 and 1 are flags`() async throws {
        let answer = #"{"suggestions":[{"text":"A","magicKey":"k","isCollection":1},{"text":" "},{"text":"B","isCollection":0}]}"#
        let suggestions = try await StubbedLocator(["suggest": answer]).task.suggest(forSearchText: "a")
        #expect(suggestions.map(\.label) == ["A", "B"] && suggestions.map(\.isCollection) == [true, false])
    }

    @Test func `a row that says that it is unmatched needs no score`() async throws {
        let answer = #"{"locations":[{"address":"","attributes":{"ResultID":0,"Status":"U"}}]}"#
        let matches = try await StubbedLocator(["geocodeAddresses": answer]).task.geocodeAddresses(StubbedLocator.records(1))
        #expect(matches.map(\.status) == [.unmatched])
    }
}
