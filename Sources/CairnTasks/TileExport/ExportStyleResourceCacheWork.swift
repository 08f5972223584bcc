public import CairnCore
import CairnGeo
public import Foundation

/// Fetches what styles vector tiles to a folder: the style, its pictures and fonts.
///
/// What there is the service says (`resources/info`), or else its style does; then pictures that are not there, and characters that no font has, are passed
/// over. The folder stands at its path only when all of it is here.
public struct ExportStyleResourceCacheWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.export-style-resource-cache"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// Whether all is here, and nothing is left but to give the folder its name.
        var isComplete = false
        /// Whether the folder has its name, so that it counts without a mark.
        var isPlaced: Bool?
    }

    /// The service, such as `…/VectorTileServer`.
    public var service: ServiceURL
    /// The folder, which must not be there yet, or be empty.
    public var output: URL

    /// Whether other work of the same job goes on with the folder, which stays marked as the job's.
    var isPart: Bool?

    /// A description of the work.
    public init(service: ServiceURL, output: URL) { (self.service, self.output) = (service, output) }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> ExportedStyleResources {
        let folder = folder(of: context.jobID)
        // Of what was complete, and is gone, all is done again.
        let isTrusted = !context.isAtWork || context.checkpoint?.isPlaced == true
        let isInPlace = folder.isInPlace(trusted: isTrusted)
        let isComplete = context.checkpoint?.isComplete == true && (isInPlace || folder.isThere || !context.isAtWork)
        let isDone = isComplete && (isInPlace || !context.isAtWork)
        let held = isDone ? nil : try await context.takeOutput { isComplete ? try folder.hold() : try folder.begin() }
        defer { withExtendedLifetime(held) {} }
        if !isComplete {
            // What it once put in its place is gone: what comes there now is another's.
            if context.checkpoint?.isPlaced != nil { try await context.save(Checkpoint()) }
            try await StyleResourceFetch(context, context.services.client(service), folder.partial).run()
            try await context.save(Checkpoint(isComplete: true))
        }
        // A job that says that it is paused, or cancelled, has not put anything in place.
        try context.commit()
        try folder.putInPlace(trusted: isTrusted && isDone)
        if isPart != true, context.isAtWork {
            try await context.afterPlacing {
                try await context.save(Checkpoint(isComplete: true, isPlaced: true))
                try folder.handOver()
            }
        }
        return ExportedStyleResources(url: output)
    }

    /// The folder while it comes.
    private func folder(of job: UUID) -> PartialFolder { PartialFolder(url: output, job: job, sign: ItemResourceCache.stylePath) }

    /// The folder while it comes, as far as a job has begun it.
    package func begunFolders(of job: UUID) -> [URL] { [folder(of: job).begun].compactMap(\.self) }

    /// Removes what has come so far.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async {
        let folder = folder(of: job)
        if isPart == true { folder.discardInPlace() }
        await folder.discard()
    }

    /// Trouble of the network may pass.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// As for ``ExportTileCacheWork``.
    public static func canBeRetried(after error: any Error) -> Bool { TileExportTrouble.canBeRetried(after: error) }
}

/// What styles vector tiles, exported: where it is.
public struct ExportedStyleResources: Sendable, Hashable, Codable {
    /// The folder.
    public var url: URL

    /// A folder.
    public init(url: URL) { self.url = url }

    /// Its files.
    public var itemResourceCache: ItemResourceCache { ItemResourceCache(folder: url) }
}
