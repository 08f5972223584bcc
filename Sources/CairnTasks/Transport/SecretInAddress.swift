import CairnCore
import Foundation

/// What is secret in an address, in whatever way it is written there.
struct SecretInAddress {
    /// Names of parameters in lower case, without what some put between their letters.
    private static let names: Set<String> = [
        "token", "accesstoken", "refreshtoken", "idtoken", "agstoken", "apikey", "subscriptionkey", "secret", "clientsecret",
        "password", "passwd", "pwd", "pass", "sig", "signature", "authorization", "auth", "jwt", "bearer", "accesskey",
        "privatekey",
        "esritoken", "jsessionid", "xamzsignature", "xamzsecuritytoken", "xgoogsignature", "sessionid", "ticket",
    ]
    /// How often a part may have been escaped.
    private static let maximumEscapes = 3

    /// What it is: "a user name or password", or the name of a parameter.
    let part: String

    /// Nil if there is none.
    init?(_ url: URL) {
        let url = url.absoluteURL
        if url.user != nil || url.password != nil {
            part = "a user name or password"
            return
        }
        guard let part = Self.texts(of: url).lazy.flatMap(Self.decodings).compactMap(Self.part).first else { return nil }
        self.part = part
    }

    /// What holds parameters: the query; the fragment, in which those answer who sign people in; and what follows a `;` in the path.
    private static func texts(of url: URL) -> [String] {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return [] }
        let inPath = components.percentEncodedPath.split(separator: "/").flatMap { $0.split(separator: ";").dropFirst() }.map(
            String.init)
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

    private static func part(in text: String) -> String? {
        if text.contains(/https?:\/\/[^\/?#&;]*@/.ignoresCase()) { return "a user name or password" }
        let names = text.split { "&;?#".contains($0) }.compactMap {
            $0.split(separator: "=", omittingEmptySubsequences: false).first
        }
        return names.first { Self.names.contains(folded($0)) }.map { "the parameter \($0.printable())" }
    }

    /// `Access-Token`, `+token`, `$token` and `token[0]` are read as what they mean by some server.
    private static func folded(_ name: Substring) -> String {
        name.lowercased().prefix { $0 != "[" }.filter { !"-_. +]\0$:".contains($0) }
    }
}
