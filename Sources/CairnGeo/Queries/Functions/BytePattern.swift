import CairnCore

/// Bytes that are sought in others, of which each is looked at twice at most (Knuth, Morris and Pratt).
struct BytePattern {
    private let bytes: [UInt8]
    /// For each beginning of the pattern, how long the longest of its ends is that the pattern begins with, too.
    private var borders: [Int32] = []

    init(_ bytes: [UInt8], _ watch: inout SearchWatch) throws(CancellationError) {
        self.bytes = bytes
        borders.reserveCapacity(bytes.count)
        for place in bytes.indices {
            borders.append(place == 0 ? 0 : try advanced(Int(borders[place - 1]), by: bytes[place], &watch))
        }
    }

    /// Where it begins first; nil if nowhere.
    func place(in text: [UInt8], _ watch: inout SearchWatch) throws(CancellationError) -> Int? {
        if bytes.isEmpty { return 0 }
        var matched = 0
        for place in text.indices {
            matched = Int(try advanced(matched, by: text[place], &watch))
            if matched == bytes.count { return place + 1 - matched }
        }
        return nil
    }

    /// How much of the pattern is there when one more byte is.
    private func advanced(_ matched: Int, by byte: UInt8, _ watch: inout SearchWatch) throws(CancellationError) -> Int32 {
        var matched = matched
        while true {
            try watch.step()
            if bytes[matched] == byte { return Int32(clamping: matched + 1) }
            if matched == 0 { return 0 }
            matched = Int(borders[matched - 1])
        }
    }
}
