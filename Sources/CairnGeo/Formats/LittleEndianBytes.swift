/// Bytes of numbers, the lowest first.
struct LittleEndianBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
