import CairnCore
import CairnTasks
import Foundation

/// Reads a portal's folder, on a thread of its own.
actor ItemFolder {
    private let executor = QueueExecutor("cairn.portal.folder")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Files of JSON that are larger are served as they are.
    private static let largestJSON = 64 << 20
    private static let pictures: Set<String> = ["png", "jpg", "jpeg", "gif", "webp"]

    /// The items in the order of their ids, what the portal says of itself, and the names of folders that are no items.
    func read(_ folder: URL) throws -> (items: [PublishedItem], properties: [String: JSONValue], others: [String]) {
        guard DurableFile.isFolder(atPath: folder.path) else { throw PublishedPortalError.noFolder(path: folder.path) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { !$0.hasPrefix(".") }
        let items = try names.compactMap { try item(named: $0, folder.appending(path: $0)) }
        let others = Set(names).subtracting(items.map(\.id)).filter {
            DurableFile.isFolder(atPath: folder.appending(path: $0).path)
        }
        let file = folder.appending(path: "portal.json")
        return (items, names.contains("portal.json") ? try members(file) : [:], others.sorted())
    }

    /// The item of a folder; nil if that is none.
    private func item(named name: String, _ folder: URL) throws -> PublishedItem? {
        let file = folder.appending(path: "item.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard PublishedItem.isID(name) else { throw PublishedPortalError.wrongID(name) }
        let members = try members(file)
        try Self.expectAccess(members, in: file)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var item = PublishedItem(id: name, type: PortalItemType(rawValue: "File"), title: name)
        item.content = try Self.content(files, folder)
        item.thumbnail = Self.thumbnail(files, folder)
        if case .file(let data) = item.content { item.properties["size"] = .integer(Self.size(data)) }
        let data = try readable(item.content)
        if members["type"] == nil, data?["operationalLayers"] != nil { item.type = .webMap }
        let changed = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate ?? Date()
        item.created = members["created"]?.date ?? changed
        item.modified = members["modified"]?.date ?? changed
        item.owner = members["owner"]?.string ?? item.owner
        item.groupIDs = members["groups"].map(PublishedItem.words) ?? []
        item.take(members)
        for (name, ids) in members["relatedItems"]?.object ?? [:] {
            item.relatedItemIDs[PortalItemRelationship(rawValue: name)] = PublishedItem.words(ids)
        }
        return item
    }

    /// What is misspelt would be for its owner alone, or for everybody, and nobody would be told.
    private static func expectAccess(_ members: [String: JSONValue], in file: URL) throws(PublishedPortalError) {
        guard let access = members["access"], !access.isNull else { return }
        guard let text = access.string, PublishedItem.accesses.contains(text) else {
            throw .wrongAccess(path: file.path, access.text())
        }
    }

    private static func content(_ files: [String], _ folder: URL) throws(PublishedPortalError) -> PublishedItem.Content {
        let names = files.filter { $0 == "data" || $0.hasPrefix("data.") }
        guard names.count < 2 else { throw .severalData(path: folder.path, names: names) }
        return names.first.map { .file(folder.appending(path: $0)) } ?? .nothing
    }

    /// What an item holds if it is JSON, and not too much.
    ///
    /// - Throws: ``PublishedPortalError/noJSON(path:reason:)`` for what is called JSON, and is none.
    private func readable(_ content: PublishedItem.Content) throws -> JSONValue? {
        guard case .file(let file) = content, Self.isJSON(file) else { return nil }
        do { return try JSONValue(parsing: Data(contentsOf: file)) } catch {
            throw PublishedPortalError.noJSON(path: file.path, reason: error.words)
        }
    }

    private static func isJSON(_ file: URL) -> Bool {
        file.pathExtension.lowercased() == "json" && size(file) <= largestJSON
    }

    private static func thumbnail(_ files: [String], _ folder: URL) -> PublishedItem.Content {
        let name = files.first { file in
            file.hasPrefix("thumbnail.") && pictures.contains(file.dropFirst("thumbnail.".count).lowercased())
        }
        return name.map { .file(folder.appending(path: $0)) } ?? .nothing
    }

    private static func size(_ file: URL) -> Int {
        (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? -1
    }

    /// What an item holds if it is JSON, and not too much; nil if it is not.
    func json(_ content: PublishedItem.Content) throws -> JSONValue? {
        switch content {
        case .json(let json): return json
        case .file(let file):
            guard Self.isJSON(file) else { return nil }
            return try? JSONValue(parsing: Data(contentsOf: file))
        case .nothing, .data: return nil
        }
    }

    private func members(_ file: URL) throws -> [String: JSONValue] {
        let json: JSONValue
        do { json = try JSONValue(parsing: Data(contentsOf: file)) } catch {
            throw PublishedPortalError.noJSON(path: file.path, reason: error.words)
        }
        guard let members = json.object else {
            throw PublishedPortalError.noJSON(path: file.path, reason: "It is no JSON object.")
        }
        return members
    }
}

extension PublishedItem {
    static func isID(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
            }
    }
}
