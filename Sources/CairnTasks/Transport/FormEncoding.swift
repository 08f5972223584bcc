import CairnCore
import Foundation

/// The encoding of forms and queries.
public enum FormEncoding {
    /// Fields as `a=1&b=2`, in the order of their names; all but letters, digits and `-._~` percent-encoded.
    public static func encode(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { "\(encode($0.key))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// The fields of `a=1&b=2`; `+` is a space. Of repeated names the last counts.
    public static func decode(_ text: some StringProtocol) -> [String: String] {
        Dictionary(pairs(String(text)).map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The fields of `a=1&b=2` in their order, repeated ones too.
    package static func pairs(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decodePart(Substring(parts[0])), parts.count > 1 ? decodePart(Substring(parts[1])) : "")
        }
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private static func decodePart(_ text: Substring) -> String {
        let spaced = text.utf8.contains(UInt8(ascii: "+")) ? String(text).replacing("+", with: " ") : String(text)
        return (spaced.percentDecoded ?? spaced).streamSafe
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
    /// Without percent-encoding; nil if that cannot be decoded. Foundation takes a while also where there is none.
    package var percentDecoded: String? { utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding : self }
}
