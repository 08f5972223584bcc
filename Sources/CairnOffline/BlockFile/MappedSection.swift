import CairnCore
import Synchronization

/// A section of a mapped file. Every access is within bounds, and every block is checked when it is first read.
struct MappedSection: Sendable {
    private let file: UInt
    private let marks: UInt
    /// The address of the blocks' checksums.
    private let checksums: UInt
    private let offset: Int
    let count: Int

    /// A section without contents.
    static let empty = MappedSection(file: 0, marks: 0, checksums: 0, offset: 0, count: 0)

    init(file: UInt, marks: UInt, checksums: UInt, offset: Int, count: Int) {
        (self.file, self.marks, self.checksums, self.offset, self.count) = (file, marks, checksums, offset, count)
    }

    /// How many values of a size there are.
    @inline(__always)
    func count(of size: Int) -> Int { count / size }

    /// Bytes that are good.
    @inline(__always)
    func bytes(_ start: Int, _ length: Int) throws(BlockDamage) -> UnsafeRawPointer {
        guard start >= 0, length >= 0, start <= count - length, length > 0 else { throw BlockDamage() }
        let (first, last) = ((offset + start) / BlockFormat.blockSize, (offset + start + length - 1) / BlockFormat.blockSize)
        if !isMarked(first) { try check(first) }
        if last > first { for block in first + 1...last where !isMarked(block) { try check(block) } }
        return pointer + start
    }

    /// All its bytes, of which each block is checked now.
    func all() throws(BlockDamage) -> UnsafeRawBufferPointer {
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: try bytes(0, count), count: count)
    }

    /// The whole number at an offset in bytes, little-endian.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ start: Int, as type: Number.Type) throws(BlockDamage) -> Number {
        Number(littleEndian: try bytes(start, MemoryLayout<Number>.size).loadUnaligned(as: type))
    }

    /// One of the section's 32-bit numbers.
    @inline(__always)
    func number(_ index: Int) throws(BlockDamage) -> Int {
        Int(truncatingIfNeeded: try load(index &* 4, as: UInt32.self))
    }

    private var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: file).unsafelyUnwrapped + offset }

    @inline(__always)
    private func isMarked(_ block: Int) -> Bool {
        let words = UnsafePointer<Atomic<UInt64>>(bitPattern: marks).unsafelyUnwrapped
        return words[block / 64].load(ordering: .acquiring) & (1 << UInt64(block % 64)) != 0
    }

    @inline(never)
    private func check(_ block: Int) throws(BlockDamage) {
        let (file, checksums) = (UnsafeRawPointer(bitPattern: file).unsafelyUnwrapped, UnsafeRawPointer(bitPattern: checksums))
        let expected = UInt32(littleEndian: checksums.unsafelyUnwrapped.loadUnaligned(fromByteOffset: block * 4, as: UInt32.self))
        let bytes = UnsafeRawBufferPointer(start: file + block * BlockFormat.blockSize, count: BlockFormat.blockSize)
        guard BlockFormat.checksum(bytes) == expected else { throw BlockDamage() }
        let words = UnsafePointer<Atomic<UInt64>>(bitPattern: marks).unsafelyUnwrapped
        words[block / 64].bitwiseOr(1 << UInt64(block % 64), ordering: .releasing)
    }
}
