extension StringProtocol {
    /// The first 40 characters for a line of a message; those that would break the line, or reorder it, are escaped.
    var excerpt: String { unicodeScalars.prefix(40).reduce(into: "") { $0 += $1.forMessages } }

    /// A text of others for messages, logs and terminals: what would move a terminal's cursor, break the line or reorder it is
    /// escaped, and what is longer than `limit` ends in "…".
    package func printable(upTo limit: Int = 500) -> String {
        var (text, length) = ("", 0)
        for scalar in unicodeScalars {
            let part = scalar.forMessages
            length += part.unicodeScalars.count
            if length > limit { return text + "…" }
            text += part
        }
        return text
    }

    /// The same of each line of a text that has several by right; none of them is cut.
    package var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.printable(upTo: .max) }.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var forMessages: String {
        switch properties.generalCategory {
        // The joiners are letters' own: Persian is misspelt without them.
        case .format where self == "\u{200C}" || self == "\u{200D}": String(self)
        case .control, .format, .lineSeparator, .paragraphSeparator: escaped(asASCII: true)
        default: String(self)
        }
    }
}
