extension StringProtocol {
    /// The first 40 characters for a line of a message; those that would break the line, or reorder it, are escaped.
    var excerpt: String {
        var excerpt = ""
        for scalar in unicodeScalars.prefix(40) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: excerpt += scalar.escaped(asASCII: true)
            default: excerpt.unicodeScalars.append(scalar)
            }
        }
        return excerpt
    }
}
