import CairnCore
import CairnGeo
import Foundation

/// The members of something that a portal says of itself. They are read leniently: what is of another type than it should be is not there, for
/// portals of twenty years write them in many ways, and people have typed them.
struct PortalMembers {
    let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    /// A text, or a number as text; empty if there is none.
    func text(_ name: String) -> String { json[name]?.lenientText ?? "" }

    /// A text with something in it.
    func filledText(_ name: String) -> String? {
        json[name]?.lenientText.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// A whole number; one with a fraction is cut.
    func int(_ name: String) -> Int? {
        json[name].flatMap { $0.int ?? $0.lenientDouble.flatMap { Int(rounding: $0, .towardZero) } }
    }

    func double(_ name: String) -> Double? { json[name]?.lenientDouble.flatMap { $0.isFinite ? $0 : nil } }

    func flag(_ name: String) -> Bool? { json[name]?.lenientBool }

    /// A moment in milliseconds. -1 is how portals write "never", and what lies further away than 275,000 years is none.
    func date(_ name: String) -> Date? {
        guard let value = json[name], let number = value.lenientDouble, abs(number) <= 8.64e15, number != -1 else { return nil }
        return value.date ?? Date(milliseconds: number)
    }

    /// A list of texts; one text is a list with commas.
    func words(_ name: String) -> [String] {
        let texts = json[name]?.array?.compactMap(\.lenientText)
        let all = texts ?? json[name]?.lenientText?.split(separator: ",").map(String.init) ?? []
        return all.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }

    /// An address on the web.
    func url(_ name: String) -> URL? { json[name]?.lenientURL }
}

extension JSONValue {
    /// A text, or a number as text.
    var lenientText: String? {
        string ?? (double == nil ? nil : text())
    }

    /// A Boolean, its word, or 0 and 1.
    var lenientBool: Bool? {
        if let bool { return bool }
        if let double { return double == 0 ? false : double == 1 ? true : nil }
        switch string?.lowercased() {
        case "true": return true
        case "false": return false
        default: return nil
        }
    }

    /// An address; one that begins with two slashes is by HTTPS.
    var lenientURL: URL? {
        guard let text = string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return nil }
        return URL(string: text.hasPrefix("//") ? "https:" + text : text)
    }
}
