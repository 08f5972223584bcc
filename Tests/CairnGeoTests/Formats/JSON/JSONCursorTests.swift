import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnGeo

struct JSONCursorTests {
    private func number(_ text: String, isWhole: Bool = true) throws -> (JSONNumber, Int) {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, isWhole: isWhole)
            return (try cursor.number(), cursor.position)
        }
    }

    @Test func `a number is the nearest there is`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<rounds(100_000, long: 20_000_000) {
            let whole = UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0..<64, using: &random), using: &random)
            var text = "\(whole)"
            let point = Int.random(in: 0..<text.count, using: &random)
            if point > 0 { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
            if Bool.random(using: &random) { text = "-" + text }
            let (value, end) = try number(text + " ")
            #expect(end == text.utf8.count)
            switch value {
            case .integer(let value): #expect(text.hasPrefix("\(value)") && Double(value) == Double(text), "\(text)")
            case .double(let value): #expect(value == Double(text), "\(text)")
            }
        }
    }

    @Test(arguments: [
        "0", "-0", "-0.0", "12.0", "1e3", "1E+3", "0.1", "9007199254740993", "9007199254740993.0",
        "123456789012345678901234567890",
    ])
    func `a number says what its tree says`(text: String) throws {
        let tree = try JSONValue(parsing: text)
        switch try number(text).0 {
        case .integer(let value): #expect(tree.int == value)
        case .double(let value): #expect(tree.double == value && tree.double?.sign == value.sign)
        }
    }

    @Test(arguments: ["01", "1.", ".5", "-", "+1", "1e", "--1", "1e999"])
    func `what is no number is refused`(text: String) {
        #expect(throws: JSONStop.self) { try number(text + ",") }
    }

    @Test(arguments: ["", "-", "1", "1.", "1.5", "1e", "1e5"])
    func `a number that may go on is not read yet`(text: String) {
        #expect { try number(text, isWhole: false) } throws: { if case .unfinished? = $0 as? JSONStop { true } else { false } }
    }

    @Test func `a text is found whatever stands around it, and wherever it begins`() throws {
        var random = SeededGenerator(seed: 2)
        let letters = ["a", "z", " ", "~", "\\\"", "\\\\", "\\u0041", "ä", "東", "\u{7F}", "/", "[", "]"]
        for _ in 0..<rounds(20_000, long: 1_000_000) {
            let content = (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
                .joined()
            let text = "\"\(content)\""
            let blanks = String(repeating: " ", count: Int.random(in: 0...9, using: &random))
            let read = try Array((blanks + text + "\"\\x").utf8).withUnsafeBufferPointer { bytes in
                var cursor = JSONCursor(bytes)
                _ = try cursor.next()
                return try cursor.string()
            }
            let tree = try JSONValue(parsing: text)
            #expect(tree.string == read)
        }
    }

    @Test func `lists within lists are passed without a stack`() throws {
        let text = String(repeating: "[", count: 1_000_000) + String(repeating: "]", count: 1_000_000)
        let length = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            return try cursor.passValue().count
        }
        #expect(length == text.utf8.count)
    }
}
