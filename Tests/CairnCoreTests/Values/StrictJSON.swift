/// RFC 8259 once more, written in another way than the parser: tokens first, then brackets are taken away from the inside.
struct StrictJSON {
    private var rest: ArraySlice<UInt8>
    /// `v` for a value, `s` for a string, and the punctuation.
    private var tokens: [Character] = []

    /// Whether the bytes are one document with no number too large for a `Double`.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var checker = StrictJSON(rest: bytes[...])
        return checker.readTokens() && checker.reduces()
    }

    private mutating func readTokens() -> Bool {
        while let byte = rest.first {
            switch Character(Unicode.Scalar(byte)) {
            case " ", "\n", "\r", "\t": rest.removeFirst()
            case "{", "}", "[", "]", ",", ":": tokens.append(Character(Unicode.Scalar(rest.removeFirst())))
            case "\"": if !readString() { return false }
            default: if !readWord() { return false }
            }
        }
        return true
    }

    private mutating func readString() -> Bool {
        tokens.append("s")
        rest.removeFirst()
        while let byte = rest.popFirst(), byte >= 0x20 {
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\"), !readEscape() { return false }
        }
        return false
    }

    private mutating func readEscape() -> Bool {
        guard let byte = rest.popFirst() else { return false }
        if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        return digits.count == 4 && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    }

    private mutating func readWord() -> Bool {
        tokens.append("v")
        let word = rest.prefix { !" \n\r\t{}[],:\"".utf8.contains($0) }
        rest = rest.dropFirst(word.count)
        let text = String(decoding: word, as: UTF8.self)
        return ["true", "false", "null"].contains(text) || Self.isNumber(text)
    }

    private static func isNumber(_ text: String) -> Bool {
        let parts = text.drop { $0 == "-" }.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard !text.hasPrefix("--"), parts[0] == "0" || mantissa[0] == "0" || !parts[0].hasPrefix("0") else { return false }
        let exponent = parts.dropFirst().map { "+-".contains($0.first ?? " ") ? $0.dropFirst() : $0 }
        return (mantissa + exponent).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
            && Double(text)?.isFinite == true
    }

    private func reduces() -> Bool {
        var stack: [Character] = []
        for token in tokens {
            stack.append(token)
            guard token == "]" || token == "}" else { continue }
            guard let start = stack.lastIndex(where: { "[{".contains($0) }) else { return false }
            let whole = String(stack[start...])
            let parts = whole.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
            let allowed = token == "]" ? ["v", "s"] : ["s:v", "s:s"]
            guard whole.first == (token == "]" ? "[" : "{") else { return false }
            guard whole.count == 2 || parts.allSatisfy({ allowed.contains(String($0)) }) else { return false }
            stack.replaceSubrange(start..., with: ["v"])
        }
        return stack == ["v"] || stack == ["s"]
    }
}
