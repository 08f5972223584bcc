import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AnswerPartTests {
    private let url = URL(string: "https://example.com/rest/solve?token=secret")!

    private func answer(_ text: String) throws -> AnswerPart { AnswerPart(try JSONValue(parsing: text), of: url) }

    private func reason(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            guard let error = error as? TransportError, case .notUnderstood(let reason) = error.reason else { return "\(error)" }
            return reason
        }
    }

    @Test func `a refusal names the operation and the place, and is final`() throws {
        let part = try answer(#"{"routes":[{},{"length":"far"}]}"#)
        let error = #expect(throws: TransportError.self) { try part.required("routes").list()[1].required("length").number() }
        let words = "The answer of https://example.com/rest/solve was not understood: routes[1].length is no number."
        #expect(error?.description == words)
        #expect(error?.transience == .final)
    }

    @Test func `null is not there, and names may differ in case`() throws {
        let part = try answer(#"{"a":null,"Wkid":1,"WKID":2,"wkid2":3}"#)
        #expect(try part.optional("a") == nil)
        #expect(reason { try part.required("a") } == "it has no a")
        // Of several the first in order, so that the same answer always means the same.
        #expect(try part.required("wkid").wholeNumber() == 2)
        #expect(try part.required("Wkid").wholeNumber() == 1)
    }

    @Test func `numbers, words and Booleans may be text, and nothing else`() throws {
        let part = try answer(#"{"n":"4.0","w":7,"b":"True","x":[],"f":"0.5","e":" ","h":1e300,"i":"inf"}"#)
        #expect(try part.required("n").wholeNumber() == 4 && part.required("n").number() == 4)
        #expect(try part.required("w").text() == "7" && part.required("b").flag())
        #expect(reason { try part.required("x").number() } == "x is no number")
        #expect(reason { try part.required("x").text() } == "x is no text")
        #expect(reason { try part.required("x").flag() } == "x is neither true nor false")
        #expect(reason { try part.required("x").members() } == "x is no object")
        #expect(reason { try part.required("f").wholeNumber() } == "f is no whole number")
        #expect(reason { try part.required("h").wholeNumber() } == "h is no whole number")
        #expect(reason { try part.required("i").number() } == "i is no number")
        #expect(reason { try part.required("h").number(within: 0...1.5) } == "h is not within 0…1.5")
        #expect(reason { try part.required("e").filledText() } == "e is empty")
        #expect(reason { try part.list() } == "it is no list")
    }

    @Test func `spatial references are read in every form`() throws {
        #expect(try answer(#"{"wkid":"102100","latestWkid":3857}"#).spatialReference() == .webMercator)
        #expect(try answer("4326").spatialReference() == .wgs84)
        #expect(try answer(#"{"wkid":null,"wkt":"GEOGCS[]"}"#).spatialReference() == SpatialReference(wkt: "GEOGCS[]"))
        #expect(try answer("{}").spatialReference() == nil)
        #expect(reason { try answer(#"{"wkid":null}"#).spatialReference() } == "it has neither wkid nor wkt")
        #expect(reason { try answer(#"{"wkid":1e300}"#).spatialReference() } == "wkid is no whole number")
        #expect(reason { try answer(#"{"foo":1}"#).spatialReference() } == "it has neither wkid nor wkt")
        #expect(try answer(#"{"wkid":-5}"#).spatialReference()?.wkid == -5 && answer("-5").spatialReference()?.wkid == -5)
        #expect(try answer(#"{"wkid":0}"#).spatialReference() == nil)
        for text in [#"{"wkid":" "}"#, #"{"wkid":"","wkt":" "}"#] { #expect(try answer(text).spatialReference() == nil) }
        for text in [#""latestWkid":"""#, #""latestWkid":-1"#, #""wkt":{}"#, #""wkt":" ""#] {
            #expect(try answer("{\"wkid\":4326,\(text)}").spatialReference() == .wgs84)
        }
        #expect(try answer(#"{"wkid":0,"wkt":"GEOGCS[]"}"#).spatialReference()?.wkid == nil)
        #expect(try answer(#"{"wkid":-1,"wkt2":"GEOGCRS[]"}"#).spatialReference() == SpatialReference(wkt: "GEOGCRS[]"))
        #expect(try answer(#"{"latestWkid":3857}"#).spatialReference() == .webMercator)
    }

    @Test(arguments: ["{}", #"{"x":"NaN","y":"nan"}"#, #"{"x":null,"y":null}"#, #"{"x":"NaN"}"#])
    func `a place of nothing is none`(text: String) throws {
        #expect(try answer(text).place(in: .wgs84) == nil)
    }

    @Test(arguments: [
        (#"{"x":1}"#, "it has no y"), (#"{"x":"NaN","y":2}"#, "x is no number"), (#"{"x":1,"y":91}"#, "it is no place on Earth"),
        (#"{"x":-1e300,"y":2}"#, "it is no place on Earth"), ("[1,2]", "it is no object"),
    ]) func `half a place is refused, and so is one outside the Earth`(text: String, words: String) throws {
        #expect(reason { try answer(text).place(in: .wgs84) } == words)
    }

    @Test func `places and extents mean what they say of themselves, else what was handed down`() throws {
        let own = try answer(#"{"x":"1","y":2,"z":3,"spatialReference":{"wkid":102100}}"#)
        #expect(try own.place(in: .wgs84) == MapPoint(x: 1, y: 2, z: 3, spatialReference: .webMercator))
        let box = try answer(#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#)
        #expect(try box.extent(in: .wgs84)?.spatialReference == .wgs84)
        #expect(reason { try answer(#"{"xmin":1,"ymin":2,"xmax":3}"#).extent(in: nil) } == "it has no ymax")
    }
}
