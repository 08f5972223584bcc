extension String {
    /// As text or attribute of HTML or XML; characters that they do not have are replaced.
    package var markupEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\u{0}"..<"\t", "\u{B}"..<"\r", "\u{E}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}":
                escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
