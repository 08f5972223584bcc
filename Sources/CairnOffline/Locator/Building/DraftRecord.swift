import CairnCore
import CairnGeo

/// A row on its way into a locator, in bytes whose order is that of the file: by kind and name, then by house number.
///
/// `kind · key · 0 · what`, texts ending with a zero, numbers with their highest byte first.
enum DraftRecord {
    static func house(_ row: LocatorRow, _ number: HouseNumber, key: [UInt8], into bytes: inout ByteWriter) {
        bytes.byte(FeatureKind.street.byte)
        bytes.text(key)
        bytes.byte(1)
        bytes.ordered(UInt32(truncatingIfNeeded: number.value))
        for text in [number.label, row.unit, row.postal, row.street] { bytes.text(text.utf8) }
        bytes.place(row.box)
    }

    static func range(_ row: LocatorRow, key: [UInt8], into bytes: inout ByteWriter) {
        bytes.byte(FeatureKind.street.byte)
        bytes.text(key)
        bytes.byte(0)
        for number in [min(row.first, row.last), max(row.first, row.last), row.first, row.last] {
            bytes.ordered(UInt32(truncatingIfNeeded: number))
        }
        bytes.byte(UInt8(truncatingIfNeeded: row.parity.rawValue))
        for text in [row.postal, row.street] { bytes.text(text.utf8) }
        bytes.ordered(UInt32(truncatingIfNeeded: row.line.count))
        for position in row.line { bytes.place(GeoBox(x: Fixed.from(position.x), y: Fixed.from(position.y))) }
    }

    /// A place, or another of its names.
    static func place(_ place: DraftPlace, key: [UInt8], into bytes: inout ByteWriter) {
        bytes.byte(place.kind.byte)
        bytes.text(key)
        bytes.byte((place.isAlias ? FeatureRecord.Flag.alias : 0) | (place.isDerived ? FeatureRecord.Flag.derived : 0))
        bytes.ordered(place.serial)
        bytes.ordered(place.importance)
        for text in [place.name, place.category, place.postal, place.address] { bytes.text(text.utf8) }
        bytes.place(place.box)
    }

    /// That of a place, of its record behind a context.
    static func serial(of record: UnsafeRawBufferPointer) -> UInt32? {
        var reader = DraftReader(record, from: 4)
        guard reader.byte() != FeatureKind.street.byte else { return nil }
        _ = reader.text()
        _ = reader.byte()
        return reader.number()
    }
}

/// A place, a point of interest, or another name of one.
struct DraftPlace {
    var kind: FeatureKind
    var isAlias = false
    /// Made of the rows that lie in it.
    var isDerived = false
    /// Tells it from all others; its other names have the same.
    var serial: UInt32
    var importance: UInt16
    var name: String
    var category: String
    var postal: String
    /// The street address of a point of interest.
    var address: String
    var box: GeoBox
}

extension FeatureKind {
    var byte: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension ByteWriter {
    fileprivate mutating func place(_ box: GeoBox) {
        // With the sign turned, so that the order is that of the numbers.
        ordered(UInt32(bitPattern: box.xMin) ^ 0x8000_0000)
        ordered(UInt32(bitPattern: box.yMin) ^ 0x8000_0000)
    }
}

/// Reads a ``DraftRecord`` back.
struct DraftReader {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int

    init(_ bytes: UnsafeRawBufferPointer, from place: Int = 0) {
        (self.bytes, self.place) = (bytes, place)
    }

    mutating func byte() -> UInt8 {
        defer { place += 1 }
        return bytes[place]
    }

    mutating func number() -> UInt32 {
        defer { place += 4 }
        return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    mutating func short() -> UInt16 {
        defer { place += 2 }
        return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
    }

    mutating func text() -> UnsafeRawBufferPointer {
        let start = place
        while bytes[place] != 0 { place += 1 }
        place += 1
        return UnsafeRawBufferPointer(rebasing: bytes[start..<place - 1])
    }

    mutating func spot() -> (x: Int32, y: Int32) {
        let (x, y) = (number() ^ 0x8000_0000, number() ^ 0x8000_0000)
        return (Int32(bitPattern: x), Int32(bitPattern: y))
    }
}
