/// A word of a latitude or longitude.
enum AngleToken: Equatable {
    case number(Double, isWhole: Bool)
    case sign(isNegative: Bool)
    /// N, S, E or W.
    case letter(Unicode.Scalar)
    /// The sign of degrees, minutes or seconds: 0, 1 or 2.
    case unit(Int)
    /// What stands between the two.
    case separator

    /// A word of one character.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "+": self = .sign(isNegative: false)
        case "-", "\u{2212}": self = .sign(isNegative: true)
        case "N", "S", "E", "W": self = .letter(scalar)
        case "n", "s", "e", "w": self = .letter(Unicode.Scalar(UInt8(ascii: scalar) & 0xDF))
        case "*", "^", "~", "\u{B0}", "\u{BA}", "\u{2DA}", "\u{2070}": self = .unit(0)
        case "'", "\u{2019}", "\u{2032}": self = .unit(1)
        case "\"", "\u{2DD}", "\u{201D}", "\u{2033}": self = .unit(2)
        case ",", "|": self = .separator
        default: return nil
        }
    }

    /// The words of a text; nil if there is something else in it.
    static func words(of text: some Sequence<Unicode.Scalar>) -> [AngleToken]? {
        var (words, digits) = ([AngleToken](), "")
        for scalar in text {
            if ("0"..."9").contains(scalar) || scalar == "." {
                digits.unicodeScalars.append(scalar)
                continue
            }
            guard append(&digits, to: &words) else { return nil }
            if scalar.properties.isWhitespace { continue }
            guard let word = AngleToken(scalar) else { return nil }
            words.append(word)
        }
        return append(&digits, to: &words) ? words : nil
    }

    private static func append(_ digits: inout String, to words: inout [AngleToken]) -> Bool {
        defer { digits = "" }
        if digits.isEmpty { return true }
        guard let number = Double(digits) else { return false }
        words.append(.number(number, isWhole: !digits.contains(".")))
        return true
    }

    var isNumber: Bool { if case .number = self { true } else { false } }
    var isLetter: Bool { if case .letter = self { true } else { false } }
    var isSign: Bool { if case .sign = self { true } else { false } }
}
