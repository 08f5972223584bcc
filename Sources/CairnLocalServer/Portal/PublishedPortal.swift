public import CairnCore
public import Foundation

/// A small portal that a ``LocalServer`` publishes: items in memory, or of a folder.
///
/// ```swift
/// let server = LocalServer(features: ["Trees": trees], portal: PublishedPortal(folder: folder))
/// let address = try await server.start()                   // its portal is at …/sharing/rest
/// ```
///
/// A folder has one in it for each item, whose name is the item's id:
///
/// | file | what it is |
/// |---|---|
/// | `portal.json` | what clients are told of the portal, such as `name`; and its `groups`, each with `id`, `title` and `owner`; may be missing |
/// | `ID/item.json` | what clients are told of the item, by the portal's own names: `title`, `type`, `owner`, `access`, `tags` and others; `relatedItems`, lists of ids by relationships such as `Map2Area`; `groups`, ids |
/// | `ID/data.json`, or `ID/data` with any other ending | what it holds; may be missing |
/// | `ID/thumbnail.png`, or with another ending | its picture; may be missing |
///
/// What an `item.json` does not say is: of type `Web Map` if the data is one, else `File`; `public`; `admin`'s; called as its folder. `{server}` in
/// JSON is the server's address; see ``PublishedItem``. What clients change lasts as long as the server does, and is not written to files.
public struct PublishedPortal: Sendable {
    let shelf: ItemShelf

    /// A portal of items in memory.
    ///
    /// - Parameters:
    ///   - items: The items; of two with one id the first counts.
    ///   - name: What the portal is called.
    ///   - properties: What else clients are told of the portal, by the portal's own names, such as `helperServices`; and its `groups`.
    public init(_ items: [PublishedItem], name: String = "Cairn", properties: [String: JSONValue] = [:]) {
        shelf = ItemShelf(items, properties.merging(["name": .string(name)]) { own, _ in own })
    }

    /// A portal of a folder.
    public init(folder: URL) {
        shelf = ItemShelf(folder: folder)
    }

    /// Reads the folder, so that what is wrong with it is told before anybody is answered.
    ///
    /// - Throws: ``PublishedPortalError``; what `FileManager` throws.
    @concurrent
    public func load() async throws { try await shelf.retryLoad() }

    /// The ids of the items, in their order; none until loaded.
    public var itemIDs: [String] { shelf.items.map(\.id) }

    /// The names of folders in its folder that are no items, for they have no `item.json`; none until loaded.
    package var otherFolders: [String] { shelf.others }
}
