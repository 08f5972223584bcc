import CairnCore
import Foundation
import Testing

struct JSONDatesTests {
    private func through(_ date: Date) throws -> Date {
        let json = try JSONValue(parsing: JSONValue(encoding: [date]).data())
        return try json.decode([Date].self)[0]
    }

    @Test(arguments: [
        (0, "0"), (1, "0.001"), (-1, "-0.001"), (1_700_000_000_123_456, "1700000000123.456"),
        (1_700_000_000_123_000, "1700000000123"),
        (1_700_000_000_000_001, "1700000000000.001"), (-1_700_000_000_123_450, "-1700000000123.45"),
        (1_500_000, "1500"), (253_402_300_799_000_000, "253402300799000"),
    ])
    func `a date is written as milliseconds, exact to the microsecond`(microseconds: Int, text: String) throws {
        let date = Date(microseconds: microseconds)
        #expect(try JSONValue(encoding: [date]).text() == "[\(text)]")
        #expect(try through(date) == date)
        #expect(date.microseconds == microseconds)
    }

    @Test func `whole milliseconds are read as before`() throws {
        #expect(try JSONValue(parsing: "[1500]").decode([Date].self) == [Date(timeIntervalSince1970: 1.5)])
        #expect(try JSONValue(parsing: "[1e3]").decode([Date].self) == [Date(timeIntervalSince1970: 1)])
    }

    @Test func `a date that went through once is the same ever after`() throws {
        var random = Random(seed: 31)
        for scale in [1, 1e3, 1e6, 1e9, 2e9, 5e9, 1e10, 2.5e11, 1e12, 9e12] {
            for _ in 0..<200 {
                let date = Date(timeIntervalSince1970: Double.random(in: -scale...scale, using: &random))
                let once = try through(date)
                #expect(abs(once.timeIntervalSince(date)) <= 0.5e-6 + 2 * date.timeIntervalSince1970.ulp)
                #expect(try through(once) == once)
            }
        }
    }

    @Test(arguments: [1e15, -1e15, 1e20, 1e300, -1e300]) func `an absurd date does not trap`(seconds: Double) throws {
        let once = try through(Date(timeIntervalSince1970: seconds))
        #expect(abs(once.timeIntervalSince1970 - seconds) <= seconds.magnitude * 1e-15)
    }

    @Test func `a date that is no number is refused`() {
        #expect(throws: EncodingError.self) { try JSONValue(encoding: [Date(timeIntervalSince1970: .nan)]) }
        #expect(throws: DecodingError.self) { try JSONValue(parsing: "[\"x\"]").decode([Date].self) }
        #expect(throws: DecodingError.self) { try JSONValue(parsing: "[true]").decode([Date].self) }
    }
}
