import CairnCore
import Foundation

/// The bytes of a text after what is escaped in it has been decoded, each with the part of the text that it stands for.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    private var sources: [Range<Int>] = []

    /// A text as it is.
    init(_ text: some Sequence<UInt8>) {
        bytes = Array(text)
        sources = bytes.indices.map { $0..<($0 + 1) }
    }

    private init() {}

    /// The part of the text that some of the bytes stand for.
    func source(of range: Range<Int>) -> Range<Int> {
        sources[range.lowerBound].lowerBound..<sources[range.upperBound - 1].upperBound
    }

    /// With every escape of URLs, JSON and HTML that is well-formed decoded once; nil if there is none.
    func decoded() -> DecodedText? {
        var (result, index) = (DecodedText(), 0)
        while index < bytes.count {
            let escape = CharacterEscape(bytes[index...])
            let end = index + (escape?.length ?? 1)
            result.append(escape?.bytes ?? [bytes[index]], from: source(of: index..<end))
            index = end
        }
        return result.bytes.count == bytes.count ? nil : result
    }

    /// With letters apart from their accents (NFD): texts that mean the same may differ in that. Nil if all of it is ASCII.
    func decomposed() -> DecodedText? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var (result, index) = (DecodedText(), 0)
        while index < bytes.count {
            // An ASCII letter, and what may be its accents.
            let end = bytes[(index + 1)...].firstIndex { $0 < 0x80 } ?? bytes.count
            result.append(decomposing: index..<end, of: self)
            index = end
        }
        return result
    }

    private mutating func append(decomposing range: Range<Int>, of other: DecodedText) {
        guard range.count > 1, let text = String(validating: other.bytes[range], as: UTF8.self) else {
            bytes += other.bytes[range]
            sources += other.sources[range]
            return
        }
        var start = range.lowerBound
        for character in text {
            let end = start + character.utf8.count
            append(Array(String(character).decomposedStringWithCanonicalMapping.utf8), from: other.source(of: start..<end))
            start = end
        }
    }

    private mutating func append(_ decoded: [UInt8], from source: Range<Int>) {
        bytes += decoded
        sources += repeatElement(source, count: decoded.count)
    }
}
