import CairnCore
import Foundation

/// What is secret in an address, in whatever way it is written there.
struct SecretInAddress {
    /// How often a part may have been escaped.
    private static let maximumEscapes = 3

    /// What it is: "a user name or password", or the name of a parameter.
    let part: String

    /// Nil if there is none.
    ///
    /// - Parameter isSecret: Whether what has that name is secret.
    init?(_ url: URL, isSecret: (Substring) -> Bool = { SecretName.isOne($0) }) {
        let url = url.absoluteURL
        if url.user != nil || url.password != nil {
            part = "a user name or password"
            return
        }
        for text in Self.texts(of: url).lazy.flatMap(Self.decodings) {
            guard let part = Self.part(in: text, isSecret) else { continue }
            self.part = part
            return
        }
        return nil
    }

    /// The values of its secret parameters.
    static func values(in url: URL) -> [String] {
        let fields = texts(of: url.absoluteURL).flatMap(decodings).flatMap(fields).filter { SecretName.isOne($0.name) }
        return fields.map { String($0.value).percentDecoded ?? String($0.value) }
    }

    /// An address without what of it is secret: a user, a password, parameters wherever they are, and a fragment that has one.
    static func removed(from url: URL, isSecret: (Substring) -> Bool) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        (parts.user, parts.password) = (nil, nil)
        parts.percentEncodedPath = withoutSecrets(inPath: parts.percentEncodedPath, isSecret) ?? parts.percentEncodedPath
        if let fragment = parts.percentEncodedFragment, holdsSecret(fragment, isSecret) { parts.percentEncodedFragment = nil }
        if let query = parts.percentEncodedQuery, holdsSecret(query, isSecret) {
            let open = withoutSecrets(inQuery: query, isSecret)
            parts.percentEncodedQuery = open.isEmpty ? nil : open
        }
        return parts.url ?? url
    }

    /// What is left stands as it is, behind what separated the first that has gone from what is before it.
    private static func withoutSecrets(inQuery query: String, _ isSecret: (Substring) -> Bool) -> String {
        var (open, rest, first) = ("", Substring(query), String?.none)
        while !rest.isEmpty {
            let separator = rest.prefix(1).prefix { "&;?".contains($0) }
            let field = rest.dropFirst(separator.count).prefix { !"&;?".contains($0) }
            rest = rest.dropFirst(separator.count + field.count)
            if holdsSecret(String(field), isSecret) {
                first = first ?? (separator == "?" || open.isEmpty ? String(separator) : nil)
            } else {
                open += (first ?? String(separator)) + field
                first = nil
            }
        }
        return open
    }

    /// Whether an address is good for whoever has it, by a signature.
    static func isSigned(_ url: URL) -> Bool {
        texts(of: url.absoluteURL).lazy.flatMap(decodings).flatMap(fields).contains {
            SecretName.isSignature($0.name) && !saysWhether($0.value)
        }
    }

    /// A path without the parameters behind a `;` that are secret, whole as they are; nil if there is none.
    static func withoutSecrets(
        inPath path: String, _ isSecret: (Substring) -> Bool = { SecretName.isOne($0) }
    ) -> String? {
        guard path.utf8.contains(UInt8(ascii: ";")) else { return nil }
        var isOpen = true
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let parts = segment.split(separator: ";", omittingEmptySubsequences: false)
            let kept = parts.prefix(1) + parts.dropFirst().filter { !holdsSecret(String($0), isSecret) }
            isOpen = isOpen && kept.count == parts.count
            return kept.joined(separator: ";")
        }
        return isOpen ? nil : segments.joined(separator: "/")
    }

    private static func holdsSecret(_ parameters: String, _ isSecret: (Substring) -> Bool) -> Bool {
        decodings(of: parameters).contains { part(in: $0, isSecret) != nil }
    }

    /// What holds parameters: the query; the fragment, in which those answer who sign people in; and what follows a `;` in the path.
    private static func texts(of url: URL) -> [String] {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return [] }
        let inPath = components.percentEncodedPath.split(separator: "/")
            .flatMap { $0.split(separator: ";", omittingEmptySubsequences: false).dropFirst() }.map(String.init)
        return [components.percentEncodedQuery, components.percentEncodedFragment].compactMap(\.self) + inPath
    }

    /// A proxy has a whole address in its query, with one of its own. What is not well-formed stays as it is.
    private static func decodings(of text: String) -> [String] {
        var (texts, next) = ([text], DecodedText(text.utf8).decoded())
        for _ in 1...maximumEscapes {
            guard let decoded = next else { break }
            texts.append(String(decoding: decoded.bytes, as: UTF8.self))
            next = decoded.decoded()
        }
        return texts
    }

    private static func part(in text: String, _ isSecret: (Substring) -> Bool) -> String? {
        if text.contains(/https?:\/\/[^\/?#&;]*@/.ignoresCase()) { return "a user name or password" }
        let found = fields(of: text).first { name, value in
            isSecret(name) && (SecretName.isOldOne(name) || !Self.saysWhether(value))
        }
        return found.map { "the parameter \($0.name.printable())" }
    }

    /// Such a value says whether there is something, or shall be.
    private static func saysWhether(_ value: Substring) -> Bool {
        ["", "0", "1", "true", "false", "yes", "no"].contains(value.lowercased())
    }

    private static func fields(of text: String) -> [(name: Substring, value: Substring)] {
        text.split { "&;?#".contains($0) }.map { field in
            let name = field.prefix { $0 != "=" }
            return (name, field[name.endIndex...].dropFirst())
        }
    }
}
