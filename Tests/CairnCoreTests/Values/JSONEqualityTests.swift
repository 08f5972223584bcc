import CairnCore
import Foundation
import Testing

/// Numbers are equal if, and only if, they are written the same.
struct JSONEqualityTests {
    private func throughText(_ value: JSONValue) throws -> JSONValue { try JSONValue(parsing: value.data()) }

    private func expectSame(_ value: JSONValue, _ other: JSONValue, _ comment: Comment? = nil) {
        #expect(value == other && other == value, comment)
        #expect(value.hashValue == other.hashValue, comment)
        #expect(value.text() == other.text(), comment)
    }

    @Test func `a random number of any type is equal to itself after a trip through text`() throws {
        var random = Random(seed: 41)
        for _ in 0..<3000 {
            let bits = random.next()
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits)), double = Double(bitPattern: bits)
            let whole = Int64(bitPattern: random.next()) >> (random.next() % 64), share = Double(whole) / 8
            let exponent = Int(random.next() % 120) - 100
            let decimal = Decimal(sign: bits % 2 == 0 ? .plus : .minus, exponent: exponent, significand: Decimal(random.next()))
            var values = try [JSONValue(encoding: whole), .integer(Int(whole)), .number(Double(whole)), .number(share)]
            values += try [JSONValue(encoding: share), JSONValue(encoding: decimal), .decimal(decimal), .decimal(Decimal(share))]
            if float.isFinite { values += try [JSONValue(encoding: float), .number(Double(float))] }
            if double.isFinite { values += try [JSONValue(encoding: double), .number(double)] }
            for value in values { expectSame(try throughText(value), value, "\(value)") }
        }
    }

    @Test func `larger Floats are equal to themselves after a trip through text`() throws {
        for float in [5.24658e7, 8.360622e11, -6.7173104e13, 1e16, -1e18, 1.2345679e18, 1e19, 1e38] as [Float] {
            let value = try JSONValue(encoding: [float])
            expectSame(try throughText(value), value, "\(float)")
            #expect(try throughText(value).decode() == [float])
        }
    }

    static let numbers: [JSONValue] = [
        0, 0.0, .number(-0.0), .decimal(0), 1, 1.0, -1, .number(-1), .decimal(1), .decimal(-1), 0.1, .integer(.max),
        .integer(.min),
        .number(0x1p53), .integer(1 << 53), .number(0x1p53 + 2), .integer((1 << 53) + 1), 1e15, .integer(1_000_000_000_000_000),
        1e16, .integer(10_000_000_000_000_000), .number(0x1p63), .number(-0x1p63), .decimal(Decimal(UInt64.max)), 1e22,
        .number(1e23),
        .integer(1_234_567_890_123_456_800), 1_234_567_890_123_456_800.0, 1.5,
        .decimal(Decimal(sign: .plus, exponent: -2, significand: 150)),
        .decimal(Decimal(string: "0.1")!), .decimal(Decimal(string: "0.00001")!), 0.00001, .decimal(Decimal(string: "1e22")!),
        .number(.leastNonzeroMagnitude),
        .decimal(Decimal(string: "0.1000000000000000055511151231257827")!), .number(0.1.nextUp),
        .number(.greatestFiniteMagnitude),
        .decimal(.greatestFiniteMagnitude), .decimal(Decimal(string: "12345678901234567890123456789012345678")!),
        .decimal(Decimal(string: "12345678901234567890123456789012345679")!),
        .decimal(Decimal(string: "9007199254740993")!),
    ]

    @Test(arguments: numbers) func `numbers are equal if and only if they are written the same`(number: JSONValue) throws {
        expectSame(try throughText(number), number)
        for other in Self.numbers {
            #expect((number == other) == (number.text() == other.text()), "\(number) \(other)")
            if number == other { expectSame(number, other) }
        }
    }

    @Test(arguments: [
        (52_465_800.0, 52_465_800), (1e16, 10_000_000_000_000_000), (1_234_567_890_123_456_800.0, 1_234_567_890_123_456_800),
        (-1e18, -1_000_000_000_000_000_000),
    ])
    func `a whole number is the same in every form`(number: Double, whole: Int) {
        expectSame(.number(number), .integer(whole))
        expectSame(.decimal(Decimal(whole)), .integer(whole))
        expectSame(["a": [.number(number)]], ["a": [.integer(whole)]])
    }

    @Test func `what is no number is equal to no number`() {
        let others: [JSONValue] = [.null, true, false, "1", "0", [], [1], [:], ["a": 1]]
        for other in others {
            #expect(others.filter { $0 == other }.count == 1)
            #expect(!Self.numbers.contains(other))
        }
        #expect(Set(others + others).count == others.count)
        #expect(["a": 1, "b": 2] as JSONValue == ["b": 2.0, "a": 1.0] && ["a": 1] as JSONValue != ["a": 1, "b": 1])
    }

    @Test(arguments: [JSONValue.number(.nan), .number(.infinity), .decimal(.nan)])
    func `what JSON cannot express is at least equal to itself`(value: JSONValue) {
        expectSame(value, value)
        #expect(value != .null && value != 0)
    }
}
