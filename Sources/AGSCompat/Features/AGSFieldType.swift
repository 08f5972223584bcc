import CairnGeo

/// Types of fields.
public enum AGSFieldType: Int, Sendable {
    /// Not known here.
    case unknown = -1
    /// A whole number of 16 bits.
    case int16 = 0
    /// A whole number of 32 bits.
    case int32 = 1
    /// A UUID.
    case GUID = 2
    /// A number of 32 bits.
    case float = 3
    /// A number of 64 bits.
    case double = 4
    /// A moment.
    case date = 5
    /// Text.
    case text = 6
    /// The object id.
    case OID = 7
    /// The UUID that tells a feature from all others anywhere.
    case globalID = 8
    /// Bytes.
    case blob = 9
    /// The geometry itself.
    case geometry = 10
    /// An image.
    case raster = 11
    /// XML.
    case XML = 12

    private static let names: [(AGSFieldType, String)] = [
        (.int16, "SmallInteger"), (.int32, "Integer"), (.GUID, "GUID"), (.float, "Single"), (.double, "Double"), (.date, "Date"),
        (.text, "String"), (.OID, "OID"), (.globalID, "GlobalID"), (.blob, "Blob"), (.geometry, "Geometry"), (.raster, "Raster"),
        (.XML, "XML"),
    ]

    init(_ type: FieldType) {
        self = Self.names.first { "esriFieldType\($0.1)" == type.rawValue }?.0 ?? .unknown
    }

    /// Nil for what is not known.
    var value: FieldType? {
        Self.names.first { $0.0 == self }.map { FieldType(rawValue: "esriFieldType\($0.1)") }
    }
}
