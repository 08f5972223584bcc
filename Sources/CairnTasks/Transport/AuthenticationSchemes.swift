import CairnCore

/// The names of the ways to say who one is that a server offers with status 401 (RFC 9110, 11.6.1).
enum AuthenticationSchemes {
    private static let limit = 5

    /// The schemes of a `WWW-Authenticate` field, such as "Negotiate, NTLM".
    static func names(in field: String?) -> String {
        let names = parts(of: field ?? "").compactMap(scheme)
        return names.isEmpty ? "a scheme that it does not name" : names.prefix(limit).joined(separator: ", ")
    }

    /// A part begins with the name of a scheme unless it is a further parameter, `name=value`.
    private static func scheme(_ part: Substring) -> String? {
        let word = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        guard !word.isEmpty, word.utf8.allSatisfy(isOfToken) else { return nil }
        return word.printable(upTo: 40)
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// What commas divide, other than those within quotes.
    private static func parts(of field: String) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return field.split { character in
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = isQuoted
            } else if character == "\"" {
                isQuoted.toggle()
            }
            return character == "," && !isQuoted
        }
    }
}
