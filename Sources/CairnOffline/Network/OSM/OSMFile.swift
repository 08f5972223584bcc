import CairnCore
import CairnGeo
import Foundation

/// An OpenStreetMap file in PBF format: a row of packed blocks, which can be unpacked side by side.
///
/// - Source: https://wiki.openstreetmap.org/wiki/PBF_Format
struct OSMFile: Sendable {
    let file: FileDescriptor
    let size: Int
    /// The blocks of data, in the order of the file.
    let blocks: [Block]

    /// Where a block stands, packed.
    struct Block: Sendable {
        let offset: Int
        let count: Int
    }

    /// What the format allows, in bytes.
    enum Limit {
        static let header = 64 << 10
        static let packed = 32 << 20
        static let unpacked = 32 << 20
    }

    /// Finds the blocks of a file, and looks at what the first says of the others.
    ///
    /// - Throws: ``OSMFileError``, `SystemError`.
    init(_ url: URL) throws {
        file = try FileDescriptor(regular: url.path, O_RDONLY)
        size = try file.size()
        var (blocks, header, place) = ([Block](), Block?.none, 0)
        while place < size {
            let head = try Self.head(of: file, at: place, size)
            switch head.kind {
            case "OSMHeader": header = head.block
            case "OSMData": blocks.append(head.block)
            // Others are to be passed over.
            default: break
            }
            place = head.block.offset + head.block.count
        }
        guard let header else { throw OSMFileError.notPBF(path: file.path) }
        self.blocks = blocks
        try expectUsable(header)
    }

    /// What precedes a block: how long it is, and of which kind.
    private static func head(of file: FileDescriptor, at place: Int, _ size: Int) throws -> (kind: String, block: Block) {
        func wrong(_ reason: String) -> OSMFileError {
            place == 0 ? .notPBF(path: file.path) : .malformed(path: file.path, offset: place, reason: reason)
        }
        let length = try file.read(upTo: 4, at: place).reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= Limit.header, place + 4 + length <= size else { throw wrong("a block's header is cut off") }
        let bytes = try file.read(upTo: length, at: place + 4)
        var (kind, count) = ("", -1)
        do throws(ProtobufStop) {
            try ProtobufCursor.forEachField(of: bytes) { (number, wire, cursor) throws(ProtobufStop) in
                switch number {
                case 1: kind = try cursor.string()
                case 3: count = Int(truncatingIfNeeded: try cursor.varint())
                default: try cursor.pass(wire)
                }
            }
        } catch { throw wrong("a block's header makes no sense") }
        guard count >= 0, count <= Limit.packed, !kind.isEmpty else { throw wrong("a block's header makes no sense") }
        guard place + 4 + length + count <= size else { throw wrong("a block is cut off") }
        return (kind, Block(offset: place + 4 + length, count: count))
    }

    /// What a file may want of who reads it.
    private static let known: Set<String> = ["OsmSchema-V0.6", "DenseNodes"]

    private func expectUsable(_ header: Block) throws {
        var wanted: [String] = []
        try reading(header) { (bytes) throws(ProtobufStop) in
            try ProtobufCursor.forEachField(of: bytes) { (number, wire, cursor) throws(ProtobufStop) in
                if number == 4 { wanted.append(try cursor.string()) } else { try cursor.pass(wire) }
            }
        }
        if let unknown = wanted.first(where: { !Self.known.contains($0) }) {
            throw OSMFileError.unsupported(path: file.path, feature: unknown)
        }
    }

    /// Gives the contents of a block to `body`.
    ///
    /// - Throws: ``OSMFileError`` if the block cannot be unpacked, or `body` stops.
    func reading<Value>(_ block: Block, _ body: ([UInt8]) throws(ProtobufStop) -> Value) throws -> Value {
        let bytes = try unpacked(block)
        do throws(ProtobufStop) { return try body(bytes) } catch { throw malformed(block, Self.reason(error)) }
    }

    static func reason(_ stop: ProtobufStop) -> String {
        switch stop {
        case .unfinished: "a block ends too early"
        case .refused(let error): error.description
        }
    }

    private func malformed(_ block: Block, _ reason: String) -> OSMFileError {
        .malformed(path: file.path, offset: block.offset, reason: reason)
    }

    private func unpacked(_ block: Block) throws -> [UInt8] {
        let bytes = try file.read(upTo: block.count, at: block.offset)
        guard bytes.count == block.count else { throw malformed(block, "a block is cut off") }
        var (raw, packed, size, other) = ([UInt8]?.none, [UInt8]?.none, 0, 0)
        do throws(ProtobufStop) {
            try ProtobufCursor.forEachField(of: bytes) { (number, wire, cursor) throws(ProtobufStop) in
                switch number {
                case 1: raw = Array(try cursor.content().rest)
                case 2: size = Int(truncatingIfNeeded: try cursor.varint())
                case 3: packed = Array(try cursor.content().rest)
                default:
                    if wire == .bytes { other = number }
                    try cursor.pass(wire)
                }
            }
        } catch { throw malformed(block, Self.reason(error)) }
        if let raw { return raw }
        guard let packed else {
            throw other > 0
                ? OSMFileError.unsupported(path: file.path, feature: Self.packing[other] ?? "a kind of packing")
                : malformed(block, "a block is empty")
        }
        guard size >= 0, size <= Limit.unpacked, let unpacked = try Inflater.unpack(packed, .zlib, limit: size),
            unpacked.count == size
        else { throw malformed(block, "a block cannot be unpacked") }
        return unpacked
    }

    private static let packing = [4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard"]
}
