public import CairnCore
public import Foundation

extension PortalItem {
    /// What the item holds; nil if it holds nothing. It is held in memory: see ``downloadData(to:progress:)`` for what is large.
    ///
    /// - Throws: Also ``TransportError`` for a web page in its place, as if to sign in on.
    @concurrent
    public func data() async throws -> Data? {
        try await portal.client.content(path("data"), isPage: isPage)
    }

    /// Whether it is a web page, by its name, which is asked for if it is not known.
    private func isPage() async throws -> Bool {
        let name = if let info { info.name.lowercased() } else { try await refresh().name.lowercased() }
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    /// What the item holds, as JSON; nil if it holds nothing.
    @concurrent
    public func json() async throws -> JSONValue? {
        try await portal.client.jsonContent(path("data"))
    }

    /// The web map that the item holds.
    ///
    /// - Throws: Also ``PortalError/wrongType(id:type:expected:)``, ``PortalError/noData(id:)``, ``WebMapError``.
    @concurrent
    public func webMap() async throws -> WebMap {
        let type = try await whenLoaded().type
        guard type == .webMap || type.rawValue.isEmpty else {
            throw PortalError.wrongType(id: id, type: type, expected: .webMap)
        }
        guard let json = try await json() else { throw PortalError.noData(id: id) }
        return try WebMap(json: json)
    }

    /// Writes what the item holds to a file, piece by piece; a file that is there is replaced once all has come.
    ///
    /// If it fails, it goes on where it was when it is called again.
    ///
    /// - Parameters:
    ///   - file: Where it goes.
    ///   - progress: Called with the share that is there, 0…1, if the portal tells how much there is.
    /// - Throws: Also `SystemError`, ``DownloadError``.
    @concurrent
    public func downloadData(to file: URL, progress: @Sendable (Double) -> Void = { _ in }) async throws {
        let client = portal.client
        let download = Download(
            client.url.appending(path: try path("data")), to: file, transport: client.transport, credential: client.credentials)
        try await download.run(progress: progress)
    }

    /// The picture of the item; nil if it has none.
    ///
    /// - Throws: Also ``TransportError`` for one of more than 16 MiB.
    @concurrent
    public func thumbnail() async throws -> Data? {
        guard let name = try await whenLoaded().thumbnailName else { return nil }
        return try await portal.client.content(path("info/\(PortalAddress.path(name))"), limit: ServiceClient.pictureLimit)
    }

    /// The items that are related to this one.
    ///
    /// ```swift
    /// let areas = try await item.relatedItems(.mapToArea)
    /// ```
    @concurrent
    public func relatedItems(
        _ relationship: PortalItemRelationship, direction: PortalItemRelationship.Direction = .forward
    ) async throws -> [PortalItem] {
        let parameters = [
            "relationshipType": relationship.rawValue, "direction": direction.rawValue, "num": "\(PortalPages.size)",
        ]
        var (items, start) = ([PortalItem](), 1)
        for _ in 0..<PortalPages.most {
            let answer = try await portal.ask(path("relatedItems"), parameters.merging(["start": "\(start)"]) { $1 })
            let page = try answer.required("relatedItems").list().map { PortalItem(portal: portal, info: try PortalItemInfo($0)) }
            items += page
            guard let next = try PortalPages.next(after: start, count: page.count, in: answer) else { return items }
            start = next
        }
        throw AnswerPart(.null, of: portal.restURL.appending(path: try path("relatedItems"))).refusal("has no end")
    }
}
