import CairnCore

/// Goes through WKT word by word, number by number. Places are told in bytes of UTF-8.
struct WKTScanner {
    private let text: [UInt8]
    /// Where it stands: set back, it reads the same once more.
    var offset = 0

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    mutating func readNumber() throws(GeometryError) -> Double {
        let token = readToken()
        if token.allSatisfy(Self.isOfNumber), let number = Double(String(decoding: token, as: UTF8.self)), number.isFinite {
            return number
        }
        switch String(decoding: token, as: UTF8.self).lowercased() {
        case "nan": return .nan
        case "inf", "infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        case let text: throw malformed("\"\(text.prefix(30))\" is no number", at: token.startIndex)
        }
    }

    /// Not of a hexadecimal one.
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    func startsNumber() -> Bool {
        ["nan", "inf"].contains(String(decoding: text[offset..<min(offset + 3, text.count)], as: UTF8.self).lowercased())
    }

    mutating func readToken() -> ArraySlice<UInt8> {
        _ = next()
        let start = offset
        while offset < text.count, text[offset] > 0x20, !Self.isDelimiter(text[offset]) { offset += 1 }
        return text[start..<offset]
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ";")
    }

    /// The letters that come next, as capitals.
    mutating func readWord() -> String {
        _ = next()
        let start = offset
        while offset < text.count, Self.isLetter(text[offset]) { offset += 1 }
        return String(decoding: text[start..<min(offset, start + 40)], as: UTF8.self).uppercased()
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    mutating func expect(_ character: Unicode.Scalar) throws(GeometryError) {
        guard next() == UInt8(ascii: character) else { throw malformed("there should be \"\(character)\"") }
        offset += 1
    }

    /// The byte that comes next, white space passed over.
    mutating func next() -> UInt8? {
        while offset < text.count, text[offset] <= 0x20 { offset += 1 }
        return offset < text.count ? text[offset] : nil
    }

    func malformed(_ reason: String, at place: Int? = nil) -> GeometryError {
        .malformed("at byte \(place ?? offset) of the WKT, \(reason)")
    }
}
