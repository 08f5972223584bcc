package import CairnCore
public import Foundation

/// A file that was uploaded to a service: tools and other operations refer to it by its id.
public struct UploadedItem: Sendable, Hashable, Codable {
    /// The id that the service has given it.
    public var itemID: String
    /// The file's name.
    public var name: String
    /// What it was said to be.
    public var description: String
    /// When it came; nil if the service does not say.
    public var date: Date?
    /// Whether all of it is there.
    public var isCommitted: Bool

    /// An item.
    public init(itemID: String, name: String = "", description: String = "", date: Date? = nil, isCommitted: Bool = true) {
        self.itemID = itemID
        self.name = name
        self.description = description
        self.date = date
        self.isCommitted = isCommitted
    }
}

extension UploadedItem {
    init(_ part: AnswerPart) throws {
        self.init(
            itemID: try part.required("itemID").filledText(), name: try part.optional("itemName")?.text() ?? "",
            description: try part.optional("description")?.text() ?? "", date: try part.optional("date")?.json.date,
            isCommitted: try part.optional("committed")?.flag() ?? true)
    }

    /// The item as servers write it.
    package var esriJSON: JSONValue {
        var members: [String: JSONValue] = [
            "itemID": .string(itemID), "itemName": .string(name), "description": .string(description),
            "committed": .bool(isCommitted),
        ]
        if let date { members["date"] = JSONValue(milliseconds: date) }
        return .object(members)
    }
}
