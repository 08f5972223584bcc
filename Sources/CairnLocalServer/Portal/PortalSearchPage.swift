import CairnCore
import CairnGeo
import Foundation

/// A page of what a portal's search finds.
struct PortalSearchPage {
    private static let sortFields: Set<String> = [
        "title", "created", "uploaded", "modified", "type", "owner", "access", "size", "numviews", "numcomments", "numratings",
        "avgrating", "id",
    ]

    let answer: ServiceAnswer

    /// Of items that may be seen by who asks.
    init(_ shelf: ItemShelf, _ request: ServiceRequest) throws {
        let items = shelf.items.filter { $0.isVisible(to: request.user) }
        let organizationID = shelf.organizationID
        let entries = items.map {
            SearchedEntry(shelf.json(of: $0), groupIDs: $0.groupIDs, organizationID: organizationID)
        }
        try self.init(entries, request)
    }

    /// Of groups.
    init(_ groups: [JSONValue], _ organizationID: String, _ request: ServiceRequest) throws {
        try self.init(groups.map { SearchedEntry($0, organizationID: organizationID) }, request)
    }

    private init(_ entries: [SearchedEntry], _ request: ServiceRequest) throws(ServiceFailure) {
        let text = request["q"] ?? ""
        let (query, box) = (try PortalQueryParser.read(text), try request.envelope("bbox"))
        let found = try Self.sorted(
            entries.filter { entry in query.matches(entry) && box.map { entry.reaches($0) } ?? true }, request)
        let page = try PortalPage(request, count: found.count, usual: 10)
        let results = found[page.range].map { request.replacingServer(in: $0.json) }
        answer = ServiceAnswer([
            "query": .string(text), "total": .integer(found.count), "start": .integer(page.start),
            "num": .integer(page.limit), "nextStart": .integer(page.next), "results": .array(results),
        ])
    }

    /// Entries that are alike in the field stay in their order.
    private static func sorted(
        _ entries: [SearchedEntry], _ request: ServiceRequest
    ) throws(ServiceFailure) -> [SearchedEntry] {
        guard let field = request["sortField"]?.lowercased(), field != "relevance" else { return entries }
        guard sortFields.contains(field) else { throw .invalid("sortField", "\"\(field.prefix(60))\" is none to sort by") }
        let isDescending = request["sortOrder"]?.lowercased() == "desc"
        return entries.enumerated().sorted { one, two in
            let (first, second) = isDescending ? (two.element, one.element) : (one.element, two.element)
            if first.precedes(second, by: field) { return true }
            return !second.precedes(first, by: field) && one.offset < two.offset
        }.map(\.element)
    }
}
