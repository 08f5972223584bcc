public import CairnGeo
import Foundation

/// What is looked for at a portal.
///
/// ```swift
/// let parameters = PortalQueryParameters.items(ofType: .webMap, searchText: "trees")
/// ```
public struct PortalQueryParameters: Sendable, Hashable, Codable {
    /// Which way results are sorted.
    public enum SortOrder: String, Sendable, Hashable, Codable {
        /// The smallest first.
        case ascending = "asc"
        /// The largest first.
        case descending = "desc"
    }

    /// The question, in the language of portals: `title:trees AND type:"Web Map"`.
    public var query: String
    /// How many results one answer may hold: at least 1; portals give no more than 100.
    public var limit: Int
    /// The number of the first result, from 1 on.
    public var startIndex: Int
    /// What results are sorted by, such as `title` or `modified`; empty for how well they fit.
    public var sortField: String
    /// Which way; counts only with a field.
    public var sortOrder: SortOrder
    /// Items must lie within reach of this rectangle; it must be in a spatial reference that can be projected to WGS 84.
    public var boundingBox: Envelope?

    /// A question in the language of portals.
    public init(
        query: String = "", limit: Int = 10, startIndex: Int = 1, sortField: String = "", sortOrder: SortOrder = .ascending,
        boundingBox: Envelope? = nil
    ) {
        (self.query, self.limit, self.startIndex) = (query, limit, startIndex)
        (self.sortField, self.sortOrder, self.boundingBox) = (sortField, sortOrder, boundingBox)
    }

    /// Items of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - owner: Whose items; nil for anybody's.
    ///   - searchText: What else they must meet, in the language of portals: words, or more.
    public static func items(
        ofType type: PortalItemType, owner: String? = nil, searchText: String? = nil
    ) -> PortalQueryParameters {
        items(ofTypes: [type], owner: owner, searchText: searchText)
    }

    /// Items of any of some types; of any type if there are none.
    public static func items(
        ofTypes types: [PortalItemType], owner: String? = nil, searchText: String? = nil
    ) -> PortalQueryParameters {
        let kinds = types.map { term("type", $0.rawValue) }
        var terms = kinds.isEmpty ? [] : [kinds.count == 1 ? kinds[0] : "(\(kinds.joined(separator: " OR ")))"]
        // Portals look words up by their stems: that of "Mapping" is "Map".
        if types.contains(.webMap), !types.contains(.webMappingApplication) {
            terms.append("-" + term("type", PortalItemType.webMappingApplication.rawValue))
        }
        if let owner { terms.append(term("owner", owner)) }
        return all(terms, searchText)
    }

    /// Items that a group shares.
    public static func items(
        inGroup groupID: String, ofType type: PortalItemType? = nil, searchText: String? = nil
    ) -> PortalQueryParameters {
        all([term("group", groupID)] + (type.map { [term("type", $0.rawValue)] } ?? []), searchText)
    }

    /// Items by their ids.
    public static func items(withIDs ids: [String]) -> PortalQueryParameters {
        var parameters = PortalQueryParameters(query: ids.map { term("id", $0) }.joined(separator: " OR "))
        parameters.limit = max(1, min(ids.count, 100))
        return parameters
    }

    /// Groups by their owner, or by their name.
    public static func groups(owner: String? = nil, title: String? = nil) -> PortalQueryParameters {
        all([owner.map { term("owner", $0) }, title.map { term("title", $0) }].compactMap(\.self), nil)
    }

    private static func all(_ terms: [String], _ searchText: String?) -> PortalQueryParameters {
        let text = searchText.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
        let rest = text.isEmpty ? [] : [terms.isEmpty ? text : "(\(text))"]
        return PortalQueryParameters(query: (terms + rest).joined(separator: " AND "))
    }

    /// A field that must hold a value as it is, whatever is in it.
    static func term(_ field: String, _ value: String) -> String {
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\(field):\"\(escaped)\""
    }

    /// As the operations of portals take it.
    func fields() throws -> [String: String] {
        var fields = ["q": query, "start": String(max(1, startIndex)), "num": String(max(1, min(limit, 100)))]
        if !sortField.isEmpty { (fields["sortField"], fields["sortOrder"]) = (sortField, sortOrder.rawValue) }
        if let boundingBox {
            let box = try boundingBox.projected(to: .wgs84)
            fields["bbox"] = [box.xMin, box.yMin, box.xMax, box.yMax].map { "\($0)" }.joined(separator: ",")
        }
        return fields
    }
}
