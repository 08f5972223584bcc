/// Goes through bytes that hold numbers in one byte order or the other. The bytes must be there: who reads asks ``left`` first.
struct BinaryCursor {
    private let bytes: UnsafeRawBufferPointer
    /// How many bytes have been read.
    private(set) var offset = 0
    var isBigEndian = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// How many bytes are there still.
    var left: Int { bytes.count - offset }

    mutating func readByte() -> UInt8 {
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func readWord() -> UInt32 {
        defer { offset += 4 }
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    mutating func readNumber() -> Double {
        defer { offset += 8 }
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: isBigEndian ? UInt64(bigEndian: word) : UInt64(littleEndian: word))
    }
}
