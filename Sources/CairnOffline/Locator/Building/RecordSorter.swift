import CairnCore
import Foundation

/// Sorts records of bytes, of which there may be more than memory holds: what has been gathered is sorted and put aside, and all is merged at the
/// end.
final class RecordSorter {
    /// A record in memory. Of most the first eight bytes decide.
    private struct Entry {
        let prefix: UInt64
        let offset: UInt32
        let count: UInt32
    }

    private let path: String
    private let memory: Int
    private var arena: [UInt8] = []
    private var entries: [Entry] = []
    private var runs: [(file: ScratchFile, start: Int, end: Int)] = []
    private var scratch: ScratchFile?
    /// How many records there are.
    private(set) var count = 0

    /// - Parameters:
    ///   - path: Beside which file it puts aside.
    ///   - memory: How many bytes it keeps in memory.
    init(beside path: String, memory: Int) {
        self.path = path
        self.memory = memory
    }

    func append(_ record: [UInt8]) throws {
        if arena.count + record.count + (entries.count + 1) * MemoryLayout<Entry>.stride > memory, !entries.isEmpty {
            try putAside()
        }
        let prefix = record.withUnsafeBytes { bytes in
            (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
        }
        entries.append(
            Entry(
                prefix: prefix, offset: UInt32(truncatingIfNeeded: arena.count), count: UInt32(truncatingIfNeeded: record.count)))
        arena.append(contentsOf: record)
        count += 1
    }

    /// Hands out all records in the order of their bytes, once.
    func drain(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        if runs.isEmpty {
            sort()
            try arena.withUnsafeBytes { arena in
                for entry in entries { try body(Self.bytes(of: entry, in: arena)) }
            }
        } else {
            if !entries.isEmpty { try putAside() }
            (arena, entries) = ([], [])
            var merge = try RunMerge(runs.map { try RunReader($0.file, $0.start, $0.end) })
            while let record = merge.current {
                try record.withUnsafeBytes(body)
                try merge.advance()
            }
        }
        (arena, entries, runs, scratch) = ([], [], [], nil)
    }

    private static func bytes(of entry: Entry, in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: arena[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)])
    }

    private func sort() {
        arena.withUnsafeBytes { arena in
            entries.sort { a, b in
                a.prefix != b.prefix
                    ? a.prefix < b.prefix : Self.isBefore(Self.bytes(of: a, in: arena), Self.bytes(of: b, in: arena))
            }
        }
    }

    static func isBefore(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard let one = a.baseAddress, let other = b.baseAddress else { return a.count < b.count }
        let order = memcmp(one, other, min(a.count, b.count))
        return order != 0 ? order < 0 : a.count < b.count
    }

    private func putAside() throws {
        sort()
        let file = try scratch ?? ScratchFile(beside: path)
        scratch = file
        let start = file.count
        try arena.withUnsafeBytes { arena in
            for entry in entries {
                try withUnsafeBytes(of: entry.count.littleEndian) { try file.append($0) }
                try file.append(Self.bytes(of: entry, in: arena))
            }
        }
        try file.flush()
        runs.append((file, start, file.count))
        arena.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }
}
