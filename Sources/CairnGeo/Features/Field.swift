public import CairnCore

/// The type of a field, an open set: what a newer server adds is kept as it is.
public struct FieldType: RawRepresentable, Sendable, Hashable, Codable {
    /// Esri's name, such as `esriFieldTypeString`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The object id.
    public static let objectID = FieldType(rawValue: "esriFieldTypeOID")
    /// Text.
    public static let string = FieldType(rawValue: "esriFieldTypeString")
    /// A whole number of 32 bits.
    public static let integer = FieldType(rawValue: "esriFieldTypeInteger")
    /// A number of 64 bits.
    public static let double = FieldType(rawValue: "esriFieldTypeDouble")
    /// A moment, in milliseconds since 1970.
    public static let date = FieldType(rawValue: "esriFieldTypeDate")
    /// The geometry itself, as locators list it.
    public static let geometry = FieldType(rawValue: "esriFieldTypeGeometry")
}

/// One column of a feature set, or one component of an address.
public struct Field: Sendable, Hashable, Codable {
    /// The name in attributes and parameters.
    public var name: String
    /// The type.
    public var type: FieldType
    /// The name for people.
    public var alias: String
    /// The greatest length of text.
    public var length: Int?
    /// Whether an address needs it.
    public var isRequired: Bool

    /// A field.
    public init(
        _ name: String, type: FieldType = .string, alias: String? = nil, length: Int? = nil, isRequired: Bool = false
    ) {
        self.name = name
        self.type = type
        self.alias = alias ?? name
        self.length = length
        self.isRequired = isRequired
    }

    /// Reads a field as servers write it; nil without a name.
    public init?(esriJSON json: JSONValue) {
        guard let name = json["name"]?.string else { return nil }
        self.init(
            name, type: FieldType(rawValue: json["type"]?.string ?? FieldType.string.rawValue),
            alias: json["alias"]?.string, length: json["length"]?.int, isRequired: json["required"]?.bool ?? false)
    }

    /// The field as servers write it.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name), "type": .string(type.rawValue), "alias": .string(alias), "required": .bool(isRequired),
        ]
        if let length { members["length"] = .integer(length) }
        return .object(members)
    }
}
