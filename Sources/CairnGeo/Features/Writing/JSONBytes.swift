/// The bytes of a JSON document, written one value behind the other: no tree is made of it.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    /// What has been written since it was last taken.
    mutating func take() -> [UInt8] {
        let taken = bytes
        bytes = []
        bytes.reserveCapacity(taken.count)
        return taken
    }

    /// What is JSON already.
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// What is JSON already.
    mutating func append(_ content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

    /// A comma, but for the first of several.
    mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { append(",") }
        isFirst = false
    }

    /// A text.
    mutating func text(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { content in
            var start = 0
            // Nearly all texts have nothing to escape, and are taken over as a whole.
            for place in content.indices where Self.mustBeEscaped(content[place]) {
                bytes.append(contentsOf: content[start..<place])
                escape(content[place])
                start = place + 1
            }
            bytes.append(contentsOf: content[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
        }
    }
}
