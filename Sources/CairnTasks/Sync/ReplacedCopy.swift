import CairnCore
import CairnGeo
import Foundation

/// A copy of a service, in whose place a new geodatabase comes: nobody would bring it up to date any more.
struct ReplacedCopy: Sendable, Codable, Hashable {
    let service: ServiceURL
    let id: String

    /// What stands at a place; nil if that is no copy.
    ///
    /// - Throws: ``SyncError/unsentEdits(path:)`` if its service has not got all that was edited in it;
    ///   ``PartialOutputTrouble/damaged(path:)`` if nobody can tell; `DatabaseError`, `SystemError`.
    static func found(at url: URL) async throws -> ReplacedCopy? {
        guard try DurableFile.isSeen(atPath: url.path) else { return nil }
        // Not read only: a file that keeps a log would have one beside it afterwards.
        let geodatabase = Geodatabase(fileURL: url)
        do { try await geodatabase.load() } catch is GeodatabaseError { return nil } catch { throw told(error, of: url) }
        let found: (replica: ReplicaInfo?, isEdited: Bool)
        do {
            found = (try await geodatabase.replica, try geodatabase.hasChangesNow())
        } catch {
            try? await geodatabase.close()
            throw told(error, of: url)
        }
        try await geodatabase.close()
        guard let replica = found.replica, let service = try? ServiceURL(stored: replica.serviceURL) else { return nil }
        if found.isEdited { throw SyncError.unsentEdits(path: url.path) }
        return ReplacedCopy(service: service, id: replica.id)
    }

    /// What the error of a file means where the file is to be replaced.
    private static func told(_ error: any Error, of url: URL) -> any Error {
        (error as? DatabaseError)?.isCorruption == true ? PartialOutputTrouble.damaged(path: url.path) : error
    }
}
