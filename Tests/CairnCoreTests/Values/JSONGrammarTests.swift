import CairnCore
import Foundation
import Testing

/// RFC 8259, to the letter.
struct JSONGrammarTests {
    @Test(arguments: [
        ("01", 0), ("-01", 1), ("00", 0), ("1.", 2), ("1.e5", 2), (".5", 0), ("-", 1), ("-.5", 1), ("+1", 0), ("1e", 2),
        ("1e+", 3),
        ("1E-", 3), ("--1", 1), ("1.5.2", 3), ("1e5.2", 3), ("1e5e2", 3), ("0x10", 1), ("1_000", 1), ("-Infinity", 1), ("NaN", 0),
        ("[1,]", 3), ("[,1]", 1), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5), ("[1 2]", 3), ("[1}", 2), ("{\"a\":1]", 6), ("]", 0),
        (#""\u+041""#, 3), (#""\u 041""#, 3), (#""\u04""#, 5), (#""\u004g""#, 6), (#""\u-001""#, 3), (#""\ud83d\u+e00""#, 9),
        (#""\a""#, 2), (#""\U0041""#, 2), (#""\"#, 2), (#""a"#, 2), ("\"\u{0}\"", 1), ("\"a\tb\"", 2), ("\"\\n\n\"", 3),
        ("\"\u{1F}\"", 1),
        ("\u{0}1", 0), ("1\u{0}", 1), ("\u{A0}1", 0), ("1\u{B}", 1), ("\u{C}1", 0), ("// 1", 0), ("1 // x", 2), ("True", 0),
        ("truee", 4), ("nul", 0), ("'a'", 0), ("{a:1}", 1), ("1e309", 0), ("-1e999", 0), ("", 0), (" ", 1), ("[", 1), ("{", 1),
        ("[1", 2), ("{\"a\":", 5),
    ])
    func `what is against the standard is refused, with the place`(text: String, offset: Int) throws {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.offset == offset, "\(String(describing: error))")
        #expect(!StrictJSON.accepts(Array(text.utf8)))
    }

    @Test(arguments: [
        "0", "-0", "0.0e-0", "-0.0E+0", "1E+2", "1e2", "1E2", "0e0", "0.5", "-1.25e-3", "10", "1e-400", "1e308", "\t1\r\n ",
        "\"\"",
        #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "\"\u{7F}\u{2028}\u{10FFFF}\"", "[]", "[ ]", "{}", "{ }", #"{"":{"":[]}}"#,
        "[[],{},\"\",0,null]", "9007199254740993", "18446744073709551616", "1.000000000000000000000000000000000000000000001",
    ])
    func `what is by the standard is read`(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(try JSONValue(parsing: value.data()).text() == value.text())
        #expect(StrictJSON.accepts(Array(text.utf8)))
    }

    @Test(arguments: [
        (#"{"\u00e9":1,"e\u0301":2}"#, 12), (#"{"e\u0301":2,"a":0,"\u00e9":1}"#, 19), (#"[{"b":[{"\u212b":3,"\u00c5":4}]}]"#, 19),
    ])
    func `a second name that is equal in other bytes is refused, for one of the two would be lost`(text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.offset == offset, "\(String(describing: error))")
    }

    @Test(arguments: [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a":1,"b":[{"a":7,"c":1,"a":8}],"a":2}"#])
    func `of names that are the same the last counts`(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value["a"] == 2)
        #expect(value["b"]?[0]?["a"] ?? 8 == 8)
    }

    @Test(arguments: ["{\"NAME\" 1}", "{\"NAME\"", "{\"a\":{\"NAME\"]}", "{\"\u{1F468}\u{301}NAME\";1}"])
    func `a refusal quotes no more of a name than a line takes`(text: String) throws {
        let name = "\u{7F}\u{85}\u{2028}\u{202E}\\r\\n\\u001b" + String(repeating: "n", count: 1_000_000)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.replacing("NAME", with: name)) }
        let description = try #require(error?.description)
        #expect(description.count < 160 && !description.contains(String(repeating: "n", count: 41)))
        #expect(
            description.unicodeScalars.allSatisfy {
                ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
            })
        #expect(description.contains("\\u{7F}"))
    }

    @Test func `generated documents come back, and mean what Foundation reads in them`() throws {
        var generator = DocumentGenerator(random: Random(seed: 21))
        for _ in 0..<1500 {
            let text = generator.document()
            let value = try JSONValue(parsing: text)
            #expect(StrictJSON.accepts(Array(text.utf8)), "\(text)")
            #expect(try JSONValue(parsing: value.data()).isSame(as: value), "\(text)")
            #expect(try JSONValue(parsing: value.data(pretty: true)).isSame(as: value), "\(text)")
            let foundation = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(value.isSame(asFoundation: foundation), "\(text)")
        }
    }

    @Test func `documents with bytes changed are refused exactly where the standard is broken`() {
        var generator = DocumentGenerator(random: Random(seed: 22)), random = Random(seed: 23)
        let alphabet = Array("0123456789+-.eE\"\\/{}[],: \n\tutrfalsn\u{1}".utf8) + [0x80, 0xC3, 0xFF, 0xE2]
        var accepted = 0
        for _ in 0..<4000 {
            var bytes = Array(generator.document().utf8)
            for _ in 0...random.next() % 3 { random.change(&bytes, alphabet) }
            let value = try? JSONValue(parsing: bytes)
            #expect((value != nil) == StrictJSON.accepts(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            if value != nil { accepted += 1 }
        }
        #expect(accepted > 200, "both sides were tried")
    }
}

