import CairnCore
import Foundation

/// A folder with the files that clients fetch, which goes with whoever keeps it. Files that nobody has fetched for a while go before.
final class ReplicaFolder: Sendable {
    private let url: URL
    /// In seconds.
    private static let age = 3600.0

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "cairn-replicas-\(UUID().uuidString)")
        // What is in it may not be for others.
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ id: String) -> URL { url.appending(path: "\(id).json") }

    /// Removes the files that are older than an hour.
    func removeOldFiles(now: Date) {
        let files = try? FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: [.contentModificationDateKey])
        for file in files ?? [] {
            let changed = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
            if let changed, now.timeIntervalSince(changed) > Self.age { try? FileManager.default.removeItem(at: file) }
        }
    }
}
