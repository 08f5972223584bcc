public import CairnCore
import CairnGeo
public import Foundation

/// Brings an offline map up to date: a job that can be stopped at any moment and goes on where it was.
///
/// Each geodatabase is brought in step with its service by a job of its own, a child of this one; what a portal has packaged anew is fetched, and takes the
/// place of what was there. A geodatabase that fails does not keep the others from it.
public struct OfflineMapSyncWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.sync-offline-map"

    /// How the services, and the portal, are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// How geodatabases have ended, by their paths in the package.
        var ended: [String: OfflineMapSyncResult.Geodatabase] = [:]
        /// The items whose packages have been fetched.
        var fetched: Set<String> = []
        /// Whether that is all.
        var isFinished = false
    }

    /// The folder of the map.
    public var package: URL
    /// How.
    public var parameters: OfflineMapSyncParameters

    /// A description of the work.
    public init(package: URL, parameters: OfflineMapSyncParameters) { (self.package, self.parameters) = (package, parameters) }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> OfflineMapSyncResult {
        try await OfflineMapSyncRun(self, context).run()
    }

    /// Removes what has come, and is in the place of nothing yet.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async {
        SyncedPackage(folder: package).removeWaiting()
    }

    /// Trouble of the network may pass.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// As for exports of tiles.
    public static func canBeRetried(after error: any Error) -> Bool { OfflineMapError.canBeRetried(after: error) }
}
