import CairnCore

/// The texts of a locator, by where they stand.
struct TextTable: Sendable {
    private let section: MappedSection

    init(_ image: LocatorImage) {
        section = image[.texts]
    }

    func bytes(_ offset: Int) throws(BlockDamage) -> UnsafeRawBufferPointer {
        guard offset > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        var cursor = try ByteCursor(section, offset, min(section.count - offset, 5))
        let count = Int(try cursor.number())
        let head = 1 + (count >= 0x80 ? 1 : 0) + (count >= 0x4000 ? 1 : 0) + (count >= 0x20_0000 ? 1 : 0)
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: try section.bytes(offset + head, count), count: count)
    }

    func text(_ offset: Int) throws(BlockDamage) -> String { String(decoding: try bytes(offset), as: UTF8.self) }
}
