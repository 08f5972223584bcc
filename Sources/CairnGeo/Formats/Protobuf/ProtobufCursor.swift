import CairnCore

/// A place in a message of Protocol Buffers (proto3).
///
/// It says ``ProtobufStop/unfinished`` where the message ends before the value does: who knows that no more comes makes that a refusal.
package struct ProtobufCursor {
    package private(set) var place: UnsafePointer<UInt8>
    package let end: UnsafePointer<UInt8>

    package init(_ place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        (self.place, self.end) = (place, end)
    }

    package var isAtEnd: Bool { place >= end }
    /// How many bytes are left.
    package var count: Int { end - place }

    /// How the value of a field is written.
    package enum Wire: UInt8 {
        case varint = 0
        case eightBytes = 1
        case bytes = 2
        case fourBytes = 5
    }

    /// The number of the next field, and how its value is written.
    package mutating func field() throws(ProtobufStop) -> (number: Int, wire: Wire) {
        let tag = try varint()
        guard let wire = Wire(rawValue: UInt8(truncatingIfNeeded: tag & 7)), tag >> 3 > 0, let number = Int(exactly: tag >> 3)
        else {
            throw .wrong("this is no message in Protocol Buffers")
        }
        return (number, wire)
    }

    /// A whole number of seven bits a byte, the lowest first.
    @inline(__always)
    package mutating func varint() throws(ProtobufStop) -> UInt64 {
        guard place < end else { throw .unfinished }
        let first = place.pointee
        place += 1
        return first < 0x80 ? UInt64(first) : try longVarint(UInt64(first & 0x7F))
    }

    private mutating func longVarint(_ first: UInt64) throws(ProtobufStop) -> UInt64 {
        var (value, shift) = (first, UInt64(7))
        while place < end {
            let byte = place.pointee
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 { throw .wrong("a number is longer than 64 bits") }
        }
        throw .unfinished
    }

    /// A signed number, whose sign is its lowest bit.
    @inline(__always)
    package mutating func zigzag() throws(ProtobufStop) -> Int {
        let value = try varint()
        return Int(truncatingIfNeeded: (value >> 1) ^ (0 &- (value & 1)))
    }

    package mutating func double() throws(ProtobufStop) -> Double { Double(bitPattern: try fixed(UInt64.self)) }
    package mutating func float() throws(ProtobufStop) -> Float { Float(bitPattern: try fixed(UInt32.self)) }

    private mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) throws(ProtobufStop) -> Number {
        let size = MemoryLayout<Number>.size
        guard count >= size else { throw .unfinished }
        defer { place += size }
        return UnsafeRawPointer(place).loadUnaligned(as: Number.self).littleEndian
    }

    /// A message, a text or a list of numbers that stands here, and passes it.
    @inline(__always)
    package mutating func content() throws(ProtobufStop) -> ProtobufCursor {
        let length = try varint()
        guard length <= UInt64(count) else { throw .unfinished }
        let start = place
        place += Int(length)
        return ProtobufCursor(start, end: place)
    }

    /// A text; what is not UTF-8 is refused.
    package mutating func string() throws(ProtobufStop) -> String {
        let content = try content()
        let bytes = UnsafeBufferPointer(start: content.place, count: content.count)
        // Most texts are ASCII: looking is faster than the general way.
        if Self.isASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .wrong("a text is not UTF-8") }
        return text.streamSafe
    }

    /// Passes a value that nobody wants.
    package mutating func pass(_ wire: Wire) throws(ProtobufStop) {
        switch wire {
        case .varint: _ = try varint()
        case .eightBytes: _ = try fixed(UInt64.self)
        case .bytes: _ = try content()
        case .fourBytes: _ = try fixed(UInt32.self)
        }
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80
    }
}
