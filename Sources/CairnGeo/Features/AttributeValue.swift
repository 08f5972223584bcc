public import CairnCore
public import Foundation

/// The value of one attribute of a feature.
public enum AttributeValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int)
    /// A number.
    case double(Double)
    /// Text.
    case string(String)
    /// A moment; on the wire it is milliseconds since 1970 in UTC.
    case date(Date)

    /// The text, or nil if this is no text.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number, or nil if this is no number.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The whole number, or nil if this is none.
    public var int: Int? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value as people read it; null is empty, dates are ISO 8601, with milliseconds if they have any.
    public var text: String {
        switch self {
        case .null: ""
        case .integer(let value): String(value)
        case .double(let value): (abs(value) < 1e15 ? Int(exactly: value) : nil).map(String.init) ?? String(value)
        case .string(let value): value
        case .date(let value): Self.text(of: value)
        }
    }

    private static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        // Seconds as a Double are mostly a little off the milliseconds that they mean.
        guard abs(seconds) < 1e13, let milliseconds = Int(rounding: seconds * 1000) else { return date.formatted(.iso8601) }
        let fraction = (milliseconds % 1000 + 1000) % 1000
        let text = Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1000)).formatted(.iso8601)
        if fraction == 0 { return text }
        let digits = String(fraction)
        return text.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }
}

extension AttributeValue {
    /// Reads a value as servers write it; with the field's type a number can be a date.
    public init(esriJSON json: JSONValue, type: FieldType? = nil) {
        if type == .date, let date = json.date {
            self = .date(date)
            return
        }
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .string(let text): self = .string(text)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .double(value)
        case .decimal: self = .double(json.double ?? .nan)
        case .array, .object: self = .string(json.text())
        }
    }

    /// The value as servers write it.
    public var esriJSON: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .double(let value): .number(value)
        case .string(let value): .string(value)
        case .date(let value): Self.milliseconds(of: value)
        }
    }
}

extension AttributeValue {
    /// Whole ones, as servers keep them.
    private static func milliseconds(of date: Date) -> JSONValue {
        let milliseconds = date.timeIntervalSince1970 * 1000
        return Int(rounding: milliseconds).map { .integer($0) } ?? .number(milliseconds)
    }
}

extension AttributeValue: Codable {
    /// Reads a JSON value; dates come back as numbers.
    public init(from decoder: any Decoder) throws {
        self.init(esriJSON: try JSONValue(from: decoder))
    }

    /// Writes a JSON value.
    public func encode(to encoder: any Encoder) throws {
        try esriJSON.encode(to: encoder)
    }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
}
