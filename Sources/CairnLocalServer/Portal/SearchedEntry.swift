import CairnCore
import CairnGeo
import Foundation

/// An item, or a group, as a portal's search sees it.
struct SearchedEntry: Sendable {
    /// Fields that are one word, whatever is in them.
    private static let wholeFields: Set<String> = ["id", "owner", "access", "group", "accountid", "orgid", "ownerfolder"]
    /// What words without a field are looked for in.
    static let usualFields = [
        "title", "username", "fullname", "tags", "snippet", "description", "type", "typekeywords", "owner", "id",
    ]

    /// The texts of a field, folded, and the words of each.
    private struct Field: Sendable {
        let texts: [String]
        let words: [[String]]
        let size: Int

        init(_ texts: [String]) {
            self.texts = texts.map(\.searchFolded)
            words = self.texts.map { $0.searchWords() }
            size = self.texts.reduce(1) { $0 + $1.utf8.count }
        }
    }

    /// What it is sorted by.
    struct SortKey: Sendable {
        fileprivate let number: Double?
        fileprivate let text: String
        var size: Int { 1 + text.utf8.count }

        /// Numbers are compared as numbers, texts as texts.
        func precedes(_ other: SortKey) -> Bool {
            if let number, let other = other.number { return number < other }
            return text < other.text
        }
    }

    let json: JSONValue
    /// By the names of fields in lower case.
    private let members: [String: JSONValue]
    /// Those that have been asked for.
    private var fields: [String: Field] = [:]

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
        guard let value = members[field] else { return [] }
        if let texts = value.array { return texts.compactMap(\.string) }
        return value.string.map { [$0] } ?? value.double.map { _ in [value.text()] } ?? []
    }

    private mutating func field(_ name: String) -> Field {
        let name = name.lowercased()
        if let known = fields[name] { return known }
        let field = Field(texts(name))
        fields[name] = field
        return field
    }

    static func isWhole(_ name: String) -> Bool { wholeFields.contains(name.lowercased()) }

    /// How long a field is, in bytes, and one.
    mutating func size(of name: String) -> Int { field(name).size }

    mutating func holds(_ text: SearchedText, in name: String) -> Bool {
        let field = field(name)
        if Self.isWhole(name) { return field.texts.contains { text.whole.matches($0) } }
        return field.words.contains { text.isHeld(by: $0) }
    }

    /// Numbers are compared as numbers, texts as texts.
    mutating func lies(in name: String, from low: String?, to high: String?) -> Bool {
        if let number = members[name.lowercased()]?.double {
            return (low.map { Double($0) ?? .nan <= number } ?? true) && (high.map { number <= Double($0) ?? .nan } ?? true)
        }
        let (low, high) = (low?.searchFolded, high?.searchFolded)
        return field(name).texts.contains { text in
            (low.map { $0 <= text } ?? true) && (high.map { text <= $0 } ?? true)
        }
    }

    /// Whether it lies within reach of a rectangle in degrees.
    func reaches(_ box: Envelope) -> Bool {
        let corners = members["extent"]?.array?.compactMap { $0.array?.compactMap(\.double) } ?? []
        guard corners.count == 2, corners.allSatisfy({ $0.count == 2 }) else { return false }
        return corners[0][0] <= box.xMax && corners[1][0] >= box.xMin && corners[0][1] <= box.yMax && corners[1][1] >= box.yMin
    }

    func sortKey(_ field: String) -> SortKey {
        SortKey(number: members[field]?.double, text: (texts(field).first ?? "").searchFolded)
    }
}
