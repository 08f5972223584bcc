import CairnCore
import CairnTasks
import Foundation

/// The files that clients have uploaded to a service: `ID/item.json`, and its content beside it. Disks block, so it has a queue of its own.
actor UploadStore {
    private let executor = QueueExecutor("cairn.uploads")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The oldest go when there are more.
    private static let mostItems = 1000
    /// How large a file may be, in bytes.
    static let largestFile = ServerLimits().bodySize

    private let folder: URL
    private var known: [String: UploadedItem]?

    /// - Parameter folder: Where they are kept; it is made when something comes.
    init(_ folder: URL) {
        self.folder = folder
    }

    func add(_ file: UploadedFile, description: String) throws -> UploadedItem {
        var items = try items()
        for item in items.values.sorted(by: { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }).dropLast(
            Self.mostItems - 1)
        {
            items[item.itemID] = nil
            remove(item.itemID)
        }
        let item = UploadedItem(
            itemID: "i" + UUID().uuidString.lowercased(), name: file.name, description: description.printable(), date: Date())
        let place = folder.appending(path: item.itemID)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try DurableFile.replace(place.appending(path: "content"), with: file.content)
        try DurableFile.replace(place.appending(path: "item.json"), with: JSONValue(encoding: item).data())
        items[item.itemID] = item
        known = items
        return item
    }

    func item(_ id: String) throws -> UploadedItem? { try items()[id] }

    /// Where the content of an item is; nil if there is no such item.
    func file(of id: String) throws -> URL? {
        try items()[id].map { folder.appending(path: $0.itemID).appending(path: "content") }
    }

    func content(of id: String) throws -> Data? { try file(of: id).flatMap { try DurableFile.contents(of: $0) } }

    /// Throws an item away; whether there was one.
    func delete(_ id: String) throws -> Bool {
        guard try items()[id] != nil else { return false }
        known?[id] = nil
        remove(id)
        return true
    }

    private func remove(_ id: String) { try? FileManager.default.removeItem(at: folder.appending(path: id)) }

    private func items() throws -> [String: UploadedItem] {
        if let known { return known }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let items = names.compactMap { name -> UploadedItem? in
            let file = folder.appending(path: name).appending(path: "item.json")
            guard let data = try? DurableFile.contents(of: file),
                let item = try? JSONValue(parsing: data).decode(UploadedItem.self), item.itemID == name
            else { return nil }
            return item
        }
        let byID = Dictionary(items.map { ($0.itemID, $0) }) { first, _ in first }
        known = byID
        return byID
    }
}
