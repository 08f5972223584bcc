import CairnCore

/// Writes which features have a whole name, by its hash: in each bucket `hash · how many · features`.
struct KeyWriter {
    private let sorter: RecordSorter

    /// - Parameter sorter: What ``WordGathering`` has gathered: hashes and features.
    init(_ sorter: RecordSorter) {
        self.sorter = sorter
    }

    func write(offsets: ScratchFile, lists: ScratchFile) throws {
        let bits = BucketWriter.bits(for: sorter.count)
        var (next, hash, features) = (0, UInt32(0), PostingList())
        func open(upTo bucket: Int) throws {
            while next <= bucket {
                try withUnsafeBytes(of: UInt32(truncatingIfNeeded: lists.count).littleEndian) { try offsets.append($0) }
                next += 1
            }
        }
        func end() throws {
            guard features.count > 0 else { return }
            try open(upTo: Int(hash >> (32 - UInt32(bits))))
            var entry = ByteWriter()
            entry.fixed(hash)
            entry.number(UInt32(truncatingIfNeeded: features.count))
            entry.number(UInt32(truncatingIfNeeded: features.bytes.count))
            entry.append(features.bytes)
            try lists.append(entry.bytes)
            features.removeAll()
        }
        try sorter.drain { record in
            var reader = DraftReader(record)
            let found = reader.number()
            if found != hash { try end() }
            hash = found
            features.append(reader.number())
        }
        try end()
        try open(upTo: 1 << bits)
    }
}
