import CairnCore
import CairnGeo
import Foundation

/// An item, or a group, as a portal's search sees it.
struct SearchedEntry: Sendable {
    /// Fields that are one word, whatever is in them.
    private static let wholeFields: Set<String> = ["id", "owner", "access", "group", "accountid", "orgid", "ownerfolder"]
    /// What words without a field are looked for in.
    private static let usualFields = [
        "title", "username", "fullname", "tags", "snippet", "description", "type", "typekeywords", "owner", "id",
    ]

    let json: JSONValue
    /// By the names of fields in lower case.
    private let members: [String: JSONValue]

    init(_ json: JSONValue, groupIDs: [String] = [], organizationID: String = PortalSite.organizationID) {
        self.json = json
        var members = Dictionary((json.object ?? [:]).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        members["group"] = .array(groupIDs.map { .string($0) })
        // There is one organization only.
        for name in ["accountid", "orgid"] { members[name] = .string(organizationID) }
        members["uploaded"] = members["created"]
        self.members = members
    }

    private func texts(_ field: String) -> [String] {
        let value = members[field]
        return value?.array?.compactMap(\.string) ?? value?.string.map { [$0] } ?? value?.double.map { _ in [value?.text() ?? ""]
        }
            ?? []
    }

    func holds(_ text: SearchedText, in field: String) -> Bool {
        let field = field.lowercased()
        if Self.wholeFields.contains(field) { return texts(field).contains { $0.searchFolded.isLike(text.whole) } }
        return texts(field).contains { Self.holds($0.searchWords(), text.words) }
    }

    func holds(_ text: SearchedText) -> Bool { Self.usualFields.contains { holds(text, in: $0) } }

    private static func holds(_ words: [String], _ wanted: [String]) -> Bool {
        guard !wanted.isEmpty, wanted.count <= words.count else { return false }
        return (0...(words.count - wanted.count)).contains { start in
            zip(words[start...], wanted).allSatisfy { $0.isLike($1) }
        }
    }

    /// Numbers are compared as numbers, texts as texts.
    func lies(in field: String, from low: String?, to high: String?) -> Bool {
        let field = field.lowercased()
        if let number = members[field]?.double {
            return (low.map { Double($0) ?? .nan <= number } ?? true) && (high.map { number <= Double($0) ?? .nan } ?? true)
        }
        return texts(field).contains { text in
            let text = text.searchFolded
            return (low.map { $0.searchFolded <= text } ?? true) && (high.map { text <= $0.searchFolded } ?? true)
        }
    }

    /// Whether it lies within reach of a rectangle in degrees.
    func reaches(_ box: Envelope) -> Bool {
        let corners = members["extent"]?.array?.compactMap { $0.array?.compactMap(\.double) } ?? []
        guard corners.count == 2, corners.allSatisfy({ $0.count == 2 }) else { return false }
        return corners[0][0] <= box.xMax && corners[1][0] >= box.xMin && corners[0][1] <= box.yMax && corners[1][1] >= box.yMin
    }

    /// Whether it comes before another in the order of a field.
    func precedes(_ other: SearchedEntry, by field: String) -> Bool {
        if let one = members[field]?.double, let two = other.members[field]?.double { return one < two }
        return (texts(field).first ?? "").searchFolded < (other.texts(field).first ?? "").searchFolded
    }
}
