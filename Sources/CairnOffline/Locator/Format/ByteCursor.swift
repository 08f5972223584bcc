import CairnCore

/// Reads numbers one after the other from bytes that are good.
struct ByteCursor {
    private let start: UnsafeRawPointer
    private var place: UnsafeRawPointer
    private let end: UnsafeRawPointer

    init(_ section: MappedSection, _ start: Int, _ length: Int) throws(BlockDamage) {
        self.start = try section.bytes(start, length)
        place = self.start
        end = place + length
    }

    var isAtEnd: Bool { place >= end }

    /// How many bytes have been read.
    var position: Int { place - start }

    /// A number of seven bits a byte, the lowest first; the eighth bit says that more follow (LEB128).
    @inline(__always)
    mutating func number() throws(BlockDamage) -> UInt32 {
        guard place < end else { throw BlockDamage() }
        let first = place.load(as: UInt8.self)
        place += 1
        if first < 0x80 { return UInt32(first) }
        return try longer(UInt32(first & 0x7F))
    }

    private mutating func longer(_ low: UInt32) throws(BlockDamage) -> UInt32 {
        var (number, shift) = (low, UInt32(7))
        while shift < 35 {
            guard place < end else { throw BlockDamage() }
            let byte = place.load(as: UInt8.self)
            place += 1
            number |= UInt32(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        throw BlockDamage()
    }

    /// A number that may be negative: its sign is in the lowest bit.
    @inline(__always)
    mutating func signed() throws(BlockDamage) -> Int32 {
        let number = try number()
        return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
    }

    /// So many bytes.
    mutating func bytes(_ count: Int) throws(BlockDamage) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= end - place else { throw BlockDamage() }
        defer { place += count }
        return UnsafeRawBufferPointer(start: place, count: count)
    }
}
