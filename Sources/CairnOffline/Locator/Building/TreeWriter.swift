import CairnCore
import CairnGeo

/// What a leaf of a tree is.
enum TreeItem: UInt32 {
    /// A run of houses.
    case run = 0
    /// A range of house numbers.
    case range = 1
    /// A place, a point of interest or a post code.
    case feature = 2
    /// A context, by where its features lie.
    case context = 3
}

/// Gathers the leaves of a tree in Hilbert order, and writes them with the boxes above them.
final class TreeWriter {
    private let sorter: RecordSorter
    private(set) var count = 0
    /// How many boxes one box above holds.
    static let fanOut = 16

    init(_ sorter: RecordSorter) {
        self.sorter = sorter
    }

    func append(_ box: GeoBox, _ item: TreeItem, _ index: UInt32) throws { try append(box, index << 2 | item.rawValue) }

    /// A leaf by the number that is told when it is visited.
    func append(_ box: GeoBox, _ number: UInt32) throws {
        var record = ByteWriter()
        let order = HilbertCurve.index(ofX: box.xMin / 2 + box.xMax / 2, y: box.yMin / 2 + box.yMax / 2)
        record.ordered(order)
        record.ordered(number)
        for side in [box.xMin, box.yMin, box.xMax, box.yMax] { record.fixed(side) }
        try sorter.append(record.bytes)
        count += 1
    }

    /// How many, the leaves' items, the leaves' boxes, and the boxes of each level above.
    func write(to section: ScratchFile) throws {
        let boxes = TreeLevels()
        var head = ByteWriter()
        head.fixed(UInt32(truncatingIfNeeded: count))
        try section.append(head.bytes)
        try sorter.drain { record in
            var reader = DraftReader(record)
            _ = reader.number()
            _ = reader.number()
            var item = ByteWriter()
            item.fixed(reader.number())
            try section.append(item.bytes)
            boxes.append(GeoBox(bytes: record, at: 12))
        }
        try boxes.writeLevels(to: section)
    }
}

/// The boxes of one level.
private final class TreeLevels {
    private var boxes: [GeoBox] = []

    func append(_ box: GeoBox) { boxes.append(box) }

    func writeLevels(to section: ScratchFile) throws {
        while true {
            var writer = ByteWriter()
            for box in boxes { for side in [box.xMin, box.yMin, box.xMax, box.yMax] { writer.fixed(side) } }
            try section.append(writer.bytes)
            if boxes.count <= 1 { return }
            boxes = stride(from: 0, to: boxes.count, by: TreeWriter.fanOut).map { first in
                boxes[first..<min(first + TreeWriter.fanOut, boxes.count)].reduce(into: GeoBox.none) { $0.include($1) }
            }
        }
    }
}

extension GeoBox {
    init(bytes: UnsafeRawBufferPointer, at offset: Int) {
        func side(_ index: Int) -> Int32 {
            Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + index * 4, as: Int32.self))
        }
        self.init(xMin: side(0), yMin: side(1), xMax: side(2), yMax: side(3))
    }
}
