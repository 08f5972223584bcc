package import Foundation

extension JSONValue {
    /// The JSON form of an encodable value; dates become epoch milliseconds, exact to the microsecond.
    ///
    /// - Throws: `EncodingError`, also for numbers that are not finite; ``JSONSyntaxError`` for what Foundation writes and
    ///   nothing here reads, such as nesting deeper than ``maximumDepth``; what the value itself throws.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in try JSONValue(milliseconds: date).encode(to: encoder) }
        self = try JSONValue(parsing: encoder.encode(value))
    }

    /// Decodes a value from this JSON; dates are read as epoch milliseconds, exact to the microsecond.
    ///
    /// - Throws: `DecodingError`; what the type itself throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Self.date(from: $0) }
        return try decoder.decode(type, from: data())
    }

    private static func date(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let milliseconds = try container.decode(Double.self)
        // From here on a Double does not tell one microsecond from the next.
        guard abs(milliseconds) >= 0x1p42 else { return Date(milliseconds: milliseconds) }
        return (try? container.decode(Decimal.self)).flatMap { JSONValue.decimal($0).date } ?? Date(milliseconds: milliseconds)
    }
}

extension JSONValue {
    /// A moment as epoch milliseconds, with up to three decimals for the microseconds.
    package init(milliseconds date: Date) {
        guard let microseconds = date.microseconds else {
            self = .number(date.timeIntervalSince1970 * 1000)
            return
        }
        let milliseconds = Double(microseconds) / 1000
        if microseconds.isMultiple(of: 1000) {
            self = .integer(microseconds / 1000)
        } else if Int(rounding: milliseconds * 1000) == microseconds {
            self = .number(milliseconds)
        } else {
            self = .decimal(Decimal(microseconds) / 1000)
        }
    }

    /// The moment that this number means as epoch milliseconds, to the microsecond.
    package var date: Date? {
        switch self {
        case .integer(let value): Date(wholeMilliseconds: value)
        case .number(let value): Date(milliseconds: value)
        case .decimal(let value):
            Self.microseconds(of: value).map(Date.init(microseconds:)) ?? double.map(Date.init(milliseconds:))
        default: nil
        }
    }

    private static func microseconds(of milliseconds: Decimal) -> Int? {
        var (exact, rounded) = (milliseconds * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return Int(rounded.description)
    }
}
