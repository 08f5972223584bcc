import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// The items of a portal as they are now.
final class ItemShelf: Loadable {
    private struct State: Sendable {
        var items: [PublishedItem] = []
        var properties: [String: JSONValue] = [:]
        var others: [String] = []
        var comments: [String: [JSONValue]] = [:]
        var ratings: [String: [String: Double]] = [:]
    }

    let loader = Loader()
    private let folder: URL?
    private let files = ItemFolder()
    private let state: Mutex<State>

    init(_ items: [PublishedItem], _ properties: [String: JSONValue]) {
        var seen = Set<String>()
        let known = items.filter { seen.insert($0.id.lowercased()).inserted }
        folder = nil
        state = Mutex(State(items: known, properties: properties))
    }

    init(folder: URL) {
        self.folder = folder
        state = Mutex(State())
    }

    @concurrent func performLoad() async throws {
        guard let folder else { return }
        let (items, properties, others) = try await files.read(folder)
        state.withLock { ($0.items, $0.properties, $0.others) = (items, properties, others) }
    }

    var items: [PublishedItem] { state.withLock(\.items) }
    /// The names of folders that are no items.
    var others: [String] { state.withLock(\.others) }
    var properties: [String: JSONValue] { state.withLock(\.properties) }
    var organizationID: String { properties["id"]?.string ?? PortalSite.organizationID }

    func item(_ id: String) -> PublishedItem? { items.first { $0.id.lowercased() == id.lowercased() } }

    /// What an item holds if it is JSON.
    func json(_ item: PublishedItem) async throws -> JSONValue? { try await files.json(item.content) }

    /// What is told of an item, comments and ratings included.
    func json(of item: PublishedItem) -> JSONValue {
        let (comments, ratings) = state.withLock { ($0.comments[item.id]?.count ?? 0, $0.ratings[item.id] ?? [:]) }
        var members = item.json.object ?? [:]
        members["numComments"] = .integer(comments)
        members["numRatings"] = .integer(ratings.count)
        members["avgRating"] = .number(ratings.isEmpty ? 0 : ratings.values.reduce(0, +) / Double(ratings.count))
        return .object(members)
    }

    func comments(on item: PublishedItem) -> [JSONValue] { state.withLock { $0.comments[item.id] ?? [] } }

    /// Adds a comment; false if there are as many as there may be.
    func add(_ comment: JSONValue, to item: PublishedItem) -> Bool {
        state.withLock { state in
            guard state.comments[item.id, default: []].count < ItemLimits.comments else { return false }
            state.comments[item.id, default: []].append(comment)
            return true
        }
    }

    func rate(_ item: PublishedItem, _ rating: Double, by user: String) {
        state.withLock { $0.ratings[item.id, default: [:]][user] = rating }
    }

    func rating(of item: PublishedItem, by user: String) -> Double? { state.withLock { $0.ratings[item.id]?[user] } }

    /// Changes an item, if it is still there. Others wait meanwhile.
    ///
    /// - Throws: What the body throws.
    func change(_ id: String, _ body: (inout PublishedItem) throws(ServiceFailure) -> Void) throws(ServiceFailure) {
        try state.withLock { (state) throws(ServiceFailure) in
            guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
            try body(&state.items[index])
            state.items[index].modified = Date()
        }
    }
}
