import CairnCore

/// A secret that is looked for in time that grows with the text alone, however often it repeats itself (Knuth, Morris and Pratt).
struct SecretPattern {
    private let secret: [UInt8]
    /// For each beginning of the secret, how long the longest end of it is that the secret begins with, too.
    private let borders: [Int]

    /// - Parameter secret: Its bytes, at least one.
    init(_ secret: [UInt8]) {
        self.secret = Self.folded(secret)
        var (borders, length) = ([0], 0)
        for byte in self.secret.dropFirst() {
            while length > 0, byte != self.secret[length] { length = borders[length - 1] }
            if byte == self.secret[length] { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    /// Where it is, or so much of its beginning that the rest may have been cut off; what overlaps or touches is one range.
    func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var (ranges, length) = ([Range<Int>](), 0)
        let shortest = shortest
        for (index, byte) in text.enumerated() {
            let byte = Self.folded(byte)
            if length >= shortest, byte != secret[length] { ranges.appendMerging((index - length)..<index) }
            while length > 0, byte != secret[length] { length = borders[length - 1] }
            if byte == secret[length] { length += 1 }
            guard length == secret.count else { continue }
            ranges.appendMerging((index + 1 - length)..<(index + 1))
            length = borders[length - 1]
        }
        if length >= shortest { ranges.appendMerging((text.count - length)..<text.count) }
        return ranges
    }

    /// How many bytes of it are hidden, if there are no more: some leave out the padding of Base64.
    var shortest: Int {
        if secret.count >= Self.shortestCut { return Self.shortestPart }
        let unpadded = secret.count - secret.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return unpadded >= Self.shortestUnpadded ? unpadded : secret.count
    }
    var isASCII: Bool { secret.allSatisfy { $0 < 0x80 } }
    /// Of secrets of so many bytes, so many.
    private static let (shortestCut, shortestPart) = (20, 16)
    /// What is shorter without its padding could be any word.
    private static let shortestUnpadded = 8

    /// Without what does not tell one secret from another.
    static func folded(_ bytes: [UInt8]) -> [UInt8] { bytes.map(folded) }

    /// Small letters for capitals; and forms write a space as `+`.
    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "+"): UInt8(ascii: " ")
        default: byte
        }
    }
}

extension [Range<Int>] {
    /// Adds a range that does not begin before the last one.
    mutating func appendMerging(_ range: Range<Int>) {
        if let last, range.lowerBound <= last.upperBound {
            self[count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
        } else {
            append(range)
        }
    }
}
