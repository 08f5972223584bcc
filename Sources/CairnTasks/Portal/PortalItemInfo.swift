public import CairnCore
public import CairnGeo
public import Foundation

/// What a portal says of an item.
///
/// It is encoded as the portal's own JSON.
public struct PortalItemInfo: Sendable, Hashable {
    /// The item's id.
    public let id: String
    /// The user whose item it is.
    public let owner: String
    /// The folder of the owner's that it is in; empty if it is in none, or if the portal does not tell who asks.
    public let folderID: String
    /// Its name for people.
    public let title: String
    /// The name of the file, or the service, that it was made of; empty if there is none.
    public let name: String
    /// What it is.
    public let type: PortalItemType
    /// What it is further.
    public let typeKeywords: [String]
    /// What it shows, perhaps with markup.
    public let description: String
    /// The same in a sentence.
    public let snippet: String
    /// What it can be found by.
    public let tags: [String]
    /// When it was made.
    public let created: Date?
    /// When it was changed.
    public let modified: Date?
    /// Where what it shows lies, in WGS 84; nil if that is nowhere, or not known. A rectangle that crosses 180° goes on beyond it.
    public let extent: Envelope?
    /// The address of the service, or the program, that it stands for; nil if it stands for none.
    public let url: URL?
    /// Who may see it, such as `private`, `shared`, `org` or `public`.
    public let access: String
    /// How many bytes it holds, as the portal says; nil if it does not.
    public let size: Int?
    /// How often it was opened.
    public let viewCount: Int
    /// The mean of what users have rated it, 1…5; nil if none has.
    public let averageRating: Double?
    /// The terms that it may be used under, perhaps with markup.
    public let termsOfUse: String
    /// To whom thanks are due.
    public let attribution: String
    /// What programs have noted of it, by names of theirs.
    public let properties: [String: JSONValue]
    /// All of it as the portal has sent it.
    public let json: JSONValue

    /// The name of the picture among what the item has; nil if there is none.
    var thumbnailName: String? { PortalMembers(json).filledText("thumbnail") }

    /// - Throws: ``TransportError`` if it is no item.
    package init(_ answer: AnswerPart) throws {
        id = try answer.required("id").filledText()
        let members = PortalMembers(answer.json)
        json = answer.json
        (owner, folderID) = (members.text("owner"), members.text("ownerFolder"))
        (title, name) = (members.text("title"), members.text("name"))
        type = PortalItemType(rawValue: members.text("type"))
        (typeKeywords, tags) = (members.words("typeKeywords"), members.words("tags"))
        (description, snippet) = (members.text("description"), members.text("snippet"))
        (created, modified) = (members.date("created"), members.date("modified"))
        (extent, url) = (PortalExtent.wgs84(json["extent"]), members.url("url"))
        access = members.text("access")
        size = members.int("size").flatMap { $0 >= 0 ? $0 : nil }
        viewCount = max(0, members.int("numViews") ?? 0)
        averageRating = members.double("avgRating").flatMap { (1...5).contains($0) ? $0 : nil }
        (termsOfUse, attribution) = (members.text("licenseInfo"), members.text("accessInformation"))
        properties = json["properties"]?.object ?? [:]
    }

    /// Reads what a portal says of an item, such as `item.json` of a package.
    ///
    /// - Throws: ``TransportError`` if it is no item: it must at least have an id.
    public init(json: JSONValue) throws {
        try self.init(AnswerPart(json, of: Portal.arcGISOnlineURL))
    }
}

extension PortalItemInfo: Codable {
    /// Reads a portal's JSON.
    ///
    /// - Throws: ``TransportError`` if it is no item; what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(json: JSONValue(from: decoder))
    }

    /// Writes the portal's JSON.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
