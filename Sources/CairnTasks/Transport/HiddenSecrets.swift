import CairnCore
import Foundation

/// Finds secrets in a text, in whatever way they are written there, and hides them.
///
/// The text is decoded again and again, and each decoding looked through for each secret; every byte knows which part of the text it comes
/// from. What has been found is hidden at the end, all at once, so that of two secrets that overlap none leaves a tail.
struct HiddenSecrets: Sendable {
    static let mark = "[redacted]"

    /// How often a text may have been escaped.
    private static let maximumEscapes = 3
    /// What is derived from a secret and shorter than this could be any word.
    private static let shortestForm = 8

    private let patterns: [SecretPattern]
    /// No text of fewer bytes holds any of them.
    private let shortest: Int

    init(_ secrets: [String]) {
        let forms = Set(secrets.flatMap(Self.forms)).filter { !$0.isEmpty }
        let bytes = Set(forms.flatMap { [Array($0.utf8), Array($0.decomposedStringWithCanonicalMapping.utf8)] })
        patterns = bytes.map(SecretPattern.init)
        shortest = forms.map { min($0.utf8.count, $0.precomposedStringWithCanonicalMapping.utf8.count) }.min() ?? .max
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// A secret as it is; without the padding of Base64, which some leave out; and with what looks like an escape in it decoded, as it is
    /// when the text around it is.
    private static func forms(_ secret: String) -> [String] {
        let unpadded = String(secret[..<(secret.lastIndex { $0 != "=" }.map(secret.index(after:)) ?? secret.startIndex)])
        let decoded = DecodedText(secret.utf8).decoded().map { String(decoding: $0.bytes, as: UTF8.self) }
        return [secret] + [unpadded, decoded].compactMap(\.self).filter { $0.utf8.count >= shortestForm }
    }

    /// The text with the mark in place of each secret; nil if there is none.
    func hidden(in text: String) -> String? {
        guard text.utf8.count >= shortest else { return nil }
        let isPlain = text.utf8.allSatisfy {
            $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "&")
        }
        let ranges = isPlain ? plainRanges(in: text) : escapedRanges(in: text)
        return ranges.isEmpty ? nil : Self.hiding(ranges, in: text)
    }

    private func plainRanges(in text: String) -> [Range<Int>] {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in patterns.flatMap { $0.ranges(in: bytes) } }
        return found ?? Array(text.utf8).withUnsafeBufferPointer { bytes in patterns.flatMap { $0.ranges(in: bytes) } }
    }

    private func escapedRanges(in text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var next: DecodedText? = DecodedText(text.utf8)
        for _ in 0...Self.maximumEscapes {
            guard let form = next else { break }
            ranges += self.ranges(in: form) + (form.decomposed().map { self.ranges(in: $0) } ?? [])
            next = form.decoded()
        }
        return ranges
    }

    private func ranges(in text: DecodedText) -> [Range<Int>] {
        text.bytes.withUnsafeBufferPointer { bytes in patterns.flatMap { $0.ranges(in: bytes) } }.map(text.source)
    }

    private static func hiding(_ ranges: [Range<Int>], in text: String) -> String {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { merged.appendMerging(range) }
        let bytes = Array(text.utf8)
        var (result, kept) = ([UInt8](), 0)
        for range in merged {
            result += bytes[kept..<range.lowerBound] + Array(mark.utf8)
            kept = range.upperBound
        }
        return String(decoding: result + bytes[kept...], as: UTF8.self)
    }
}
