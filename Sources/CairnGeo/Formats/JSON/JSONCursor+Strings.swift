import CairnCore

extension JSONCursor {
    /// Passes a string, and says which bytes lie between its quotes.
    mutating func passString() throws(JSONStop) -> Range<Int> { try scanString().range }

    /// The text of a string.
    mutating func string() throws(JSONStop) -> String {
        let start = position
        let (range, isPlain) = try scanString()
        if isPlain { return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }
        // Escapes and what is not ASCII are rare enough to be left to the other reader, which knows all their rules.
        return try document(start..<position).string ?? ""
    }

    /// Where the content of a string lies, and whether it stands there as it is meant: in ASCII, without escapes.
    private mutating func scanString() throws(JSONStop) -> (range: Range<Int>, isPlain: Bool) {
        let start = position + 1
        var place = start
        var isPlain = true
        while true {
            place = endOfPlainText(from: place)
            guard place < bytes.count else { throw atEnd("a string is not closed") }
            switch bytes[place] {
            case UInt8(ascii: "\""):
                position = place + 1
                return (start..<place, isPlain)
            case UInt8(ascii: "\\"):
                isPlain = false
                place += 2
            case 0x80...:
                isPlain = false
                place += 1
            default: throw wrong("a control character in a string", at: place)
            }
        }
    }

    /// The next quote, backslash, control character or byte beyond ASCII: eight bytes are looked at together.
    private func endOfPlainText(from start: Int) -> Int {
        var place = start
        while place + 8 <= bytes.count {
            let eight = UnsafeRawPointer(bytes.baseAddress! + place).loadUnaligned(as: UInt64.self).littleEndian
            let (quotes, backslashes) = (eight ^ 0x2222_2222_2222_2222, eight ^ 0x5C5C_5C5C_5C5C_5C5C)
            // A byte less than another borrows into its highest bit. What lies behind the first find may be wrong, and is not looked at.
            let finds =
                (quotes &- 0x0101_0101_0101_0101) & ~quotes | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
                | (eight &- 0x2020_2020_2020_2020) & ~eight | eight
            let marks = finds & 0x8080_8080_8080_8080
            if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            place += 1
        }
        return min(place, bytes.count)
    }
}
