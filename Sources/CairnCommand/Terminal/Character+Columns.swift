extension Character {
    /// How many columns of a terminal it takes: two for Chinese, Japanese, Korean and for pictures, after Unicode's annex 11.
    var columns: Int {
        unicodeScalars.contains { Self.isWide($0) } ? 2 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F
        }
    }
}

extension StringProtocol {
    /// How many columns of a terminal it takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// As much as fits into so many columns, with an ellipsis for what does not.
    func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return String(self) }
        var (text, width) = ("", 1)
        for character in self {
            width += character.columns
            guard width <= limit else { break }
            text.append(character)
        }
        return limit > 0 ? text + "…" : ""
    }
}
