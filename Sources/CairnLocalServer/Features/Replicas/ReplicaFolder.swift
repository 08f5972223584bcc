import CairnCore
import CairnGeo
import Foundation

/// A folder with the files that clients fetch, which goes with whoever keeps it. Files that nobody has fetched for a while go before.
final class ReplicaFolder: Sendable {
    private let folder: TemporaryFolder
    /// In seconds.
    private static let age = 3600.0

    init() throws { folder = try TemporaryFolder() }

    func file(_ id: String) -> URL { folder.url.appending(path: "\(id).json") }

    /// Removes the files that are older than an hour.
    func removeOldFiles(now: Date) {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.url, includingPropertiesForKeys: [.contentModificationDateKey])
        for file in files ?? [] {
            let changed = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
            if let changed, now.timeIntervalSince(changed) > Self.age { try? FileManager.default.removeItem(at: file) }
        }
    }
}
