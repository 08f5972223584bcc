import CairnCore

/// A table from hashes to numbers: buckets by the hashes' highest bits, about one number in each; where each begins, and the numbers.
final class BucketWriter {
    private let sorter: RecordSorter
    private var count = 0

    init(_ sorter: RecordSorter) {
        self.sorter = sorter
    }

    func append(_ hash: UInt32, _ number: UInt32) throws {
        var entry = ByteWriter()
        entry.ordered(hash)
        entry.ordered(number)
        try sorter.append(entry.bytes)
        count += 1
    }

    func write(offsets: ScratchFile, numbers: ScratchFile) throws {
        let bits = Self.bits(for: count)
        var (next, last) = (0, UInt64.max)
        try sorter.drain { record in
            let entry = UInt64(bigEndian: record.loadUnaligned(as: UInt64.self))
            // A word may have one spelling twice when letters are taken away.
            if entry == last { return }
            last = entry
            let bucket = Int(truncatingIfNeeded: entry >> (64 - UInt64(bits)))
            try open(to: bucket, &next, offsets, numbers.count / 4)
            try append(UInt32(truncatingIfNeeded: entry), to: numbers)
        }
        try open(to: 1 << bits, &next, offsets, numbers.count / 4)
    }

    /// Notes where the buckets up to one begin.
    private func open(to bucket: Int, _ next: inout Int, _ offsets: ScratchFile, _ place: Int) throws {
        while next <= bucket {
            try append(UInt32(truncatingIfNeeded: place), to: offsets)
            next += 1
        }
    }

    private func append(_ number: UInt32, to file: ScratchFile) throws {
        try withUnsafeBytes(of: number.littleEndian) { try file.append($0) }
    }

    /// Of how many bits of a hash a bucket is made.
    static func bits(for count: Int) -> Int {
        var bits = 1
        while bits < 28, 1 << bits < count { bits += 1 }
        return bits
    }
}
