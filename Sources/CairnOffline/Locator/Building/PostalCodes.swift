/// The post codes of a locator, each by its place in a table; 0 is none.
final class PostalCodes {
    private let texts: TextPool
    private let table: ScratchFile
    private var indices: [[UInt8]: UInt32] = [:]
    private var last: (bytes: [UInt8], index: UInt32) = ([], 0)

    init(_ texts: TextPool, _ table: ScratchFile) throws {
        (self.texts, self.table) = (texts, table)
        try table.append([0, 0, 0, 0])
    }

    func index(of text: UnsafeRawBufferPointer) throws -> UInt32 {
        if text.isEmpty { return 0 }
        if last.bytes.elementsEqual(text) { return last.index }
        let bytes = Array(text)
        if let index = indices[bytes] {
            last = (bytes, index)
            return index
        }
        let index = UInt32(truncatingIfNeeded: table.count / 4)
        var entry = ByteWriter()
        entry.fixed(try texts.offset(of: bytes))
        try table.append(entry.bytes)
        indices[bytes] = index
        last = (bytes, index)
        return index
    }
}
