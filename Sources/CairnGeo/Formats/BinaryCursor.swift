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

    mutating func readShort() -> UInt16 {
        defer { offset += 2 }
        let short = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: short) : UInt16(littleEndian: short)
    }

    mutating func readLong() -> UInt64 {
        defer { offset += 8 }
        let long = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return isBigEndian ? UInt64(bigEndian: long) : UInt64(littleEndian: long)
    }

    mutating func readBytes(_ count: Int) -> UnsafeRawBufferPointer {
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func readNumber() -> Double {
        defer { offset += 8 }
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: isBigEndian ? UInt64(bigEndian: word) : UInt64(littleEndian: word))
    }
}
