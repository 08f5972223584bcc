import CairnCore

/// What a collection in Protocol Buffers says of its features.
struct FeaturePBFHeader {
    private(set) var fields: [Field] = []
    private(set) var geometry = QuantizedGeometry()
    private(set) var exceededTransferLimit = false

    /// Reads a field of a `FeatureResult` that is no feature.
    mutating func read(
        _ number: Int, _ wire: ProtobufCursor.Wire, _ cursor: inout ProtobufCursor, afterFeatures isLate: Bool
    ) throws(ProtobufStop) {
        // Serializers write fields by their numbers, and features come last.
        if isLate, [7, 8, 10, 11, 12, 13].contains(number) { throw .wrong("it says only behind its features what they mean") }
        switch (number, wire) {
        case (7, .varint): geometry.kind = try cursor.varint()
        case (8, .bytes): geometry.spatialReference = try Self.spatialReference(cursor.content())
        case (9, .varint): exceededTransferLimit = try cursor.varint() != 0
        case (10, .varint): geometry.hasZ = try cursor.varint() != 0
        case (11, .varint): geometry.hasM = try cursor.varint() != 0
        case (12, .bytes): geometry.transform = try QuantizedTransform(cursor.content())
        case (13, .bytes): fields.append(try Self.field(cursor.content()))
        default: try cursor.pass(wire)
        }
    }

    private static func spatialReference(_ message: ProtobufCursor) throws(ProtobufStop) -> SpatialReference? {
        var message = message
        var (wkid, latest, text) = (0, 0, "")
        while !message.isAtEnd {
            switch try message.field() {
            case (1, .varint): wkid = Int(truncatingIfNeeded: try message.varint())
            case (2, .varint): latest = Int(truncatingIfNeeded: try message.varint())
            case (5, .bytes): text = try message.string()
            case (_, let wire): try message.pass(wire)
            }
        }
        if wkid > 0 || latest > 0 {
            return SpatialReference(wkid: wkid > 0 ? wkid : latest, latestWkid: latest > 0 ? latest : nil)
        }
        if !text.isEmpty { return SpatialReference(wkt: text) }
        guard wkid == 0, latest == 0 else { throw .wrong("its spatial reference has an id below 0") }
        return nil
    }

    private static func field(_ message: ProtobufCursor) throws(ProtobufStop) -> Field {
        var message = message
        var field = Field("", type: FieldType(number: 0))
        while !message.isAtEnd {
            switch try message.field() {
            case (1, .bytes): field.name = try message.string()
            case (2, .varint): field.type = FieldType(number: try message.varint())
            case (3, .bytes): field.alias = try message.string()
            case (_, let wire): try message.pass(wire)
            }
        }
        if field.alias.isEmpty { field.alias = field.name }
        return field
    }
}

extension FieldType {
    /// The types in the order of their numbers in the format.
    private static let numbered = [
        "SmallInteger", "Integer", "Single", "Double", "String", "Date", "OID", "Geometry", "Blob", "Raster", "GUID", "GlobalID",
        "XML",
        "BigInteger", "DateOnly", "TimeOnly", "TimestampOffset",
    ]

    /// The type of that number; what a newer server adds is kept by its number.
    init(number: UInt64) {
        let name = Int(exactly: number).flatMap { Self.numbered.indices.contains($0) ? Self.numbered[$0] : nil }
        self.init(rawValue: "esriFieldType" + (name ?? "\(number)"))
    }

    /// The number in the format; text for what has none.
    var number: UInt64 {
        UInt64(Self.numbered.firstIndex { "esriFieldType" + $0 == rawValue } ?? 4)
    }
}
