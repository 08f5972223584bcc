public import CairnCore
public import CairnTasks
public import Foundation

/// An item of a ``PublishedPortal``.
///
/// ```swift
/// var item = PublishedItem(id: "trees", type: .webMap, title: "The trees of the town")
/// item.content = .json(webMap.json)
/// ```
///
/// Wherever `{server}` stands in its JSON clients read the server's address, as `http://127.0.0.1:6080`: so a web map names services of the same
/// server, whatever its port is.
public struct PublishedItem: Sendable, Identifiable {
    /// What an item holds, or shows.
    public enum Content: Sendable {
        /// Nothing.
        case nothing
        /// JSON, such as a web map.
        case json(JSONValue)
        /// A file, which is read when it is asked for. One that ends in `.json` may hold `{server}`.
        case file(URL)
        /// Bytes of a media type, such as `image/png`.
        case data(Data, type: String)
    }

    /// The item's id: letters, digits, `-` and `_`.
    public let id: String
    /// The user whose item it is.
    public var owner: String
    /// The name of the folder of the owner's that it is in; empty for none.
    public var folder = ""
    /// Its name for people.
    public var title: String
    /// What it is.
    public var type: PortalItemType
    /// Who may see it: `public`; `org` for whoever is signed in; `private` for its owner alone.
    public var access = "public"
    /// What it is, in a sentence.
    public var snippet = ""
    /// What it can be found by.
    public var tags: [String] = []
    /// The ids of groups that share it.
    public var groupIDs: [String] = []
    /// What it holds.
    public var content = Content.nothing
    /// Its picture.
    public var thumbnail = Content.nothing
    /// The ids of the items that relationships lead to.
    public var relatedItemIDs: [PortalItemRelationship: [String]] = [:]
    /// When it was made.
    public var created = Date()
    /// When it was changed.
    public var modified = Date()
    /// What else clients are told of it, such as `url`, `extent` or `description`, by the portal's own names.
    public var properties: [String: JSONValue] = [:]

    /// An item.
    public init(id: String, type: PortalItemType, title: String, owner: String = "admin") {
        (self.id, self.type, self.title, self.owner) = (id, type, title, owner)
    }
}

extension JSONValue {
    /// A moment as portals write it: in whole milliseconds.
    static func milliseconds(_ date: Date) -> JSONValue {
        Int(rounding: date.timeIntervalSince1970 * 1000).map(JSONValue.integer) ?? .null
    }
}

extension PublishedItem {
    /// Whether somebody may see it; nil for who has not said who he is.
    func isVisible(to user: String?) -> Bool {
        access == "public" || user == owner || access != "private" && user != nil
    }

    /// The name that its picture is served by; nil if it has none.
    var thumbnailName: String? {
        switch thumbnail {
        case .nothing: nil
        case .file(let url): "thumbnail/\(url.lastPathComponent)"
        case .json, .data: "thumbnail/thumbnail.png"
        }
    }

    /// What clients are told of it.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .null, "description": .null, "typeKeywords": [], "extent": [], "spatialReference": .null, "url": .null,
            "accessInformation": .null, "licenseInfo": .null, "culture": .null, "properties": .null, "size": -1, "numViews": 0,
            "listed": false, "protected": false,
        ]
        members.merge(properties) { $1 }
        members["id"] = .string(id)
        (members["owner"], members["title"]) = (.string(owner), .string(title))
        (members["type"], members["access"]) = (.string(type.rawValue), .string(access))
        members["snippet"] = snippet.isEmpty ? .null : .string(snippet)
        members["tags"] = .array(tags.map { .string($0) })
        members["thumbnail"] = thumbnailName.map { .string($0) } ?? .null
        members["ownerFolder"] = folder.isEmpty ? .null : .string(folder)
        (members["created"], members["modified"]) = (.milliseconds(created), .milliseconds(modified))
        return .object(members)
    }

    /// Takes what an owner has set, as clients send it or as it stands in a file.
    mutating func take(_ members: [String: JSONValue]) {
        var rest = members
        func text(_ name: String) -> String? { rest.removeValue(forKey: name)?.string }
        title = text("title") ?? title
        snippet = text("snippet") ?? snippet
        access = text("access") ?? access
        type = text("type").map(PortalItemType.init) ?? type
        folder = text("ownerFolder") ?? folder
        if let tags = rest.removeValue(forKey: "tags") { self.tags = Self.words(tags) }
        if let keywords = rest["typeKeywords"] { rest["typeKeywords"] = .array(Self.words(keywords).map { .string($0) }) }
        for name in Self.ownMembers { rest[name] = nil }
        properties.merge(rest) { $1 }
    }

    /// What `access` can be; `shared` is what portals say of what groups may see.
    static let accesses = ["public", "org", "private", "shared"]
    static let ownMembers = ["id", "owner", "thumbnail", "created", "modified", "relatedItems", "groups"]

    static func words(_ value: JSONValue) -> [String] {
        let words = value.array?.compactMap(\.string) ?? value.string?.split(separator: ",").map(String.init) ?? []
        return words.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
