import CairnCore
import Foundation

/// Finds secrets in a text, in whatever way they are written there, and hides them.
///
/// The text is decoded again and again, and each decoding looked through for each secret; every byte knows which part of the text it comes
/// from. What has been found is hidden at the end, all at once, so that of two secrets that overlap none leaves a tail.
struct HiddenSecrets: Sendable {
    static let mark = "[redacted]"

    /// How often a text may have been escaped.
    private static let maximumEscapes = 5
    /// What is derived from a secret and shorter than this could be any word.
    private static let shortestForm = 8

    /// Texts are looked through in pieces of this size, and a bit more, so that a piece without escapes costs little, and none much memory.
    private static let pieceSize = 256 << 10
    /// By how much a secret may grow in being escaped.
    private static let growth = 40

    private let patterns: [SecretPattern]
    /// No text of fewer bytes holds any of them.
    private let shortest: Int
    /// By how much pieces overlap.
    private let overlap: Int

    init(_ secrets: [String]) {
        let bytes = Set(secrets.map(\.streamSafe).flatMap(Self.forms).filter { !$0.isEmpty }.map(SecretPattern.folded))
        patterns = bytes.map(SecretPattern.init)
        // Composed letters are shorter, and so is what has been cut off.
        shortest = patterns.map { $0.shortest / ($0.isASCII ? 1 : 3) }.min() ?? .max
        overlap = Self.growth * (bytes.map(\.count).max() ?? 0)
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// A secret as it is; with what looks like an escape in it decoded, as it is when the text around it is; in capitals and small letters; in
    /// Base64; with accents apart; and as who takes UTF-8 for something else, or has something else, writes it.
    private static func forms(_ secret: String) -> [[UInt8]] {
        let decoded = DecodedText(secret.utf8).decoded().map { String(decoding: $0.bytes, as: UTF8.self) }
        let derived = [decoded, secret.lowercased(), secret.uppercased()].compactMap(\.self) + encoded(secret)
        let whole = [secret] + derived.filter { $0.utf8.count >= shortestForm }
        let bytes = whole.flatMap { [Array($0.utf8), Array($0.decomposedStringWithCanonicalMapping.utf8)] }
        return secret.utf8.allSatisfy { $0 < 0x80 } ? bytes : bytes + misread(secret).filter { $0.count >= shortestForm }
    }

    /// As Base64 writes it, of either alphabet, alone or within something else.
    private static func encoded(_ secret: String) -> [String] {
        let usual = [Data(secret.utf8).base64EncodedString()] + (0...2).map { encoded(secret, behind: $0) }
        return usual + usual.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
    }

    /// Behind so many bytes of something else: without the letters in which there are bits of that, or of what follows.
    private static func encoded(_ secret: String, behind count: Int) -> String {
        let bytes = Data(count: count) + Data(secret.utf8)
        return String(bytes.base64EncodedString().prefix(bytes.count * 8 / 6).dropFirst((count * 8 + 5) / 6))
    }

    private static func misread(_ secret: String) -> [[UInt8]] {
        let composed = secret.precomposedStringWithCanonicalMapping
        let latin1 = composed.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        let isLatin1 = latin1.count == composed.unicodeScalars.count
        let asLatin1 = String(String.UnicodeScalarView(composed.utf8.map { Unicode.Scalar($0) }))
        let replaced = ["?", "\u{FFFD}"].map { mark in composed.unicodeScalars.map { $0.isASCII ? String($0) : mark }.joined() }
        return (isLatin1 ? [latin1] : []) + ([asLatin1] + replaced).map { Array($0.utf8) }
    }

    /// The text with the mark in place of each secret; nil if there is none.
    func hidden(in text: String) -> String? {
        guard text.utf8.count >= shortest else { return nil }
        let found = text.utf8.withContiguousStorageIfAvailable(ranges)
        let ranges = found ?? Array(text.utf8).withUnsafeBufferPointer(ranges)
        return ranges.isEmpty ? nil : Self.hiding(ranges, in: text)
    }

    private func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var (ranges, start) = ([Range<Int>](), 0)
        while true {
            let end = min(start + Self.pieceSize + overlap, text.count)
            let piece = UnsafeBufferPointer(rebasing: text[start..<end])
            let found = piece.contains(where: Self.isSpecial) ? escapedRanges(in: piece) : plainRanges(in: piece)
            ranges += found.map { ($0.lowerBound + start)..<($0.upperBound + start) }
            if end == text.count { return ranges }
            start += Self.pieceSize
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool { byte >= 0x80 || CharacterEscape.mayBegin(with: byte) }

    private func plainRanges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] { patterns.flatMap { $0.ranges(in: text) } }

    private func escapedRanges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var next: DecodedText? = DecodedText(text)
        for _ in 0...Self.maximumEscapes {
            guard let form = next else { break }
            ranges += self.ranges(in: form) + (form.decomposed().map { self.ranges(in: $0) } ?? [])
            next = form.decoded()
        }
        return ranges
    }

    private func ranges(in text: DecodedText) -> [Range<Int>] {
        text.bytes.withUnsafeBufferPointer(plainRanges).map(text.source)
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
