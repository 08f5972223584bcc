import CairnCore
import Foundation
import Testing

struct JSONValueTests {
    @Test(arguments: [
        "null", "true", "[]", "{}", "-0.5", "9007199254740993", #""\"\\\n\t""#, #"{"a":[1,2.5,"x",null,{"b":false}]}"#, #""😀ß""#,
    ])
    func `what is read is written the same`(text: String) throws {
        #expect(try JSONValue(parsing: text).text() == text)
    }

    @Test(arguments: [
        (" \u{FEFF}[ 1 , 2 ] \n", "[1,2]"), ("1e3", "1000"), (#""\u00e9\ud83d\ude00\/""#, #""é😀/""#),
        (#""\ud83d x""#, "\"\u{FFFD} x\""),
        (#"{"a":1,"a":2}"#, #"{"a":2}"#), ("123456789012345678901234567890123456789012345", "1.2345678901234567e+44"),
    ])
    func `other spellings mean the same`(text: String, expected: String) throws {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        #expect(try JSONValue(parsing: trimmed).text() == expected)
    }

    @Test(arguments: [
        "", " ", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "tru", "nul", "1.", ".5", "+1", "--1", "1e", "\"", "\"\\x\"",
        "\"\\u12\"",
        "\"\n\"", "[1] 2", "NaN", "Infinity", "1e999", "'a'",
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    }

    @Test func `invalid UTF-8 in a string is refused`() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22] as [UInt8]) }
    }

    @Test func `nesting is bounded`() throws {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        _ = try JSONValue(parsing: deep)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[\(deep)]") }
    }

    @Test func `numbers are what they can be exactly`() throws {
        #expect(try JSONValue(parsing: "1500000000000").int == 1_500_000_000_000)
        #expect(try JSONValue(parsing: "3.0").int == 3)
        #expect(try JSONValue(parsing: "3.5").int == nil)
        #expect(JSONValue.number(.nan).text() == "null")
    }

    @Test func `keys are written in order, and prettily if asked`() {
        let value: JSONValue = ["b": 1, "a": [true]]
        #expect(value.text() == #"{"a":[true],"b":1}"#)
        #expect(value.text(pretty: true) == "{\n  \"a\": [\n    true\n  ],\n  \"b\": 1\n}")
    }

    @Test func `codable values go through`() throws {
        struct Thing: Codable, Equatable {
            var name: String
            var when: Date
            var none: Int?
        }
        let thing = Thing(name: "x", when: Date(timeIntervalSince1970: 1.5), none: nil)
        let json = try JSONValue(encoding: thing)
        #expect(json["when"]?.double == 1500)
        #expect(try json.decode(Thing.self) == thing)
        #expect(try JSONDecoder().decode(JSONValue.self, from: json.data()) == json)
    }

    @Test func `random bytes never trap`() {
        var state: UInt64 = 7
        let base = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",null,true,{"b":[]}]}"#.utf8)
        for _ in 0..<5000 {
            var bytes = base
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            if let value = try? JSONValue(parsing: bytes) { _ = try? JSONValue(parsing: value.data()) }
        }
    }
}
