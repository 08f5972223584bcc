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

    /// - Throws: ``TransportError``, also if the portal would never come to an end; what `element` throws.
    init(_ answer: AnswerPart, _ asked: PortalQueryParameters, _ element: (AnswerPart) throws -> Element) throws {
        let found = try answer.required("results").list().map(element)
        let members = PortalMembers(answer.json)
        (results, queryParameters) = (found, asked)
        totalResults = max(members.int("total") ?? 0, found.count)
        nextQueryParameters = try PortalPages.next(after: asked.startIndex, count: found.count, in: answer).map { start in
            var next = asked
            next.startIndex = start
            return next
        }
    }
}

/// How portals number the pages of an answer.
enum PortalPages {
    /// Portals give no more than so many results at once.
    static let size = 100
    /// More pages than any list has are an answer without an end, and so are more results than fill them.
    static let most = 1000

    /// Where the next page begins; nil if there is none: also where a portal sends back, or nothing at all.
    ///
    /// - Parameters:
    ///   - start: Where this page began, as it was asked for.
    ///   - count: How much is on it.
    /// - Throws: ``TransportError`` if the portal gives again what it has given, or goes on for ever.
    static func next(after start: Int, count: Int, in answer: AnswerPart) throws -> Int? {
        let (members, start) = (PortalMembers(answer.json), max(1, start))
        guard count > 0, let next = members.int("nextStart"), next > start else { return nil }
        if let total = members.int("total"), total >= 0, next > total { return nil }
        guard next - start >= count else { throw answer.refusal("gives what it has given before") }
        guard next <= most * size else { throw answer.refusal("has no end") }
        return next
    }
}
