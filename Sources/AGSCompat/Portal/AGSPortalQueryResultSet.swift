import CairnTasks
public import Foundation

/// A part of what was found at a portal, and how to go on.
public final class AGSPortalQueryResultSet: NSObject {
    /// What was found: ``AGSPortalItem``, or ``AGSPortalGroup``.
    public let results: [Any]?
    /// How many there are altogether, as the portal says.
    public let totalResults: Int
    /// What was asked.
    public let queryParameters: AGSPortalQueryParameters?
    /// Asks for the results that follow; nil if there are none.
    public let nextQueryParameters: AGSPortalQueryParameters?

    init<Element>(_ set: PortalQueryResultSet<Element>, _ shown: (Element) -> Any) {
        (results, totalResults) = (set.results.map(shown), set.totalResults)
        queryParameters = AGSPortalQueryParameters(set.queryParameters)
        nextQueryParameters = set.nextQueryParameters.map(AGSPortalQueryParameters.init)
    }
}
