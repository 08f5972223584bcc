import CairnCore

/// A part of what was found at a portal, and how to go on.
public struct PortalQueryResultSet<Element: Sendable>: Sendable {
    /// What was found.
    public let results: [Element]
    /// How many there are altogether, as the portal says; it may not know exactly.
    public let totalResults: Int
    /// What was asked.
    public let queryParameters: PortalQueryParameters
    /// Asks for the results that follow; nil if there are none.
    public let nextQueryParameters: PortalQueryParameters?

    /// - Throws: ``TransportError``; what `element` throws.
    init(_ answer: AnswerPart, _ asked: PortalQueryParameters, _ element: (AnswerPart) throws -> Element) throws {
        let found = try answer.required("results").list().map(element)
        let members = PortalMembers(answer.json)
        (results, queryParameters) = (found, asked)
        totalResults = max(members.int("total") ?? 0, found.count)
        nextQueryParameters = PortalPages.next(after: asked.startIndex, members, isEmpty: found.isEmpty).map { start in
            var next = asked
            next.startIndex = start
            return next
        }
    }
}

/// How portals number the pages of an answer.
enum PortalPages {
    /// Where the next page begins; nil if there is none: also where a portal sends back, or nothing at all, for then there would be no end.
    static func next(after start: Int, _ members: PortalMembers, isEmpty: Bool) -> Int? {
        guard !isEmpty, let next = members.int("nextStart"), next > max(1, start) else { return nil }
        if let total = members.int("total"), total >= 0, next > total { return nil }
        return next
    }
}
