import Foundation

/// Tells a web page, which mostly is one to sign in on, from the file that was to be fetched.
enum DownloadedPage {
    /// White space, and the byte order mark.
    static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0xEF, 0xBB, 0xBF]

    private static let types = ["text/html", "application/xhtml+xml"]
    private static let elements = ["html", "head", "body", "title", "script", "style", "meta", "link", "form", "iframe"]

    /// Whether an answer is one, by what it says of itself or by how it begins.
    static func isOne(_ beginning: Data, type: String?) -> Bool {
        let type = type?.lowercased().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return types.contains(type ?? "") || begins(with: beginning)
    }

    private static func begins(with data: Data) -> Bool {
        // Of UTF-16 every other byte.
        let bytes = data.prefix(64 << 10).filter { $0 != 0 }.drop { blanks.contains($0) || $0 >= 0xFE }
        var text = Substring(String(decoding: bytes.prefix(8 << 10), as: UTF8.self).lowercased())
        while let end = endOfPreamble(text) {
            text = text[end...].drop(while: \.isWhitespace)
        }
        if text.prefixMatch(of: /<!doctype\s+html/) != nil { return true }
        return elements.contains { text.hasPrefix("<\($0)") && text.dropFirst($0.count + 1).first.map { !$0.isLetter } ?? true }
    }

    /// The end of a comment or a declaration of XML.
    private static func endOfPreamble(_ text: Substring) -> Substring.Index? {
        for (start, end) in [("<!--", "-->"), ("<?xml", "?>")] where text.hasPrefix(start) {
            return text.range(of: end)?.upperBound
        }
        return nil
    }
}
