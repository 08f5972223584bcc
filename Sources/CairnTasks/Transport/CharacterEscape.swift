import CairnCore

/// One character as URLs, JSON or HTML write it where it could not stand as it is.
struct CharacterEscape {
    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"].mapValues { Array($0.utf8) }
    private static let letters: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]
    /// `&#x0010FFFF;` is as long as they get.
    private static let longestEntity = 12

    /// What it stands for.
    let bytes: [UInt8]
    /// How many bytes it takes.
    let length: Int

    /// The escape that a text begins with; nil if it begins with none, or with one that is not well-formed.
    init?(_ text: ArraySlice<UInt8>) {
        switch text.first {
        case UInt8(ascii: "%"): self.init(percent: text.dropFirst())
        case UInt8(ascii: "\\"): self.init(json: text.dropFirst())
        case UInt8(ascii: "&"): self.init(html: text.dropFirst())
        default: return nil
        }
    }

    private init?(percent text: ArraySlice<UInt8>) {
        guard let value = Self.number(text.prefix(2), digits: 2, radix: 16) else { return nil }
        (bytes, length) = ([UInt8(truncatingIfNeeded: value)], 3)
    }

    private init?(json text: ArraySlice<UInt8>) {
        if let letter = text.first.flatMap({ Self.letters[$0] }) {
            (bytes, length) = ([letter], 2)
            return
        }
        guard let unit = Self.codeUnit(text) else { return nil }
        if let scalar = Unicode.Scalar(unit) {
            (bytes, length) = (Array(String(scalar).utf8), 6)
            return
        }
        // One of the halves in which JSON writes what is beyond U+FFFF.
        let rest = text.dropFirst(5)
        guard rest.first == UInt8(ascii: "\\"), let other = Self.codeUnit(rest.dropFirst()) else { return nil }
        guard (0xD800..<0xDC00).contains(unit), (0xDC00..<0xE000).contains(other) else { return nil }
        guard let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00)) else { return nil }
        (bytes, length) = (Array(String(scalar).utf8), 12)
    }

    private init?(html text: ArraySlice<UInt8>) {
        let name = text.prefix(Self.longestEntity).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        guard let bytes = Self.entity(name) else { return nil }
        (self.bytes, length) = (bytes, name.count + 2)
    }

    private static func entity(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else { return entities[String(decoding: name, as: UTF8.self)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let value = isHexadecimal ? number(digits.dropFirst(), radix: 16) : number(digits, radix: 10)
        return value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
    }

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
