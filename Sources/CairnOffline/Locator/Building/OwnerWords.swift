import CairnCore

/// Writes the words of each feature and context, and with them the features and contexts themselves, now that all is known.
///
/// A word is its number and what it is there: `number · 8 + field`.
final class OwnerWords {
    private let files: LocatorScratch
    private let contexts: [BuildContext]
    private let features: Int
    private var nextFeature = 0
    private var nextContext = 0
    private var list = ByteWriter()
    private var size: UInt32 = 0
    private var owner: (isContext: Bool, index: Int) = (false, 0)
    private let records: ScratchFile
    private var firstFeature: [UInt32]

    /// - Parameter contexts: In the order of the file.
    init(_ files: LocatorScratch, contexts: [BuildContext], features: Int) throws {
        (self.files, self.contexts, self.features) = (files, contexts, features)
        records = files[.features]
        try records.flush()
        files[.features] = try ScratchFile(beside: files.path)
        firstFeature = Array(repeating: UInt32(truncatingIfNeeded: features), count: contexts.count + 1)
    }

    func write(_ gathered: RecordSorter) throws {
        // Features come before contexts, as their mark says.
        try gathered.drain { record in
            var reader = DraftReader(record)
            let next = (isContext: reader.byte() == 1, index: Int(reader.number()))
            if next != owner { try end(next) }
            let field = UInt32(reader.byte())
            _ = reader.byte()
            list.number(reader.number() << 3 | field)
            size += 1
        }
        try end((true, contexts.count + 1))
        try writeContexts(upTo: contexts.count + 1, words: nil)
    }

    /// Writes the owner that has ended, and those before it that have no words.
    private func end(_ next: (isContext: Bool, index: Int)) throws {
        defer { (owner, size) = (next, 0) }
        try writeOwner()
        list.removeAll()
        if next.isContext, !owner.isContext { try finishFeatures() }
    }

    private func writeOwner() throws {
        guard size > 0 else { return }
        if owner.isContext {
            try writeContexts(upTo: owner.index, words: nil)
            try writeContexts(upTo: owner.index + 1, words: try append(to: .contextWords))
        } else {
            try writeFeatures(upTo: owner.index, words: nil)
            try writeFeatures(upTo: owner.index + 1, words: try append(to: .featureWords))
        }
    }

    /// Where the list stands; 0 is an empty one.
    private func append(to section: LocatorSection) throws -> UInt32 {
        if files[section].count == 0 { try files[section].append([0]) }
        let offset = UInt32(truncatingIfNeeded: files[section].count)
        var head = ByteWriter()
        head.number(size)
        head.number(UInt32(truncatingIfNeeded: list.count))
        try files[section].append(head.bytes)
        try files[section].append(list.bytes)
        return offset
    }

    private func writeFeatures(upTo end: Int, words: UInt32?) throws {
        while nextFeature < end {
            let count = min(end - nextFeature, 4096)
            var bytes = try records.read(upTo: count * FeatureRecord.size, at: nextFeature * FeatureRecord.size)
            for index in 0..<count { complete(&bytes, index * FeatureRecord.size, nextFeature + index, words) }
            try files[.features].append(bytes)
            nextFeature += count
        }
    }

    private func complete(_ bytes: inout [UInt8], _ start: Int, _ feature: Int, _ words: UInt32?) {
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: (words ?? 0).littleEndian, toByteOffset: start + 12, as: UInt32.self)
            if feature < features {
                let context = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self)))
                firstFeature[context] = min(firstFeature[context], UInt32(truncatingIfNeeded: feature))
            }
            guard bytes[start + 1] & FeatureRecord.Flag.alias != 0 else { return }
            let serial = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 48, as: UInt32.self)))
            bytes.storeBytes(of: files.featureOfPlace[serial].littleEndian, toByteOffset: start + 48, as: UInt32.self)
        }
    }

    private func writeContexts(upTo end: Int, words: UInt32?) throws {
        while nextContext < end {
            var entry = ByteWriter()
            let context = nextContext < contexts.count ? contexts[nextContext] : BuildContext()
            for text in [context.city, context.subregion, context.region, context.country] {
                entry.fixed(try files.texts.offset(of: text.utf8))
            }
            entry.fixed(words ?? 0)
            entry.fixed(firstFeature[nextContext])
            try files[.contexts].append(entry.bytes)
            nextContext += 1
        }
    }

    /// Writes those that are left, and notes that contexts without features begin where the next one does.
    private func finishFeatures() throws {
        try writeFeatures(upTo: features + 1, words: nil)
        for index in firstFeature.indices.dropLast().reversed() {
            firstFeature[index] = min(firstFeature[index], firstFeature[index + 1])
        }
    }
}
