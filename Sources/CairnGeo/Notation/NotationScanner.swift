import CairnCore

/// Goes through the name of a place in a grid: letters, digits, and space between them.
struct NotationScanner {
    private let text: String
    private let bytes: [UInt8]
    private var offset = 0

    /// - Throws: ``NotationError/malformed(_:reason:)`` for what is longer than any name.
    init(_ text: String) throws(NotationError) {
        bytes = Array(text.utf8.prefix(Self.longest + 1))
        self.text = String(decoding: bytes, as: UTF8.self)
        if bytes.count > Self.longest { throw malformed("it is too long") }
    }

    /// In bytes.
    static let longest = 100

    func malformed(_ reason: String) -> NotationError { .malformed(text, reason: reason) }

    mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// The letter that comes next, as a capital.
    mutating func letter() -> UInt8? {
        guard offset < bytes.count, (0x61...0x7A).contains(bytes[offset] | 0x20) else { return nil }
        offset += 1
        return bytes[offset - 1] & 0xDF
    }

    /// The number of the letter that comes next among those of a grid.
    mutating func index(in letters: GridLetters) throws(NotationError) -> Int {
        guard let index = letter().flatMap(letters.index) else { throw malformed("there should be another letter") }
        return index
    }

    /// The digits that come next.
    mutating func digits(atMost count: Int = .max) -> ArraySlice<UInt8> {
        let digits = bytes[offset...].prefix(count).prefix { (0x30...0x39).contains($0) }
        offset = digits.endIndex
        return digits
    }

    /// The number that comes next: digits, and if it goes on so, a point and digits again.
    mutating func number() -> Double? {
        let start = offset
        guard !digits().isEmpty else { return nil }
        if skip(".") { _ = digits() }
        return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    /// Whether the next byte is this one, which is passed over then.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: byte) else { return false }
        offset += 1
        return true
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// Nothing but space may follow.
    mutating func expectEnd() throws(NotationError) {
        skipSpace()
        if !isAtEnd { throw malformed("something follows that does not belong to it") }
    }
}

extension ArraySlice<UInt8> {
    /// The number that up to 18 of these digits make; nil for none, and for more.
    var number: Int? { (1...18).contains(count) ? reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil }
}

extension Int {
    /// The digits of a number that is not below 0, with zeros before them up to a width.
    func digits(_ width: Int) -> String { String(self).padded(to: width) }
}

extension String {
    /// This text with zeros before it up to a width.
    func padded(to width: Int) -> String { String(repeating: "0", count: Swift.max(0, width - utf8.count)) + self }
}
