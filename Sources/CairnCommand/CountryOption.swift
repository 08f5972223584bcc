import CairnCore

/// `--country CC`.
enum CountryOption {
    /// The code; empty if none is given.
    static func value(_ arguments: Arguments) throws -> String {
        let code = arguments["--country"] ?? ""
        guard code.isEmpty || (2...3).contains(code.count) && code.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw UsageError(reason: "--country is two or three letters such as US, and not \"\(code.printable())\".")
        }
        return code
    }
}
