import CairnCore

/// Writes a message of Protocol Buffers (proto3).
package struct ProtobufWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// A whole number.
    package mutating func number(_ field: Int, _ value: UInt64) {
        tag(field, 0)
        varint(value)
    }

    /// A signed number, whose sign is its lowest bit.
    package mutating func signed(_ field: Int, _ value: Int) {
        tag(field, 0)
        element(value)
    }

    package mutating func double(_ field: Int, _ value: Double) {
        tag(field, 1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A text, a message or a list of numbers.
    package mutating func content(_ field: Int, _ content: some Collection<UInt8>) {
        tag(field, 2)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// A message that `body` writes.
    package mutating func message(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
        var message = ProtobufWriter()
        body(&message)
        content(field, message.bytes)
    }

    /// A number of a list.
    package mutating func element(_ value: UInt64) { varint(value) }
    /// A signed number of a list.
    package mutating func element(_ value: Int) { varint(UInt64(bitPattern: Int64(value << 1 ^ value >> 63))) }

    private mutating func tag(_ field: Int, _ wire: UInt64) { varint(UInt64(field) << 3 | wire) }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
