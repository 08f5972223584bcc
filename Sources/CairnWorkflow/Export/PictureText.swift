/// A line of text in a picture: as much of a name as there is room for.
struct PictureText {
    let text: String
    /// The room it takes, in the picture's units.
    let width: Double

    /// - Parameters:
    ///   - name: What is to be shown; breaks of lines become spaces.
    ///   - em: The size of the letters.
    ///   - limit: How wide it may be; what is longer is cut, and ends with an ellipsis.
    init(_ name: String, em: Double, isBold: Bool = false, limit: Double) {
        let scale = em * (isBold ? 1.13 : 1)
        let ellipsis: Character = "…"
        var (text, width) = ("", 0.0)
        // What fits with an ellipsis behind it.
        var start = (text: "", width: 0.0)
        for character in name.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            let next = width + Self.ems(character) * scale
            guard next <= limit else {
                (text, width) = (start.text + [ellipsis], start.width + Self.ems(ellipsis) * scale)
                break
            }
            text.append(character)
            width = next
            if width + Self.ems(ellipsis) * scale <= limit { start = (text, width) }
        }
        (self.text, self.width) = (text, width)
    }

    /// How wide a character is: at least as wide as in Helvetica, Arial, and DejaVu Sans, which stands in for them.
    private static func ems(_ character: Character) -> Double {
        // Signs that a font cannot join are drawn one beside the other.
        character.unicodeScalars.reduce(0) { $0 + ems($1) }
    }

    private static func ems(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case " ", "!", "'", "(", ")", ",", "-", ".", "/", ":", ";", "I", "[", "\\", "]", "f", "i", "j", "l", "r", "t", "|": 0.44
        case "%", "@", "M", "W", "m", "w", "æ", "œ": 1.03
        case "A"..."Z": 0.79
        case "a"..."z", "0"..."9", "\"", "$", "*", "?", "_", "`", "{", "}": 0.64
        case " "..."~": 0.84
        case "\u{A0}"..."\u{17F}": scalar.properties.isLowercase ? 0.85 : 1.1
        // Chinese, Japanese, Korean.
        case "\u{2E80}"..."\u{D7FF}", "\u{FF00}"..."\u{FFEF}", "\u{20000}"..."\u{3FFFF}": 1.05
        default: isWithoutWidth(scalar) ? 0 : 1.3
        }
    }

    private static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}
