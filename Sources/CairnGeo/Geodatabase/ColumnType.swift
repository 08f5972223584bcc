import CairnCore

/// How a field is declared in a GeoPackage (OGC 12-128r18, table 1), and the other way.
enum ColumnType {
    static func declaration(of field: Field) -> String {
        switch field.type.rawValue {
        case "esriFieldTypeSmallInteger": return "SMALLINT"
        case "esriFieldTypeInteger": return "MEDIUMINT"
        case "esriFieldTypeBigInteger", "esriFieldTypeOID": return "INTEGER"
        case "esriFieldTypeSingle": return "FLOAT"
        case "esriFieldTypeDouble": return "DOUBLE"
        case "esriFieldTypeDate": return "DATETIME"
        case "esriFieldTypeDateOnly": return "DATE"
        case "esriFieldTypeBlob": return "BLOB"
        case "esriFieldTypeGUID", "esriFieldTypeGlobalID": return "TEXT(38)"
        default: return field.length.map { $0 > 0 ? "TEXT(\($0))" : "TEXT" } ?? "TEXT"
        }
    }

    /// The field that a declared column is.
    static func field(_ name: String, declared: String) -> Field {
        let upper = declared.uppercased()
        let kind = upper.prefix { $0.isLetter }
        let length = Int(upper.drop { !$0.isNumber }.prefix { $0.isNumber })
        switch kind {
        case "BLOB": return Field(name, type: FieldType(rawValue: "esriFieldTypeBlob"))
        case "BOOLEAN", "TINYINT", "SMALLINT": return Field(name, type: FieldType(rawValue: "esriFieldTypeSmallInteger"))
        case "MEDIUMINT": return Field(name, type: .integer)
        case "INT", "INTEGER": return Field(name, type: FieldType(rawValue: "esriFieldTypeBigInteger"))
        case "FLOAT": return Field(name, type: FieldType(rawValue: "esriFieldTypeSingle"))
        case "DOUBLE", "REAL": return Field(name, type: .double)
        case "DATETIME": return Field(name, type: .date)
        case "DATE": return Field(name, type: FieldType(rawValue: "esriFieldTypeDateOnly"))
        default: return Field(name, length: length)
        }
    }

    /// Whether a field is of whole numbers of 64 bits, as keys are.
    static func isWhole(_ field: Field) -> Bool { field.type.rawValue == "esriFieldTypeBigInteger" }

    /// Whether a field may be what a column was declared for: both hold the same values.
    static func agrees(_ field: Field, with column: Field) -> Bool {
        declaration(of: field).prefix { $0.isLetter } == declaration(of: column).prefix { $0.isLetter }
    }
}

extension GeometryType {
    /// The name of the column's type: lines and areas are of several parts, so that all fit.
    var geoPackageName: String {
        switch self {
        case .point: "POINT"
        case .multipoint: "MULTIPOINT"
        case .polyline: "MULTILINESTRING"
        case .polygon: "MULTIPOLYGON"
        }
    }

    init?(geoPackageName: String) {
        switch geoPackageName.uppercased() {
        case "POINT": self = .point
        case "MULTIPOINT": self = .multipoint
        case "LINESTRING", "MULTILINESTRING": self = .polyline
        case "POLYGON", "MULTIPOLYGON": self = .polygon
        default: return nil
        }
    }
}
