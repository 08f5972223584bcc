/// A pattern of LIKE: `%` is any text, `_` one character. Upper and lower case differ.
struct LikePattern {
    /// In bytes. A pattern is read for each row, and a long one fits nothing that people store.
    static let maximumLength = 8000

    private enum Part: Equatable {
        case anyText, anyCharacter
        case byte(UInt8)
    }

    private var parts: [Part] = []
    /// A pattern that ends in its escape character, or is too long, fits no text.
    private var isBroken = false

    init(_ text: String, escape: UInt8?) {
        isBroken = text.utf8.count > Self.maximumLength
        if isBroken { return }
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == escape {
                guard let next = bytes.next() else { isBroken = true; break }
                parts.append(.byte(next))
            } else if byte == UInt8(ascii: "%") {
                if parts.last != .anyText { parts.append(.anyText) }
            } else {
                parts.append(byte == UInt8(ascii: "_") ? .anyCharacter : .byte(byte))
            }
        }
    }

    /// Goes back to the last `%` only, which is enough, and takes no more steps than both lengths multiplied.
    ///
    /// - Throws: What `watch` throws, which is told of each of them.
    func matches(_ bytes: [UInt8], _ watch: inout SearchWatch) throws(CancellationError) -> Bool {
        if isBroken { return false }
        var (part, byte) = (0, 0)
        var retry: (part: Int, byte: Int)?
        while byte < bytes.count || part < parts.count {
            try watch.step()
            if part < parts.count, parts[part] == .anyText {
                retry = (part + 1, byte)
                part += 1
            } else if part < parts.count, let next = step(parts[part], bytes, byte) {
                (part, byte) = (part + 1, next)
            } else if let last = retry, last.byte < bytes.count {
                retry = (last.part, last.byte + 1)
                (part, byte) = (last.part, last.byte + 1)
            } else {
                return false
            }
        }
        return true
    }

    /// Where one part ends that begins at `start`; nil if it does not fit there.
    private func step(_ part: Part, _ bytes: [UInt8], _ start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        if case .byte(let byte) = part { return bytes[start] == byte ? start + 1 : nil }
        // Where a `%` has gone back into a character, its rest is one: so would the whole be, had the `%` left it.
        return bytes[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
    }
}
