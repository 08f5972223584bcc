import CairnCore
import CairnGeo
import Foundation

/// Attributes as old callers see them, and the other way.
enum LegacyAttributes {
    /// `NSNumber`s, which old code casts to whatever kind of number it likes, texts, dates, `UUID`s of global ids, and `NSNull`.
    static func value(_ value: AttributeValue, _ type: FieldType?) -> Any {
        switch value {
        case .null: NSNull()
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .date(let date): date
        case .string(let text): isUUID(type) ? UUID(globalID: text) ?? text as Any : text
        }
    }

    private static func isUUID(_ type: FieldType?) -> Bool {
        type?.rawValue == "esriFieldTypeGlobalID" || type?.rawValue == "esriFieldTypeGUID"
    }

    static func dictionary(_ attributes: Attributes, _ types: [String: FieldType]) -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        for (name, value) in attributes { dictionary[name] = Self.value(value, types[name]) }
        return dictionary
    }

    /// By their names, in the order of these.
    ///
    /// - Throws: What is no attribute.
    static func attributes(_ dictionary: NSDictionary) throws -> Attributes {
        var pairs: [(String, AttributeValue)] = []
        for key in dictionary.allKeys {
            guard let name = key as? String else {
                throw AGSError.runtime(.commonInvalidArgument, "The attributes have a key that is no text: \(key).")
            }
            pairs.append((name, try value(dictionary[name] ?? NSNull(), of: name)))
        }
        return Attributes(pairs.sorted { $0.0 < $1.0 })
    }

    /// - Throws: For what is no attribute.
    static func value(_ value: Any, of name: String) throws -> AttributeValue {
        switch value {
        case is NSNull: .null
        case let text as String: .string(text)
        case let date as Date: .date(date)
        case let id as UUID: .string("{\(id.uuidString)}")
        case let number as NSNumber:
            isFraction(number)
                ? .double(number.doubleValue) : Int(exactly: number).map { .integer($0) } ?? .double(number.doubleValue)
        default:
            throw AGSError.runtime(
                .commonInvalidArgument,
                "The attribute \(name) is a \(type(of: value)). Give a number, a text, a date, a UUID or NSNull.")
        }
    }

    private static func isFraction(_ number: NSNumber) -> Bool {
        let type = UInt8(bitPattern: number.objCType.pointee)
        return type == UInt8(ascii: "d") || type == UInt8(ascii: "f")
    }
}
