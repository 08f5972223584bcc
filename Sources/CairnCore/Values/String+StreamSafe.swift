extension String {
    /// As many marks in a row as any writing has (UAX #15, Stream-Safe Text Format).
    private static let longestRun = 30

    /// The text in a form that can be compared and hashed in time that grows with its length alone.
    ///
    /// To compare texts their marks are sorted, which takes the square of how many follow one another: of a hundred thousand, which no writing
    /// has and a server may send, minutes. A run of more than thirty is divided by U+034F, which is not seen.
    package var streamSafe: String {
        if utf8.count <= 2 * Self.longestRun || utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var (run, longest) = (0, 0)
        for scalar in unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest <= Self.longestRun ? self : divided
    }

    private var divided: String {
        var (result, run) = (String.UnicodeScalarView(), 0)
        for scalar in unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            if run > Self.longestRun {
                result.append("\u{34F}")
                run = 1
            }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether it moves among other marks when texts are compared, or what it consists of does.
    package var isMark: Bool {
        if value < 0x300 { return false }
        return [0xF73, 0xF75, 0xF81].contains(value) || properties.canonicalCombiningClass != .notReordered
    }
}
