import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation
import Synchronization

/// Something that a portal keeps.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSPortalItem: AGSItem, AGSLoadable {
    /// The item that this one drives.
    public let item: PortalItem
    /// Where it is kept.
    public let portal: AGSPortal
    private let loading = LegacyLoading()
    /// What was said here that it is; nil if nothing was.
    private let ownType = Mutex<AGSPortalItemType?>(nil)

    init(_ item: PortalItem, at portal: AGSPortal) {
        (self.item, self.portal) = (item, portal)
        super.init()
    }

    /// An item of Cairn for old callers.
    public convenience init(_ item: PortalItem) {
        self.init(item, at: AGSPortal(item.portal))
    }

    /// An item by its id.
    public convenience init(portal: AGSPortal, itemID: String) {
        self.init(PortalItem(portal: portal.portal, id: itemID), at: portal)
    }

    /// An item that the portal does not have yet, to be described: it has no id, and cannot be loaded.
    public convenience init(portal: AGSPortal) {
        self.init(portal: portal, itemID: "")
    }

    /// An item by an address of it that people have; nil if the address is about no item.
    public convenience init?(url: URL) {
        guard let item = PortalItem(url: url) else { return nil }
        self.init(item)
    }

    override var known: PortalItemInfo? { item.info }

    override func makeThumbnail() -> AGSLoadableImage? {
        guard known?.json["thumbnail"]?.string?.isEmpty == false else { return nil }
        return AGSLoadableImage { [item] in try await item.thumbnail() }
    }

    /// Its id.
    public override var itemID: String { item.id }
    /// What it is. What is set here is sent nowhere.
    public var type: AGSPortalItemType {
        get { ownType.withLock(\.self) ?? known.map { AGSPortalItemType($0.type) } ?? .unknown }
        set { ownType.withLock { $0 = newValue } }
    }
    /// The portal's name for that.
    public var typeName: String { ownType.withLock(\.self)?.value?.rawValue ?? known?.type.rawValue ?? "" }
    /// What it is further.
    public var typeKeywords: [String] { known?.typeKeywords ?? [] }
    /// The name of the file, or the service, that it was made of.
    public var name: String { known?.name ?? "" }
    /// The user whose item it is.
    public var owner: String { known?.owner ?? "" }
    /// The folder that it is in.
    public var folderID: String? { known?.folderID.nonEmpty }
    /// How many bytes it holds; 0 if the portal does not say.
    public var size: Int64 { Int64(clamping: known?.size ?? 0) }
    /// The address of the service that it stands for.
    public var serviceURL: URL? { known?.url }
    /// How often it was opened.
    public var viewCount: Int { known?.viewCount ?? 0 }
    /// The mean of what users have rated it; 0 if none has.
    public var averageRating: Double { known?.averageRating ?? 0 }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: item) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: item) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(item, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(item, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(item) }

    // MARK: - What it holds

    /// What the item holds; empty if it holds nothing.
    @discardableResult
    public override func fetchData(completion: @escaping (Data?, (any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return OperationCancelable({ try await item.data() ?? Data() }, completion: completion)
    }

    /// The items that are related to this one.
    @discardableResult
    public func fetchRelatedItems(
        with relationship: AGSPortalItemRelationship, direction: AGSPortalItemRelationshipDirection,
        completion: @escaping ([AGSPortalItem]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (item, kind, way) = (item, relationship.value, direction.value)
        return OperationCancelable({ () async throws -> [PortalItem] in
            guard let kind else { return [] }
            return try await item.relatedItems(kind, direction: way)
        }) { items, error in
            completion(items?.map { AGSPortalItem($0, at: self.portal) }, error)
        }
    }

    // MARK: - What its owner changes

    /// Sends what was set here, such as ``AGSItem/title``.
    @discardableResult
    public override func updateProperties(completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let (item, changed) = (item, changes.withLock(\.self))
        return done(completion) {
            try await item.update(changed)
        } then: {
            self.changes.withLock { now in for (name, value) in changed where now[name] == value { now[name] = nil } }
        }
    }

    /// Replaces what the item holds.
    @discardableResult
    public func update(_ data: Data, completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return done(completion) { try await item.updateData(data, named: item.info?.name.nonEmpty ?? "data") }
    }

    /// Replaces what the item holds by JSON: a dictionary, or an array.
    @discardableResult
    public func updateData(withJSON JSON: [String: Any], completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let (item, json) = (item, Result { try JSONValue(propertyList: JSON) })
        return done(completion) { try await item.updateData(try json.get()) }
    }

    /// Replaces what the item holds by JSON.
    @discardableResult
    public func updateData(withJSON JSON: String, completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        let item = item
        return done(completion) {
            let json: JSONValue
            do { json = try JSONValue(parsing: JSON) } catch {
                throw AGSError.runtime(.commonInvalidJSON, "\(error)", cause: error)
            }
            try await item.updateData(json)
        }
    }

    func done(
        _ completion: @escaping ((any Error)?) -> Void, _ work: @escaping @Sendable () async throws -> Void,
        then end: @escaping () -> Void = {}
    ) -> any AGSCancelable {
        OperationCancelable(work) { (_: Void?, error) in
            if error == nil { end() }
            completion(error)
        }
    }
}
