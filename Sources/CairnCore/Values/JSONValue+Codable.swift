import Foundation

extension JSONValue: Codable {
    /// Reads whatever the decoder holds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = Self.number(in: container) {
            self = value
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    private static func number(in container: any SingleValueDecodingContainer) -> JSONValue? {
        if let value = whole(in: container) { return .integer(value) }
        guard let value = try? container.decode(Double.self) else { return nil }
        if value == 0 { return value.sign == .plus ? .integer(0) : .number(value) }
        let exact = (try? container.decode(Decimal.self)).flatMap { NumberDigits($0.description) }
        return exact?.value(near: value) ?? .number(value)
    }

    /// From 2^53 on decoders take a number with a fraction for a whole one.
    private static func whole(in container: any SingleValueDecodingContainer) -> Int? {
        guard let value = try? container.decode(Int.self), value != 0 else { return nil }
        if value.magnitude < 1 << 53 { return value }
        let exact = try? container.decode(Decimal.self)
        return exact == nil || exact == Decimal(value) ? value : nil
    }

    /// Writes this value as it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
