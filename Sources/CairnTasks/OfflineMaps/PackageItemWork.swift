public import CairnCore
import CairnGeo
public import Foundation

/// Fetches a package that a portal keeps to a file.
public struct PackageItemWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.package-item"

    /// How the portal is reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// Whether the file is in its place.
        var isFinished = false
    }

    /// The portal.
    public var portal: ServiceURL
    /// The id of the item.
    public var itemID: String
    /// Where the package goes; a file that is there is replaced at the end.
    public var output: URL

    /// A description of the work.
    public init(portal: ServiceURL, itemID: String, output: URL) {
        (self.portal, self.itemID, self.output) = (portal, itemID, output)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> URL {
        // One that was of no use has been removed.
        if context.checkpoint?.isFinished == true, FileManager.default.fileExists(atPath: output.path) { return output }
        let services = context.services
        let item = PortalItem(
            portal: Portal(url: portal.url, transport: services.transport, credential: services.credentials), id: itemID)
        try await context.takeOutput {
            try await context.ridingOut { try await item.downloadData(to: output) { context.reportProgress($0) } }
        }
        try await context.save(Checkpoint(isFinished: true))
        return output
    }

    /// The file as far as it is here; not what was in its place before.
    public var partialFiles: [URL] { DownloadFile.files(for: output).filter { $0 != output } }

    /// Trouble of the network may pass.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// As for exports of tiles.
    public static func canBeRetried(after error: any Error) -> Bool { TileExportTrouble.canBeRetried(after: error) }
}
