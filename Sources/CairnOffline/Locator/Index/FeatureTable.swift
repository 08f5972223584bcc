import CairnCore

/// The features of a locator, by their numbers; see ``FeatureRecord``.
struct FeatureTable: Sendable {
    private let section: MappedSection
    private let words: MappedSection
    let count: Int

    init(_ image: LocatorImage) {
        (section, words) = (image[.features], image[.featureWords])
        count = max(0, section.count / FeatureRecord.size - 1)
    }

    @inline(__always)
    subscript(index: Int) -> FeatureView {
        get throws(BlockDamage) {
            guard index >= 0, index < count else { throw BlockDamage() }
            // With the next one, at which its runs and ranges end.
            return FeatureView(index: index, bytes: try section.bytes(index * FeatureRecord.size, 2 * FeatureRecord.size))
        }
    }

    /// The words of its name and its post codes.
    func words(of feature: FeatureView) throws(BlockDamage) -> WordListCursor { try WordListCursor(words, feature.words) }
}

/// A feature as it stands in the file.
struct FeatureView {
    let index: Int
    private let bytes: UnsafeRawPointer

    init(index: Int, bytes: UnsafeRawPointer) {
        (self.index, self.bytes) = (index, bytes)
    }

    var kind: FeatureKind { FeatureKind(rawValue: Int(bytes.load(as: UInt8.self))) ?? .place }
    private var flags: UInt8 { bytes.load(fromByteOffset: 1, as: UInt8.self) }
    var isAlias: Bool { flags & FeatureRecord.Flag.alias != 0 }
    var isDerived: Bool { flags & FeatureRecord.Flag.derived != 0 }
    var importance: Int { Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))) }
    var name: Int { number(4) }
    var context: Int { number(8) }
    var words: Int { number(12) }
    var x: Int32 { side(16) }
    var y: Int32 { side(20) }
    var box: GeoBox { GeoBox(xMin: side(24), yMin: side(28), xMax: side(32), yMax: side(36)) }
    var runs: Range<Int> { range(40) }
    var ranges: Range<Int> { range(44) }
    var other: Int { number(48) }
    var category: Int { number(52) }
    var postal: Int { number(56) }

    private func number(_ offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    private func side(_ offset: Int) -> Int32 {
        Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }

    /// From what this one has to what the next one has.
    private func range(_ offset: Int) -> Range<Int> {
        let (start, end) = (number(offset), number(offset + FeatureRecord.size))
        return start..<max(start, end)
    }
}

/// Words with what they are there.
struct WordListCursor {
    private var bytes: ByteCursor?
    private(set) var left = 0

    /// More than any feature has: a file that was tampered with may say anything.
    private static let most = 4000

    init(_ section: MappedSection, _ offset: Int) throws(BlockDamage) {
        guard offset > 0 else {
            bytes = nil
            return
        }
        var head = try ByteCursor(section, offset, min(section.count - offset, 10))
        left = Int(try head.number())
        let size = Int(try head.number())
        guard left > 0, left <= size else { throw BlockDamage() }
        left = min(left, Self.most)
        bytes = try ByteCursor(section, offset + head.position, size)
    }

    @inline(__always)
    mutating func next() throws(BlockDamage) -> (word: Int, field: WordField)? {
        guard left > 0 else { return nil }
        left -= 1
        let entry = try bytes!.number()
        return (Int(entry >> 3), WordField(rawValue: UInt8(truncatingIfNeeded: entry & 7)) ?? .name)
    }
}
