import CairnCore

/// A place in the bytes of a JSON document, the rest of which may still be on its way.
///
/// It reads what it is asked for, into values of the asker's: no tree is made of the document. Where the bytes end before the value does, it
/// says ``JSONStop/unfinished``, and who asked begins that value anew when there are more. It reads what `JSONValue(parsing:)` reads, and refuses what that refuses.
struct JSONCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether nothing follows these bytes.
    let isWhole: Bool
    var position: Int
    /// Whether a coordinate is a number, or one of the spellings of none, and never taken for none because it is something else.
    var isStrict = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0, isWhole: Bool = true) {
        (self.bytes, self.position, self.isWhole) = (bytes, position, isWhole)
    }

    /// The next byte that is no blank.
    mutating func next() throws(JSONStop) -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { throw wrong("a value cannot start here") }
            position += 1
        }
        throw atEnd("the document ends too early")
    }

    /// Passes a character that must come next.
    mutating func expect(_ character: Unicode.Scalar, _ reason: StaticString) throws(JSONStop) {
        guard try next() == UInt8(ascii: character) else { throw wrong(reason) }
        position += 1
    }

    /// Passes a character if it comes next.
    mutating func take(_ character: Unicode.Scalar) throws(JSONStop) -> Bool {
        guard try next() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Passes the comma before the next element, or the bracket behind the last one; false for that.
    mutating func takeComma(or closer: Unicode.Scalar) throws(JSONStop) -> Bool {
        let byte = try next()
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: closer) else {
            throw wrong("a comma or a closing bracket is missing")
        }
        position += 1
        return byte == UInt8(ascii: ",")
    }

    /// Calls `body` at each element of a list.
    mutating func forEachElement(_ body: (inout JSONCursor) throws(JSONStop) -> Void) throws(JSONStop) {
        try expect("[", "a list is missing")
        if try take("]") { return }
        repeat { try body(&self) } while try takeComma(or: "]")
    }

    /// Calls `body` at each member of an object, with the bytes between the quotes of its name.
    mutating func forEachMember(_ body: (inout JSONCursor, Range<Int>) throws(JSONStop) -> Void) throws(JSONStop) {
        try expect("{", "an object is missing")
        if try take("}") { return }
        repeat {
            guard try next() == UInt8(ascii: "\"") else { throw wrong("a member's name is missing") }
            let name = try passString()
            try expect(":", "a colon is missing after a name")
            try body(&self, name)
        } while try takeComma(or: "}")
    }

    /// Whether the document starts with a byte-order mark.
    func startsWithMark() throws(JSONStop) -> Bool {
        guard let first = bytes.first else { throw atEnd("the document ends too early") }
        if first != 0xEF { return false }
        if bytes.count < 3 { throw atEnd("the document ends too early") }
        return bytes[1] == 0xBB && bytes[2] == 0xBF
    }

    /// Makes sure that nothing but blanks follows, as far as the bytes go.
    mutating func expectEnd() throws(JSONStop) {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
        if position < bytes.count { throw wrong("something follows the document") }
    }

    /// Whether these bytes are that text.
    func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Passes `true`, `false` or `null`.
    mutating func passWord(_ word: StaticString) throws(JSONStop) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw atEnd("a word is cut off") }
        guard isText(position..<end, word) else { throw wrong("a word is misspelt") }
        position = end
    }

    func wrong(_ reason: StaticString, at offset: Int? = nil) -> JSONStop {
        .wrong(JSONSyntaxError(reason: "\(reason)", offset: offset ?? position))
    }

    /// What is missing may still come, unless nothing does.
    func atEnd(_ reason: StaticString) -> JSONStop { isWhole ? wrong(reason) : .unfinished }
}
