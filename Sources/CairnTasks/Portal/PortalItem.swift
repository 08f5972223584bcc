public import CairnCore
public import Foundation
import Synchronization

/// Something that a portal keeps: a web map, a file, the address of a service.
///
/// ```swift
/// let item = PortalItem(portal: portal, id: "4bc1c0a1b1f24e5b8b0a7a2a3b0f9f11")
/// let map = try await item.webMap()
/// ```
///
/// It throws what ``Portal`` throws.
public final class PortalItem: Loadable, Identifiable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Where it is kept.
    public let portal: Portal
    /// Its id.
    public let id: String
    private let known: Mutex<PortalItemInfo?>

    /// An item by its id.
    public init(portal: Portal, id: String) {
        (self.portal, self.id) = (portal, id)
        known = Mutex(nil)
    }

    /// An item that a portal has told of.
    init(portal: Portal, info: PortalItemInfo) {
        (self.portal, id) = (portal, info.id)
        known = Mutex(info)
    }

    /// An item by an address of it that people have: of its page, of a map viewer that shows it, of itself in the REST interface.
    ///
    /// - Parameters:
    ///   - url: Such as `https://www.arcgis.com/home/item.html?id=…`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    /// - Returns: nil if the address is about no item.
    public convenience init?(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        guard let id = PortalAddress.itemID(in: url) else { return nil }
        self.init(portal: Portal(url: url, transport: transport, credential: credential), id: id)
    }

    /// What the portal says of it. Items that were found have it from the beginning, others when they are loaded.
    public var info: PortalItemInfo? { known.withLock(\.self) }

    /// The address of its page for people.
    public var pageURL: URL {
        portal.url.appending(path: "home/item.html").appending(queryItems: [URLQueryItem(name: "id", value: id)])
    }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws { try await refresh() }

    /// Asks the portal anew what the item is.
    ///
    /// - Returns: What it says now, as ``info`` does from now on.
    @concurrent
    @discardableResult
    public func refresh() async throws -> PortalItemInfo {
        let answer = try await portal.ask(path())
        let info = try PortalItemInfo(answer)
        guard info.id.lowercased() == id.lowercased() else { throw answer.refusal("is another item than was asked for") }
        known.withLock { $0 = info }
        return info
    }

    /// What has been loaded, now if it was not before.
    func whenLoaded() async throws -> PortalItemInfo {
        if let info { return info }
        try await load()
        guard let info else { throw CancellationError() }
        return info
    }

    /// Where the item is in the REST interface, and what belongs to it.
    func path(_ rest: String? = nil) throws(PortalError) -> String {
        let path = "content/items/\(try PortalAddress.part(id))"
        return rest.map { "\(path)/\($0)" } ?? path
    }

    /// Where its owner changes it.
    func ownersPath(_ operation: String) async throws -> String {
        let owner = try await whenLoaded().owner
        return "content/users/\(try PortalAddress.part(owner))/items/\(try PortalAddress.part(id))/\(operation)"
    }
}
