import Foundation

/// What must not be seen of header fields, of whatever name.
enum HeaderSecrets {
    /// Fields that tell nothing secret: in answers there stand addresses, too.
    private static let openHeaders = Redirection.harmlessHeaders.union([
        "accept-charset", "cache-control", "connection", "content-encoding", "content-length", "content-type", "date", "expect",
        "forwarded", "from",
        "host", "if-match", "if-modified-since", "if-none-match", "if-unmodified-since", "origin", "pragma", "prefer", "referer",
        "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-requested-with",
    ])
    /// What is shorter could be any word.
    private static let shortestField = 8
    /// Of Basic: what is shorter would be hidden within words.
    private static let shortestPart = 4

    static func values(in headers: [String: String]) -> [String] {
        headers.flatMap { name, field in
            if openHeaders.contains(name.lowercased()) { return secretParameters(of: field) }
            return secrets(of: field) + (SecretName.isOne(name) ? [field].filter(\.isSecretOfAName) : [])
        }
    }

    /// What an open field such as `Referer` says by the parameters of an address.
    private static func secretParameters(of field: String) -> [String] {
        (URL(string: field).map(SecretInAddress.values) ?? []).filter(\.isSecretOfAName)
    }

    private static func secrets(of field: String) -> [String] {
        let words = field.split(maxSplits: 1) { $0 == " " || $0 == "\t" }.map { $0.trimmingCharacters(in: .whitespaces) }
        let basic = words.count == 2 && words[0].lowercased() == "basic" ? decoded(words[1]) : []
        return ([field] + parts(of: words)).filter { $0.count >= shortestField } + basic
    }

    /// The values of a field such as `Digest username="ann", response="…"` or `session=…; theme=dark`; "Digest" is no secret.
    private static func parts(of words: [String]) -> [String] {
        (words.count == 2 ? [words[1]] : [])
            + words.filter { $0.contains("=") || $0 == words.last }.flatMap { words in
                words.split { " ,;".contains($0) }.map { part in
                    let value = part.split(separator: "=", maxSplits: 1).dropFirst().first ?? ""
                    // The end of Base64 is no value.
                    return (value.allSatisfy { $0 == "=" } ? part : value).trimmingCharacters(in: ["\""])
                }
            }
    }

    /// The user and the password of Basic, and the password.
    private static func decoded(_ word: String) -> [String] {
        let padding = String(repeating: "=", count: (4 - word.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: word + padding) else { return [] }
        guard let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1) else { return [] }
        return [text, String(text.drop { $0 != ":" }.dropFirst())].filter { $0.count >= shortestPart }
    }
}
