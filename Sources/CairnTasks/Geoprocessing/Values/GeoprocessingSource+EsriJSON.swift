import CairnCore
import Foundation

extension GeoprocessingSource {
    /// What says where something is; nil for what does not.
    init?(_ part: AnswerPart) throws {
        if let item = try part.optional("itemID") {
            self = .uploaded(itemID: try item.filledText())
        } else if let item = try part.optional("portalItemID") {
            self = .portalItem(id: try item.filledText())
        } else if let address = try part.optional("url") {
            self = .url(try address.address())
        } else {
            return nil
        }
    }

    /// The members that say it.
    var esriMembers: [String: JSONValue] {
        switch self {
        case .url(let url): ["url": .string(url.absoluteString)]
        case .uploaded(let id): ["itemID": .string(id)]
        case .portalItem(let id): ["portalItemID": .string(id)]
        }
    }
}

extension AnswerPart {
    /// The address of something, perhaps relative to what answered. A secret that the server has put into it is left out.
    func address() throws -> URL {
        let text = try filledText().trimmingCharacters(in: .whitespaces)
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed.union(["%", "#"])) ?? text
        guard let found = URL(string: text) ?? URL(string: escaped),
            let address = URL(string: found.absoluteString, relativeTo: url)?.absoluteURL,
            ["http", "https"].contains(address.scheme?.lowercased())
        else { throw refusal("is no address of HTTP") }
        return ServiceURL.named(address)
    }
}
