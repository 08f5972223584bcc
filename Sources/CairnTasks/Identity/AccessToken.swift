import Foundation

/// What makes a request one of somebody's.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    /// The token itself; if it is empty, only the header fields are sent.
    public let value: String
    /// Header fields that must go with it.
    public let headers: [String: String]
    /// Which of a credential's tokens this is. Servers issue the same one again, and who was refused the first has not tried the second.
    let issue: Int
    /// What it was had for, and the tokens before it: servers repeat those, too.
    let related: [String]
    /// Of those before it so many are remembered.
    private static let maximumRelated = 16

    /// A token.
    public init(_ value: String, headers: [String: String] = [:]) {
        self.init(value, headers: headers, issue: 0)
    }

    init(_ value: String, headers: [String: String], issue: Int, related: [String] = []) {
        self.value = value
        self.headers = headers
        self.issue = issue
        self.related = related
    }

    /// A token that a server has issued, in the place of another.
    init(_ issued: IssuedToken, issue: Int, replacing replaced: AccessToken?) {
        let related = (issued.secrets + (replaced.map { [$0.value] + $0.related } ?? [])).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        self.init(issued.value, headers: issued.headers, issue: issue, related: Array(related.prefix(Self.maximumRelated)))
    }

    /// Never the token itself, so that it gets into no log.
    public var description: String { "a token" }

    /// What must not be seen of it: the token, and what goes with it in header fields of whatever name.
    var secrets: [String] {
        [value] + related + headers.filter { !Self.openHeaders.contains($0.key.lowercased()) }.values.flatMap(Self.secrets)
    }

    /// Fields that tell nothing secret: in answers there stand addresses, too.
    private static let openHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "cache-control", "content-type", "from", "host", "origin", "referer",
        "user-agent",
    ]
}

extension AccessToken {
    /// What is shorter could be any word.
    private static let shortestField = 8

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
        return [text, String(text.drop { $0 != ":" }.dropFirst())]
    }
}

extension AccessToken: CustomReflectable {
    /// Nothing: `dump` shows no token either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
