import CairnCore
import Foundation

/// The bytes of a text after what is escaped in it has been decoded, each with the part of the text that it stands for.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// Where in the text what each byte stands for begins, and at last where the text ends.
    private var starts: [Int32] = []

    /// A text as it is, of less than 2 GiB.
    init(_ text: some Sequence<UInt8>) {
        bytes = Array(text)
        starts = (0...Int32(truncatingIfNeeded: bytes.count)).map(\.self)
    }

    private init(capacity: Int) {
        bytes.reserveCapacity(capacity)
        starts.reserveCapacity(capacity + 1)
    }

    /// The part of the text that some of the bytes stand for.
    func source(of range: Range<Int>) -> Range<Int> {
        let start = starts[range.lowerBound]
        // Of several bytes that stand for the same, all.
        var end = range.upperBound
        while end < bytes.count, starts[end] == starts[range.upperBound - 1] { end += 1 }
        return Int(start)..<Int(starts[end])
    }

    /// With every escape of URLs, JSON, HTML and programs that is well-formed decoded once, and without what cannot be seen; nil if there is
    /// none.
    func decoded() -> DecodedText? {
        var (result, index) = (DecodedText(capacity: bytes.count), 0)
        while index < bytes.count {
            guard CharacterEscape.mayBegin(with: bytes[index]), let escape = CharacterEscape(bytes[index...]) else {
                result.append(bytes[index], from: starts[index])
                index += 1
                continue
            }
            for byte in escape.bytes { result.append(byte, from: starts[index]) }
            index += escape.length
        }
        result.starts.append(starts[bytes.count])
        return result.bytes.count == bytes.count ? nil : result
    }

    /// With letters apart from their accents (NFD): texts that mean the same may differ in that. Nil if all of it is ASCII.
    func decomposed() -> DecodedText? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var (result, index) = (DecodedText(capacity: bytes.count * 3 / 2), 0)
        while index < bytes.count {
            // An ASCII letter, and what may be its accents.
            var end = index + 1
            while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
            result.append(decomposing: index..<end, of: self)
            index = end
        }
        result.starts.append(starts[bytes.count])
        return result
    }

    private mutating func append(decomposing range: Range<Int>, of other: DecodedText) {
        guard range.count > 1, let text = String(validating: other.bytes[range], as: UTF8.self) else {
            for index in range { append(other.bytes[index], from: other.starts[index]) }
            return
        }
        // Letter by letter; of a run of marks that no writing has only so many at a time, for they are sorted.
        var (letter, start, count) = (String.UnicodeScalarView(), range.lowerBound, 0)
        for scalar in text.unicodeScalars {
            if count > Self.longestRun || !scalar.isMark {
                append(String(letter).decomposedStringWithCanonicalMapping.utf8, from: other.starts[start])
                start += letter.reduce(0) { $0 + UTF8.width($1) }
                (letter, count) = (String.UnicodeScalarView(), 0)
            }
            letter.append(scalar)
            count += 1
        }
        append(String(letter).decomposedStringWithCanonicalMapping.utf8, from: other.starts[start])
    }

    private static let longestRun = 30

    private mutating func append(_ bytes: some Sequence<UInt8>, from start: Int32) {
        for byte in bytes { append(byte, from: start) }
    }

    private mutating func append(_ byte: UInt8, from start: Int32) {
        bytes.append(byte)
        starts.append(start)
    }
}
