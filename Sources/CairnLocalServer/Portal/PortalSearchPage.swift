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
    init(_ shelf: ItemShelf, _ request: ServiceRequest) async throws {
        let items = shelf.items.filter { $0.isVisible(to: request.user) }
        let organizationID = shelf.organizationID
        let entries = items.map {
            SearchedEntry(shelf.json(of: $0), groupIDs: $0.groupIDs, organizationID: organizationID)
        }
        try await self.init(entries, request)
    }

    /// Of groups.
    init(_ groups: [JSONValue], _ organizationID: String, _ request: ServiceRequest) async throws {
        try await self.init(groups.map { SearchedEntry($0, organizationID: organizationID) }, request)
    }

    private init(_ entries: [SearchedEntry], _ request: ServiceRequest) async throws {
        let text = request["q"] ?? ""
        let (query, box) = (try PortalQueryParser.read(text), try request.envelope("bbox"))
        var work = PacedWork()
        let met = try await Self.meeting(query, entries, &work)
        let found = try await Self.sorted(met.filter { entry in box.map { entry.reaches($0) } ?? true }, request, &work)
        let page = try PortalPage(request, count: found.count, usual: 10)
        let results = found[page.range].map { request.replacingServer(in: $0.json) }
        answer = ServiceAnswer([
            "query": .string(text), "total": .integer(found.count), "start": .integer(page.start),
            "num": .integer(page.limit), "nextStart": .integer(page.next), "results": .array(results),
        ])
    }

    /// - Throws: What the work throws.
    static func meeting(
        _ query: PortalQuery, _ entries: [SearchedEntry], _ work: inout PacedWork
    ) async throws -> [SearchedEntry] {
        var found: [SearchedEntry] = []
        for entry in entries {
            // What is folded for one entry is let go before the next.
            var asked = entry
            if try await query.matches(&asked, &work) { found.append(entry) }
        }
        return found
    }

    /// Entries that are alike in the field stay in their order.
    private static func sorted(
        _ entries: [SearchedEntry], _ request: ServiceRequest, _ work: inout PacedWork
    ) async throws -> [SearchedEntry] {
        guard let field = request["sortField"]?.lowercased(), field != "relevance" else { return entries }
        guard sortFields.contains(field) else {
            throw ServiceFailure.invalid("sortField", "\"\(field.prefix(60))\" is none to sort by")
        }
        var keys: [SearchedEntry.SortKey] = []
        for entry in entries {
            keys.append(entry.sortKey(field))
            try await work.take(keys[keys.count - 1].size)
        }
        let isDescending = request["sortOrder"]?.lowercased() == "desc"
        return entries.indices.sorted { one, two in
            let (first, second) = isDescending ? (keys[two], keys[one]) : (keys[one], keys[two])
            if first.precedes(second) { return true }
            return !second.precedes(first) && one < two
        }.map { entries[$0] }
    }
}
