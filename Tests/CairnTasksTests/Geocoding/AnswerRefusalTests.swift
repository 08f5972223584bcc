import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// An answer that does not say what it must is an error, and never "nothing found".
@Suite(.timeLimit(.minutes(10)))
struct AnswerRefusalTests {
    private static let place = #""location":{"x":1,"y":2}"#

    private static func candidate(_ members: String) -> String { "{\"candidates\":[{\(members)}]}" }

    @Test(arguments: [
        ("{}", "it has no candidates"), ("[]", "it is no object"), ("null", "it is no object"), ("5", "it is no object"),
        (#"{"candidates":null}"#, "it has no candidates"), (#"{"candidates":{}}"#, "candidates is no list"),
        (#"{"candidates":"none"}"#, "candidates is no list"), (#"{"candidates":[null]}"#, "candidates[0] is no object"),
        (#"{"candidates":["A"]}"#, "candidates[0] is no object"), (#"{"candidates":[{}]}"#, "candidates[0] has no"),
        (candidate(#""address":"A","score":90"#), "candidates[0] has no location"),
        (candidate(#""address":"A","score":90,"location":null"#), "candidates[0] has no location"),
        (candidate(#""address":"A","score":90,"location":{}"#), "candidates[0] has no location"),
        (candidate(#""address":"A","score":90,"location":{"x":"NaN","y":"NaN"}"#), "candidates[0] has no location"),
        (candidate(#""address":"A","score":90,"location":{"x":1}"#), "candidates[0].location"),
        (candidate(#""address":"A","score":90,"location":{"x":1,"y":[2]}"#), "candidates[0].location"),
        (candidate(#""address":"A","score":90,"location":"1,2""#), "candidates[0].location is no object"),
        (
            candidate(#""address":"A","score":90,"location":{"x":1e300,"y":2,"spatialReference":{"wkid":4326}}"#),
            "no place on Earth"
        ),
        (candidate("\"address\":\"A\",\(place)"), "candidates[0] has no score"),
        (candidate("\"address\":\"A\",\(place),\"score\":null"), "candidates[0] has no score"),
        (candidate("\"address\":\"A\",\(place),\"score\":\"high\""), "candidates[0].score is no number"),
        (candidate("\"address\":\"A\",\(place),\"score\":\"NaN\""), "candidates[0].score is no number"),
        (candidate("\"address\":\"A\",\(place),\"score\":1e300"), "candidates[0].score is not within 0…100"),
        (candidate("\"address\":\"A\",\(place),\"score\":-5"), "candidates[0].score is not within 0…100"),
        (candidate("\(place),\"score\":90"), "candidates[0] has no address"),
        (candidate("\"address\":[],\(place),\"score\":90"), "candidates[0].address is no text"),
        (candidate("\"address\":\"A\",\(place),\"score\":90,\"attributes\":[]"), "candidates[0].attributes is no object"),
        (candidate("\"address\":\"A\",\(place),\"score\":90,\"extent\":7"), "candidates[0].extent is no object"),
        (candidate("\"address\":\"A\",\(place),\"score\":90,\"extent\":{\"xmin\":1}"), "candidates[0].extent"),
        (#"{"candidates":[],"spatialReference":{"wkid":1e300}}"#, "spatialReference.wkid is no whole number"),
        (#"{"candidates":[],"spatialReference":"x"}"#, "spatialReference"),
    ]) func `candidates that say nothing are refused`(answer: String, words: String) async throws {
        let locator = StubbedLocator(["findAddressCandidates": answer]).task
        await #expect {
            try await locator.geocode(forSearchText: "A")
        } throws: {
            isRefusal($0, of: "findAddressCandidates", saying: words)
        }
    }

    @Test(arguments: ["f", "token", "F", "maxLocations", "outFields", "addresses"])
    func `the parameter of an address is none that means something else`(name: String) async throws {
        let metadata = "{\"singleLineAddressField\":{\"name\":\"\(name)\"},\"capabilities\":\"Geocode\"}"
        await #expect {
            try await StubbedLocator(metadata: metadata).task.load()
        } throws: {
            isRefusal($0, of: "GeocodeServer", saying: "singleLineAddressField.name is a parameter of another meaning")
        }
    }

    @Test(arguments: [
        ("{}", "it has no suggestions"), (#"{"suggestions":null}"#, "it has no suggestions"),
        (#"{"suggestions":{"text":"A"}}"#, "suggestions is no list"), (#"{"suggestions":["A"]}"#, "suggestions[0] is no object"),
        (#"{"suggestions":[{"text":"A"},{}]}"#, "suggestions[1] has no text"),
        (#"{"suggestions":[{"text":null,"magicKey":"k"}]}"#, "suggestions[0] has no text"),
        (#"{"suggestions":[{"text":["A"]}]}"#, "suggestions[0].text is no text"),
        (#"{"suggestions":[{"text":"A","magicKey":{}}]}"#, "suggestions[0].magicKey is no text"),
        (#"{"suggestions":[{"text":"A","isCollection":"perhaps"}]}"#, "suggestions[0].isCollection is neither true nor false"),
    ]) func `suggestions that say nothing are refused`(answer: String, words: String) async throws {
        let locator = StubbedLocator(["suggest": answer]).task
        await #expect {
            try await locator.suggest(forSearchText: "a")
        } throws: {
            isRefusal($0, of: "suggest", saying: words)
        }
    }

    @Test(arguments: [
        ("{}", "it has no address"), (#"{"address":null,"location":{"x":1,"y":2}}"#, "it has no address"),
        (#"{"address":"Main St","location":{"x":1,"y":2}}"#, "address is no object"),
        (#"{"address":{},"location":{"x":1,"y":2}}"#, "address is empty"),
        (#"{"address":{"Match_addr":"","City":null},"location":{"x":1,"y":2}}"#, "address is empty"),
        (#"{"address":{"Match_addr":[1]},"location":{"x":1,"y":2}}"#, "address.Match_addr is no text"),
        (#"{"address":{"Match_addr":"A"}}"#, "it has no location"),
        (#"{"address":{"Match_addr":"A"},"location":{"x":"NaN","y":"NaN"}}"#, "it has no location"),
        (#"{"address":{"Match_addr":"A"},"location":{"x":1,"y":"Infinity"}}"#, "location"),
        (#"{"address":{"Match_addr":"A"},"location":{"x":1,"y":2,"spatialReference":{"wkid":1e300}}}"#, "whole number"),
    ]) func `an address that says nothing is refused`(answer: String, words: String) async throws {
        let locator = StubbedLocator(["reverseGeocode": answer]).task
        await #expect {
            try await locator.reverseGeocode(forLocation: MapPoint(latitude: 2, longitude: 1))
        } throws: {
            isRefusal($0, of: "reverseGeocode", saying: words)
        }
    }

    private static func rows(_ rows: String...) -> String { "{\"locations\":[\(rows.joined(separator: ","))]}" }

    private static func found(_ id: String) -> String {
        "{\"address\":\"A\",\(place),\"score\":90,\"attributes\":{\"ResultID\":\(id),\"Status\":\"M\"}}"
    }

    @Test(arguments: [
        ("{}", "it has no locations"), (#"{"locations":null}"#, "it has no locations"), ("[]", "it is no object"),
        (#"{"locations":{}}"#, "locations is no list"), (rows(), "it has 0 of 2 results"),
        (rows("null"), "locations[0] is no object"),
        (rows(found("0")), "it has 1 of 2 results"),
        (rows(found("0"), found("0")), "locations[1].attributes.ResultID is doubled"),
        (rows(found("0"), found("1"), found("1")), "is doubled"), (rows(found("0"), found("2")), "ResultID is that of no record"),
        (rows(found("0"), found("-1")), "ResultID is that of no record"),
        (rows(found("0"), found("1e300")), "locations[1].attributes.ResultID is no whole number"),
        (rows(found("0"), found("0.5")), "ResultID is no whole number"), (rows(found("0"), found("\"b\"")), "is no whole number"),
        (rows(found("0"), found("null")), "locations[1] has no attributes.ResultID"),
        (rows(found("0"), "{\"address\":\"A\",\(place),\"score\":90}"), "locations[1] has no attributes.ResultID"),
        (
            rows(found("0"), #"{"address":"","score":0,"attributes":{"Status":"M"}}"#, found("1")),
            "it has 3 results for 2 records"
        ),
        (
            rows(found("0"), #"{"address":"A","score":90,"attributes":{"ResultID":1,"Status":"M"}}"#),
            "locations[1] has no location"
        ),
        (rows(found("0"), #"{"address":"A","score":90,"attributes":{"ResultID":1}}"#), "locations[1] has no location"),
        (rows(found("0"), #"{"address":"","attributes":{"ResultID":1,"Status":"M"}}"#), "locations[1] has no score"),
        (rows(found("0"), #"{"address":"","score":"x","attributes":{"ResultID":1,"Status":"U"}}"#), "score is no number"),
        (rows(found("0"), "{\(place),\"score\":90,\"attributes\":{\"ResultID\":1}}"), "locations[1] has no address"),
        (rows(found("0"), #"{"score":0,"attributes":{"ResultID":1,"Status":{}}}"#), "locations[1].attributes.Status is no text"),
        (rows(found("0"), #"{"score":0,"attributes":"none"}"#), "locations[1].attributes is no object"),
    ]) func `a batch's answer that leaves a record out is refused`(answer: String, words: String) async throws {
        let locator = StubbedLocator(["geocodeAddresses": answer]).task
        await #expect {
            try await locator.geocodeAddresses(StubbedLocator.records(2))
        } throws: {
            isRefusal($0, of: "geocodeAddresses", saying: words)
        }
    }

    @Test(arguments: [
        "{}", #"{"currentVersion":11}"#, "[]", "null", #"{"currentVersion":10.9,"capabilities":"Map,Query,Data","layers":[]}"#,
        #"{"addressFields":[],"capabilities":null}"#, #"{"addressFields":"Street"}"#, #"{"addressFields":[{"alias":"Street"}]}"#,
        #"{"capabilities":"Geocode","singleLineAddressField":"SingleLine"}"#,
        #"{"capabilities":"Geocode","singleLineAddressField":{"alias":"Line"}}"#,
        #"{"capabilities":"Geocode","spatialReference":{"wkid":1e300}}"#, #"{"capabilities":["Geocode"]}"#,
        #"{"capabilities":"Geocode","candidateFields":{}}"#, #"{"capabilities":"Geocode","countries":[1,{}]}"#,
        #"{"capabilities":"Geocode","locatorProperties":[]}"#,
    ]) func `what is not the metadata of a geocode service is refused`(metadata: String) async throws {
        let locator = StubbedLocator(metadata: metadata).task
        await #expect {
            try await locator.load()
        } throws: {
            isRefusal($0, of: "GeocodeServer")
        }
    }

    @Test func `nothing that the server says stands in the error`() async throws {
        let answer = #"{"candidates":[{"address":"\u001b[2J secret","score":"\u001b[31m","location":{}}]}"#
        let locator = StubbedLocator(["findAddressCandidates": answer]).task
        await #expect {
            try await locator.geocode(forSearchText: "A")
        } throws: {
            let text = "\($0) \($0.localizedDescription)"
            return $0 is TransportError && !text.contains("\u{1b}") && !text.contains("secret")
        }
    }

    @Test(arguments: [
        #"{"error":{"code":400,"message":"Unable to find address locator 'X' in the workspace.","details":[]}}"#,
        #"{"address":{"Loc_name":"World","Addr_type":"PointAddress","CountryCode":"USA","AddNum":"380"},"location":{"x":1,"y":2}}"#,
        #"{"candidates":[]}"#,
    ])
    func `what does not say what is at a place is neither nothing nor an address`(answer: String) async throws {
        let task = StubbedLocator(["reverseGeocode": answer]).task
        await #expect(throws: (any Error).self) {
            try await task.reverseGeocode(forLocation: MapPoint(latitude: 2, longitude: 1))
        }
    }
}
