import CairnCore
import Foundation

/// Writes the different names in their order, each by its most important feature; and of beginnings that many names share the most important ones.
final class NameWriter {
    private let sorter: RecordSorter
    private let beginnings: RecordSorter
    private let names: ScratchFile

    /// A beginning of the name at hand.
    private struct Beginning {
        var count = 0
        /// Those that come first, the least of them last.
        var best: [(rank: Int, feature: UInt32)] = []
    }

    private var key: [UInt8] = []
    private var first: (importance: UInt16, feature: UInt32) = (0, 0)
    private var features = 0
    /// By length, from one letter on.
    private var open: [Beginning] = []

    /// Beginnings that fewer names share are looked through.
    static let fewest = 64
    /// How many names are kept of a beginning.
    private static let most = 48
    private static let longest = 12

    init(_ files: LocatorScratch) {
        (sorter, beginnings, names) = (files.sorter(), files.sorter(), files[.names])
    }

    func append(_ key: UnsafeRawBufferPointer, _ importance: UInt16, _ feature: UInt32) throws {
        var record = ByteWriter()
        record.text(key)
        record.ordered(~importance)
        record.ordered(feature)
        try sorter.append(record.bytes)
    }

    func write(offsets: ScratchFile, lists: ScratchFile) throws {
        try sorter.drain { record in
            var reader = DraftReader(record)
            let next = reader.text()
            if features == 0 || !key.elementsEqual(next) {
                try end(next)
                key = Array(next)
                first = (~reader.short(), reader.number())
            }
            features += 1
        }
        try end(UnsafeRawBufferPointer(start: nil, count: 0))
        try KeyWriter(beginnings).write(offsets: offsets, lists: lists)
    }

    /// Ends a name, and the beginnings that the next one does not share.
    private func end(_ next: UnsafeRawBufferPointer) throws {
        guard features > 0 else { return }
        try withUnsafeBytes(of: first.feature.littleEndian) { try names.append($0) }
        let length = min(key.count, Self.longest)
        while open.count < length { open.append(Beginning()) }
        let rank = NameRank.of(importance: first.importance, features: features)
        for index in 0..<length { note(rank, in: &open[index]) }
        let shared = zip(key, next).prefix { $0 == $1 }.count
        while open.count > shared {
            let beginning = open.removeLast()
            if beginning.count >= Self.fewest { try write(beginning, ofLength: open.count + 1) }
        }
        features = 0
    }

    private func note(_ rank: Int, in beginning: inout Beginning) {
        beginning.count += 1
        if beginning.best.count == Self.most {
            guard rank > beginning.best[Self.most - 1].rank else { return }
            beginning.best.removeLast()
        }
        let place = beginning.best.firstIndex { $0.rank < rank } ?? beginning.best.endIndex
        beginning.best.insert((rank, first.feature), at: place)
    }

    private func write(_ beginning: Beginning, ofLength length: Int) throws {
        let hash = TextHash.of(key.prefix(length))
        for (_, feature) in beginning.best {
            var record = ByteWriter()
            record.ordered(hash)
            record.ordered(feature)
            try beginnings.append(record.bytes)
        }
    }
}

/// What comes first of names that begin alike, in thousandths of a power of ten of people.
enum NameRank {
    /// As much as a town of a thousand has what nobody has counted.
    static let uncounted = 3000

    static func of(importance: UInt16, features: Int) -> Int {
        importance > 0 ? Int(importance) : uncounted + (Int(rounding: 500 * log10(Double(max(1, features)))) ?? 0)
    }
}
