import CairnCore
import Foundation
import Testing

struct JSONNumbersTests {
    struct Numbers: Codable, Equatable {
        var long: UInt64
        var exact: Decimal
        var signed: Int64
        var double: Double
        var float: Float
    }

    private func throughText<Value: Codable>(_ value: Value) throws -> Value {
        try JSONValue(parsing: JSONValue(encoding: value).data()).decode()
    }

    @Test(arguments: [
        0, 1, 1 << 53, (1 << 53) + 1, 1 << 63, 9_223_372_036_854_776_000, 10_000_000_000_000_000_000, .max - 1, .max,
    ])
    func `a long unsigned number stays exact`(number: UInt64) throws {
        #expect(try throughText([number]) == [number])
    }

    @Test(arguments: [
        "12345678901234567890123456789012345678", "-99999999999999999999999999999999999999", "0.1", "123456789.12345678901234567",
        "0.12345678901234567890123456789012345678", "340282366920938463463374607431768211455", "1e120", "1.5e-100", "1e19",
        "79228162514264.33759354395033512345", "-0.000000000000000000000000000001",
    ])
    func `a decimal number stays exact`(text: String) throws {
        let number = try #require(Decimal(string: text))
        #expect(try throughText([number]) == [number])
        #expect(try JSONValue(encoding: number).decimal == number)
    }

    @Test func `the largest and the smallest decimal number stay exact`() throws {
        for number in [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude] {
            #expect(try throughText([number]) == [number])
        }
    }

    @Test func `any number of any type stays exact`() throws {
        var random = Random(seed: 11)
        for _ in 0..<2000 {
            let bits = random.next()
            let digits = "\(random.next())\(random.next())".prefix(Int(random.next() % 37) + 1)
            let point = digits.index(digits.startIndex, offsetBy: Int(random.next() % UInt64(digits.count)))
            let exact = try #require(Decimal(string: "\(digits[..<point])0.\(digits[point...])"))
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 7)), double = Double(bitPattern: random.next())
            let numbers = Numbers(
                long: bits >> (random.next() % 64), exact: exact, signed: Int64(bitPattern: bits),
                double: double.isFinite ? double : 0.1, float: float.isFinite ? float : 0.1)
            #expect(try throughText(numbers) == numbers)
        }
    }

    @Test(arguments: [
        ("18446744073709551615", JSONValue.decimal(Decimal(UInt64.max))), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)), ("1500000000000", .integer(1_500_000_000_000)), ("0", 0), ("-0", .number(-0.0)),
        ("-0.0", .number(-0.0)), ("0.1", 0.1), ("1e2", .number(100)), ("1e22", 1e22), ("1E+23", 1e23),
        ("1e-320", .number(Double("1e-320")!)),
        ("0.1000000000000000055511151231257827", .decimal(Decimal(string: "0.1000000000000000055511151231257827")!)),
        ("0.30000000000000004", .number(0.1 + 0.2)), ("1e-400", .number(0)), ("100000000000000000000", 1e20),
        ("9007199254740993.0", .integer(9_007_199_254_740_993)), ("1e0", .number(1)),
    ])
    func `a number is kept in the plainest form that says the same`(text: String, expected: JSONValue) throws {
        let value = try JSONValue(parsing: text)
        #expect(value == expected)
        #expect(value.double?.sign == expected.double?.sign)
        #expect(try JSONDecoder().decode(JSONValue.self, from: value.data()).double == expected.double)
    }

    @Test func `what is read is the nearest Double, whatever the spelling`() throws {
        var random = Random(seed: 12)
        for _ in 0..<5000 {
            let digits = String(random.next()).prefix(Int(random.next() % 19) + 1)
            let text = "\(digits)\(random.next() % 2 == 0 ? "" : ".5")e\(Int(random.next() % 60) - 30)".trimmingPrefix("0")
            guard let value = try? JSONValue(parsing: String(text)) else { continue }
            #expect(value.double == Double(text), "\(text)")
        }
    }

    @Test func `a long number has every accessor`() throws {
        let value = try JSONValue(parsing: "[12345678901234567890, 1234567890123456789.00000000000, 7, 0.1]")
        #expect(value[0]?.double == 12_345_678_901_234_567_168)
        #expect(value[0]?.int == nil)
        #expect(value[1]?.int == 1_234_567_890_123_456_789)
        #expect(value[1]?.decimal == Decimal(1_234_567_890_123_456_789))
        #expect(value[2]?.decimal == 7)
        #expect(value[3]?.decimal == Decimal(string: "0.1"))
        #expect(Set([value, value, 1]).count == 2)
        #expect(JSONValue.decimal(.nan).text() == "null")
    }

    @Test func `a decoder's numbers are those of the parser`() throws {
        let text = "[18446744073709551615,0.1234567890123456789,1e22,0.1,-0.0,0,7,10000000000000000000]"
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(decoded == (try JSONValue(parsing: text)))
        #expect(try JSONValue(parsing: JSONEncoder().encode(decoded)) == decoded)
    }

    @Test(arguments: [
        "13928187882964561.11", "1152921504606846977", "9007199254740993", "-9007199254740993.5", "9223372036854775807",
    ])
    func `a decoder's long number is that of the parser`(text: String) throws {
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(try decoded == JSONValue(parsing: text))
    }

    @Test func `a long number with a large exponent is kept exactly or as the nearest Double, and is never lost`() throws {
        var random = Random(seed: 13)
        for exponent in -170...170 {
            for count in 16...38 {
                let digits = "1" + (1..<count).map { _ in String(random.next() % 10) }.joined()
                let text = (random.next() % 2 == 0 ? "-" : "") + digits + "e\(exponent)"
                let value = try JSONValue(parsing: text)
                #expect(value.double == Double(text), "\(text)")
                #expect(value.decimal?.isFinite != false, "\(text)")
                if case .decimal(let decimal) = value { #expect(isSame(decimal, digits, exponent), "\(text)") }
                #expect(try JSONValue(parsing: value.text()) == value, "\(text)")
            }
        }
    }

    /// Compares as text, without any arithmetic.
    private func isSame(_ decimal: Decimal, _ digits: String, _ exponent: Int) -> Bool {
        let parts = decimal.magnitude.description.split(separator: ".")
        let written = (parts.joined() + String(repeating: "0", count: 200)).drop { $0 == "0" }
        let places = exponent + digits.count - (parts[0] == "0" ? -parts[1].prefix { $0 == "0" }.count : parts[0].count)
        return places == 0 && written.prefix(200) == (digits + String(repeating: "0", count: 200)).prefix(200)
    }

    @Test(arguments: ["235970914935993595e144", "-39465418725800892e132", "12345678901234567e128", "12345678901234567e145"])
    func `a number that a Decimal has no exponent for is the nearest Double`(text: String) throws {
        #expect(try JSONValue(parsing: text) == .number(try #require(Double(text))))
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).double == Double(text))
    }

    @Test func `what random Doubles print is read as the same`() throws {
        var random = Random(seed: 14)
        for _ in 0..<5000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let value = try JSONValue(parsing: number.description)
            #expect(value == .number(number) && value.decimal?.isFinite != false)
        }
    }
}
