import CairnCore

/// One character as URLs, JSON or HTML write it where it could not stand as it is.
struct CharacterEscape {
    private static let letters: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    ]

    private static let invisible: [[UInt8]] = [
        [0xC2, 0xAD], [0xCD, 0x8F], [0xE2, 0x80, 0x8B], [0xE2, 0x80, 0x8C], [0xE2, 0x80, 0x8D], [0xE2, 0x81, 0xA0],
        [0xEF, 0xBB, 0xBF],
    ]

    /// What it stands for.
    let bytes: [UInt8]
    /// How many bytes it takes.
    let length: Int

    private init(bytes: [UInt8], length: Int) {
        (self.bytes, self.length) = (bytes, length)
    }

    /// Whether an escape may begin with a byte.
    static func mayBegin(with byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "'"), 0x0A, 0x0D, 0xC2, 0xCD, 0xE2, 0xEF: true
        default: false
        }
    }

    /// The escape that a text begins with; nil if it begins with none, or with one that is not well-formed.
    init?(_ text: ArraySlice<UInt8>) {
        switch text.first {
        case UInt8(ascii: "%"): self.init(percent: text.dropFirst())
        case UInt8(ascii: "\\"): self.init(backslash: text.dropFirst())
        case UInt8(ascii: "&"): self.init(html: text.dropFirst())
        // As SQL writes it.
        case UInt8(ascii: "'") where text.dropFirst().first == UInt8(ascii: "'"): self.init(bytes: [UInt8(ascii: "'")], length: 2)
        case 0x0A, 0x0D: self.init(bytes: [], length: 1)
        default: self.init(invisible: text)
        }
    }

    /// What is not seen between letters: the soft hyphen, U+034F, what has no width, and what selects variants.
    private init?(invisible text: ArraySlice<UInt8>) {
        if let sequence = Self.invisible.first(where: { text.starts(with: $0) }) {
            self.init(bytes: [], length: sequence.count)
        } else if text.starts(with: [0xEF, 0xB8]), let last = text.dropFirst(2).first, (0x80...0x8F).contains(last) {
            self.init(bytes: [], length: 3)
        } else {
            return nil
        }
    }

    private init?(percent text: ArraySlice<UInt8>) {
        if let unit = Self.codeUnit(text), let scalar = Unicode.Scalar(unit) {
            self.init(bytes: Array(String(scalar).utf8), length: 6)
            return
        }
        guard let value = Self.number(text.prefix(2), digits: 2, radix: 16) else { return nil }
        self.init(bytes: [UInt8(truncatingIfNeeded: value)], length: 3)
    }

    private init?(backslash text: ArraySlice<UInt8>) {
        guard let first = text.first else { return nil }
        if let letter = Self.letters[first] {
            self.init(bytes: [letter], length: 2)
        } else if first == UInt8(ascii: "x"), let value = Self.number(text.dropFirst().prefix(2), digits: 2, radix: 16) {
            self.init(bytes: [UInt8(truncatingIfNeeded: value)], length: 4)
        } else if first == UInt8(ascii: "u") {
            self.init(json: text)
        } else if (0x21...0x7E).contains(first), !Unicode.Scalar(first).properties.isAlphabetic, !(0x30...0x39).contains(first) {
            self.init(bytes: [first], length: 2)
        } else {
            return nil
        }
    }

    private init?(json text: ArraySlice<UInt8>) {
        guard let unit = Self.codeUnit(text) else { return nil }
        if let scalar = Unicode.Scalar(unit) {
            self.init(bytes: Array(String(scalar).utf8), length: 6)
            return
        }
        // One of the halves in which JSON writes what is beyond U+FFFF.
        let rest = text.dropFirst(5)
        guard rest.first == UInt8(ascii: "\\"), let other = Self.codeUnit(rest.dropFirst()) else { return nil }
        guard (0xD800..<0xDC00).contains(unit), (0xDC00..<0xE000).contains(other) else { return nil }
        guard let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00)) else { return nil }
        self.init(bytes: Array(String(scalar).utf8), length: 12)
    }

    private init?(html text: ArraySlice<UInt8>) {
        if text.first == UInt8(ascii: "#") {
            self.init(numbered: text.dropFirst())
            return
        }
        let name = text.prefix(HTMLEntities.longestName).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        guard let bytes = HTMLEntities.bytes[String(decoding: name, as: UTF8.self)] else { return nil }
        self.init(bytes: bytes, length: name.count + 2)
    }

    /// Browsers read it without its semicolon, too.
    private init?(numbered text: ArraySlice<UInt8>) {
        let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix(Self.longestNumber).prefix { byte in
            (0x30...0x39).contains(byte) || isHexadecimal && (0x61...0x66).contains(byte | 0x20)
        }
        guard let value = Self.number(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value) else {
            return nil
        }
        let isClosed = text[digits.endIndex...].first == UInt8(ascii: ";")
        self.init(bytes: Array(String(scalar).utf8), length: 2 + (isHexadecimal ? 1 : 0) + digits.count + (isClosed ? 1 : 0))
    }

    /// `&#x000010FFFF;` is as long as anybody writes.
    private static let longestNumber = 12

    /// The UTF-16 code unit that a `u` and four hexadecimal digits stand for.
    private static func codeUnit(_ text: ArraySlice<UInt8>) -> UInt32? {
        text.first == UInt8(ascii: "u") ? number(text.dropFirst().prefix(4), digits: 4, radix: 16) : nil
    }

    private static func number(_ text: ArraySlice<UInt8>, digits: Int? = nil, radix: Int) -> UInt32? {
        guard digits == nil || text.count == digits, text.first != UInt8(ascii: "+"), text.first != UInt8(ascii: "-") else {
            return nil
        }
        return UInt32(String(decoding: text, as: UTF8.self), radix: radix)
    }
}
