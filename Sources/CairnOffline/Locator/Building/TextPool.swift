/// The texts of a locator, each behind its length; one that was written lately is not written again.
final class TextPool {
    private let file: ScratchFile
    private var known: [[UInt8]: UInt32] = [:]

    init(_ file: ScratchFile) throws {
        self.file = file
        // The empty text stands at 0.
        try file.append([0])
    }

    /// Where a text stands.
    func offset(of text: some Sequence<UInt8>) throws -> UInt32 {
        let bytes = Array(text)
        if bytes.isEmpty { return 0 }
        if let offset = known[bytes] { return offset }
        let offset = UInt32(truncatingIfNeeded: file.count)
        var writer = ByteWriter()
        writer.number(UInt32(truncatingIfNeeded: bytes.count))
        writer.append(bytes)
        try file.append(writer.bytes)
        if known.count >= 20_000 { known.removeAll(keepingCapacity: true) }
        known[bytes] = offset
        return offset
    }
}
