/// What can be compared with what.
enum SQLKind {
    case number, text, moment, day, time
    /// A geometry or other bytes: there, or not.
    case binary
    /// NULL, or a field of a type we do not know: it is compared with anything.
    case any

    init(_ type: FieldType) {
        switch type.rawValue.dropFirst("esriFieldType".count) {
        case "OID", "SmallInteger", "Integer", "BigInteger", "Single", "Double": self = .number
        case "String", "GUID", "GlobalID", "XML": self = .text
        case "Date", "TimestampOffset": self = .moment
        case "DateOnly": self = .day
        case "TimeOnly": self = .time
        case "Geometry", "Blob", "Raster": self = .binary
        default: self = .any
        }
    }

    /// The type of a field that holds such values.
    var fieldType: FieldType {
        switch self {
        case .number, .any, .binary: .double
        case .text: .string
        case .moment: .date
        case .day: FieldType(rawValue: "esriFieldTypeDateOnly")
        case .time: FieldType(rawValue: "esriFieldTypeTimeOnly")
        }
    }

    var words: String {
        switch self {
        case .number: "a number"
        case .text: "a text"
        case .moment: "a date with its time"
        case .day: "a date"
        case .time: "a time"
        case .binary: "a geometry or other bytes"
        case .any: "NULL"
        }
    }

    /// How a value is written.
    var example: String {
        switch self {
        case .number, .any, .binary: "5"
        case .text: "'text'"
        case .moment: "TIMESTAMP '2020-01-31 12:00:00'"
        case .day: "DATE '2020-01-31'"
        case .time: "TIME '12:00:00'"
        }
    }
}