extension Random {
    fileprivate mutating func change(_ bytes: inout [UInt8], _ alphabet: [UInt8]) {
        let place = Int(next() % UInt64(bytes.count + 1))
        switch next() % 3 {
        case 0: bytes.insert(pick(alphabet), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        default: if place < bytes.count { bytes[place] = pick(alphabet) }
        }
    }
}

/// Makes documents by the grammar, with space where it may be and every way to spell a string or a number.
private struct DocumentGenerator {
    var random: Random

    mutating func document() -> String { space() + value(room: 4) + space() }

    private mutating func value(room: Int) -> String {
        switch random.next() % (room > 0 ? 7 : 5) {
        case 0: random.pick(["true", "false", "null"])
        case 1, 2: number()
        case 3, 4: string(named: "")
        case 5: "[" + space() + list { $0.value(room: room - 1) + $0.space() } + "]"
        default: object(room: room - 1)
        }
    }

    private mutating func object(room: Int) -> String {
        var count = 0
        return "{" + space()
            + list {
                count += 1
                return $0.string(named: "\(count)") + $0.space() + ":" + $0.space() + $0.value(room: room) + $0.space()
            } + "}"
    }

    private mutating func list(_ item: (inout Self) -> String) -> String {
        (0..<random.next() % 5).map { _ in item(&self) }.joined(separator: "," + space())
    }

    private mutating func number() -> String {
        let whole = random.pick(["0", "7", "10", "42", "9007199254740993", "-0", "-1", "123456789012", "18446744073709551615"])
        let fraction = random.pick(["", "", ".0", ".5", ".000", ".1234567890123456789", ".30000000000000004"])
        return whole + fraction + random.pick(["", "", "e0", "E+2", "e-7", "e20", "E-00"])
    }

    private mutating func string(named name: String) -> String {
        let parts = [
            "a", "ß", "日", "😀", " ", "/", "\\/", "\\\"", "\\\\", "\\n", "\\t", "\\b", "\\f", "\\r", "\\u0041", "\\ud83d\\uDE00",
            "\\u0000",
        ]
        return "\"" + name + (0..<random.next() % 6).map { _ in random.pick(parts) }.joined() + "\""
    }

    private mutating func space() -> String { random.pick(["", "", "", " ", "\n", "\t\r\n "]) }
}

extension JSONValue {
    /// Equal, but that a whole number may be written without its point.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { name, value in b[name].map { value.isSame(as: $0) } ?? false }
        case (.number, _), (_, .number): decimal == other.decimal && double == other.double
        default: self == other
        }
    }

    fileprivate func isSame(asFoundation other: Any) -> Bool {
        switch self {
        case .null: other is NSNull
        case .bool(let flag): (other as? Bool) == flag
        case .string(let text): (other as? String) == text
        case .array(let elements):
            (other as? [Any]).map { $0.count == elements.count && zip(elements, $0).allSatisfy { $0.isSame(asFoundation: $1) } }
                ?? false
        case .object(let members):
            (other as? [String: Any]).map { other in
                other.count == members.count
                    && members.allSatisfy { name, value in other[name].map { value.isSame(asFoundation: $0) } ?? false }
            } ?? false
        case .integer, .number, .decimal:
            // Foundation's long numbers are decimal ones, whose Double is not always the nearest.
            (other as? NSNumber).map { $0.doubleValue == double || $0.decimalValue == decimal } ?? false
        }
    }
}
