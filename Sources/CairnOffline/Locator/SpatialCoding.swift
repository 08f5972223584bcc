/// The spatial index as bytes: little-endian, 4 bytes an id and 16 a box.
enum SpatialCoding {
    static func encode(_ ids: [UInt32]) -> [UInt8] {
        ids.map(\.littleEndian).withUnsafeBytes(Array.init)
    }

    static func encode(_ boxes: [PackedRTree.Box]) -> [UInt8] {
        boxes.flatMap { [$0.xMin, $0.yMin, $0.xMax, $0.yMax] }.map(\.littleEndian).withUnsafeBytes(Array.init)
    }

    /// The tree, or nil if the bytes do not fit together.
    static func decode(ids: [UInt8], boxes: [UInt8]) -> PackedRTree? {
        guard ids.count % 4 == 0, boxes.count == ids.count * 4 else { return nil }
        let numbers = ids.withUnsafeBytes { bytes in
            (0..<ids.count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
        }
        let leaves = boxes.withUnsafeBytes { bytes in
            (0..<boxes.count / 16).map { index in
                func coordinate(_ offset: Int) -> Int32 {
                    Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16 + offset, as: Int32.self))
                }
                return PackedRTree.Box(
                    xMin: coordinate(0), yMin: coordinate(4), xMax: coordinate(8), yMax: coordinate(12))
            }
        }
        return PackedRTree(ids: numbers, leaves: leaves)
    }
}
