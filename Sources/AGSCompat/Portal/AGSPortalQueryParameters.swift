import CairnGeo
import CairnTasks
public import Foundation
import Synchronization

/// Which way results are sorted.
public enum AGSPortalQuerySortOrder: Int, Sendable {
    /// The smallest first.
    case ascending = 0
    /// The largest first.
    case descending = 1
}

/// What is looked for at a portal.
public final class AGSPortalQueryParameters: NSObject, Sendable {
    private let state: Mutex<PortalQueryParameters>

    init(_ value: PortalQueryParameters) {
        state = Mutex(value)
    }

    /// Everything.
    public override convenience init() {
        self.init(PortalQueryParameters())
    }

    /// A question in the language of portals.
    public convenience init(query: String) {
        self.init(PortalQueryParameters(query: query))
    }

    /// A question in the language of portals.
    ///
    /// - Parameters:
    ///   - query: The question.
    ///   - limit: How many results one answer may hold: 1…100.
    public convenience init(query: String, limit: Int) {
        self.init(PortalQueryParameters(query: query, limit: limit))
    }

    /// Items of a user, or of anybody, that meet what else is asked for, in the language of portals.
    public convenience init(forItemsWithOwner owner: String?, searchString: String?) {
        self.init(.items(ofTypes: [], owner: owner, searchText: searchString))
    }

    /// Items of a type and of a user, or of anybody, that meet what else is asked for; none of ``AGSPortalItemType/unknown``.
    public convenience init(forItemsOf type: AGSPortalItemType, owner: String?, searchString: String?) {
        self.init(.items(ofType: type.value ?? Self.noType, owner: owner, searchText: searchString))
    }

    /// Items of a type that meet what else is asked for, in the language of portals; none of ``AGSPortalItemType/unknown``.
    public convenience init(forItemsOf type: AGSPortalItemType, withSearch search: String?) {
        self.init(forItemsOfTypes: [type], withSearch: search)
    }

    /// Items of any of some types; of any type if there are none.
    public convenience init(forItemsOfTypes types: [AGSPortalItemType], withSearch search: String?) {
        let known = types.compactMap(\.value)
        self.init(.items(ofTypes: known.isEmpty && !types.isEmpty ? [Self.noType] : known, searchText: search))
    }

    /// Items of a type that a group shares, or of any group if none is named; none of ``AGSPortalItemType/unknown``.
    public convenience init(forItemsOf type: AGSPortalItemType, inGroup groupID: String?) {
        self.init(forItemsOf: type, inGroup: groupID, withSearch: nil)
    }

    /// The same, of those that meet what else is asked for, in the language of portals.
    public convenience init(forItemsOf type: AGSPortalItemType, inGroup groupID: String?, withSearch search: String?) {
        let known = type.value ?? Self.noType
        self.init(
            groupID.map { .items(inGroup: $0, ofType: known, searchText: search) } ?? .items(ofTypes: [known], searchText: search)
        )
    }

    /// What no item is: who asks for a type that is not known here is not given all.
    private static let noType = PortalItemType(rawValue: "unknown")

    /// Items that a group shares.
    public convenience init(forItemsInGroup groupID: String) {
        self.init(.items(inGroup: groupID))
    }

    /// An item by its id.
    public convenience init(forItemWithID itemID: String) {
        self.init(.items(withIDs: [itemID]))
    }

    /// Groups by their owner, or by their name.
    public convenience init(forGroupsWithOwner owner: String?, title: String?) {
        self.init(.groups(owner: owner, title: title))
    }

    var value: PortalQueryParameters { state.withLock(\.self) }

    /// The question.
    public var query: String? {
        get { value.query }
        set { state.withLock { $0.query = newValue ?? "" } }
    }

    /// How many results one answer may hold: 1…100.
    public var limit: Int {
        get { value.limit }
        set { state.withLock { $0.limit = newValue } }
    }

    /// The number of the first result, from 1 on.
    public var startIndex: Int {
        get { value.startIndex }
        set { state.withLock { $0.startIndex = newValue } }
    }

    /// What results are sorted by; empty for how well they fit.
    public var sortField: String? {
        get { value.sortField.nonEmpty }
        set { state.withLock { $0.sortField = newValue ?? "" } }
    }

    /// Which way.
    public var sortOrder: AGSPortalQuerySortOrder {
        get { value.sortOrder == .ascending ? .ascending : .descending }
        set { state.withLock { $0.sortOrder = newValue == .ascending ? .ascending : .descending } }
    }

    /// Items must lie within reach of it.
    public var boundingBox: AGSEnvelope? {
        get { value.boundingBox.map(AGSEnvelope.init) }
        set { state.withLock { $0.boundingBox = newValue?.box } }
    }
}
