public import Foundation

/// Any JSON document, as a value.
///
/// Whole numbers that fit are kept as integers, so that identifiers and epoch milliseconds stay exact; numbers that say
/// more than a `Double` can keep are kept as a `Decimal`. Numbers are equal if they are written the same, whatever their
/// form. Objects are written with their keys in order, so that equal values are equal bytes, but for text: as everywhere in
/// Swift, `"\u{E9}"` and `"e\u{301}"` are equal, and each is written as it is.
///
/// ```swift
/// let answer = try JSONValue(parsing: data)
/// let wkid = answer["spatialReference"]?["wkid"]?.int
/// ```
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number written without point or exponent.
    case integer(Int)
    /// Any other number: it means what its shortest text says, so that 0.1 is a tenth.
    case number(Double)
    /// A number with more digits than a `Double` keeps, such as `UInt64.max`. One that has more than a `Decimal` keeps,
    /// too, is read as the nearest ``number(_:)``.
    indirect case decimal(Decimal)
    /// Text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name. Of repeated names the last counts; names that are equal in other code points are refused when
    /// reading.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of that name; nil also where this is no object.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element at that index; nil also where there is none.
    public subscript(_ index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The text of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a Boolean.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The value of a number of any form; the nearest, where it has more digits than that.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let value): Double(value.description)
        default: nil
        }
    }

    /// The value of a whole number, however it is written.
    public var int: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        case .decimal(let value): Int(value.description)
        default: nil
        }
    }

    /// The value of a number of any form as its text says it.
    public var decimal: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .number(let value): NumberDigits(value.description)?.decimal
        case .decimal(let value): value
        default: nil
        }
    }

    /// The elements of a list.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSONValue {
    /// Whether lists and objects nest deeper here than `limit`; recursive, but no deeper than that.
    func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .array(let elements): limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let members): limit == 0 || members.values.contains { $0.isDeeper(than: limit - 1) }
        default: false
        }
    }
}
