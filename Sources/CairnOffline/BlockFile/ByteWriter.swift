/// Bytes that grow; numbers are written as ``ByteCursor`` reads them.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    @inline(__always)
    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// Seven bits a byte, the lowest first.
    @inline(__always)
    mutating func number(_ number: UInt32) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// With its sign in the lowest bit.
    mutating func signed(_ number: Int32) {
        self.number(UInt32(bitPattern: number << 1) ^ UInt32(bitPattern: number >> 31))
    }

    /// All its bytes, the lowest first.
    mutating func fixed(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// All its bytes, the highest first, so that bytes are ordered as numbers are.
    mutating func ordered(_ number: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

    mutating func append(_ other: UnsafeRawBufferPointer) { bytes.append(contentsOf: other) }

    /// A text that ends with a zero; zeros within it are left out.
    mutating func text(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text.lazy.filter { $0 != 0 })
        bytes.append(0)
    }
}
