public import CairnCore
public import CairnGeo
public import Foundation

/// Exports tiles of a vector tile service to a vector tile package, and what styles them to a folder: a job that can be stopped at any moment and goes on
/// where it was.
///
/// ```swift
/// let parameters = ExportVectorTilesParameters(areaOfInterest: .envelope(area), maxLevel: 14)
/// let work = ExportVectorTilesWork(
///     service: try ServiceURL(url), parameters: parameters, output: file, itemResourceCache: folder)
/// let tiles = try await Job(work, services: access).run().vectorTileCache
/// ```
///
/// The package stands at its path only when it is complete, and found to be one; until then it grows in a sibling that ends in `.partial`. So does the
/// folder. Cancelled, the server's job is cancelled, too.
public struct ExportVectorTilesWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.export-vector-tiles"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public typealias Checkpoint = TileExportCheckpoint

    /// The service, such as `…/VectorTileServer`.
    public var service: ServiceURL
    /// Which tiles of it.
    public var parameters: ExportVectorTilesParameters
    /// Where the package goes; a file that is there is replaced at the end.
    public var output: URL
    /// The folder for the style, its pictures and fonts, which must not be there yet, or be empty; nil for none.
    public var itemResourceCache: URL?

    /// A description of the work.
    public init(
        service: ServiceURL, parameters: ExportVectorTilesParameters, output: URL, itemResourceCache: URL? = nil
    ) {
        (self.service, self.parameters, self.output) = (service, parameters, output)
        self.itemResourceCache = itemResourceCache
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> ExportedVectorTiles {
        let stylesFolder = stylesFolder(of: context.jobID)
        var kept = try await standing(context)
        let isTrusted = kept.isPlaced == true || !context.isAtWork
        // They come before the tiles, and may have been put in their place since these have come.
        let isStyled = stylesFolder?.isInPlace(trusted: isTrusted) ?? true
        if let stylesFolder, let styles = styles(stylesFolder), context.isAtWork, !isStyled,
            kept.finalLength == nil || !stylesFolder.isThere
        {
            try stylesFolder.expectRoom()
            // What was once put in its place is gone: what comes there now is another's.
            if kept.isPlaced != nil {
                // If it can be seen that it is not there.
                try DurableFile.expectFolder(of: stylesFolder.url)
                kept.isPlaced = nil
                try await context.save(kept)
            }
            _ = try await context.child(styles, named: "styles", weight: 0.1, services: context.services)
        }
        let held = context.isAtWork && !isStyled ? try await context.takeOutput { try stylesFolder?.hold() } : nil
        defer { withExtendedLifetime(held) {} }
        let isKnown = isTrusted && (isStyled || !context.isAtWork)
        var placed = try await TileExportRun(self, context).run { try stylesFolder?.putInPlace(trusted: isKnown) }
        if let stylesFolder, context.isAtWork {
            placed.isPlaced = true
            try await context.afterPlacing {
                try await context.save(placed)
                try stylesFolder.handOver()
            }
        }
        return ExportedVectorTiles(url: output, itemResourceCacheURL: itemResourceCache)
    }

    private func styles(_ folder: PartialFolder?) -> ExportStyleResourceCacheWork? {
        folder.map { folder in
            var work = ExportStyleResourceCacheWork(service: service, output: folder.partial)
            work.isPart = true
            return work
        }
    }

    /// The styles wait in its sibling until the tiles are here: a job that is cancelled before leaves neither.
    private func stylesFolder(of job: UUID) -> PartialFolder? {
        itemResourceCache.map { PartialFolder(url: $0, job: job, sign: ItemResourceCache.stylePath) }
    }

    /// The folders for what styles the tiles while they grow, as far as a job has begun them.
    package func begunFolders(of job: UUID) -> [URL] {
        guard let folder = stylesFolder(of: job) else { return [] }
        return [folder, PartialFolder(url: folder.partial, job: job, sign: folder.sign)].compactMap(\.begun)
    }

    /// Cancels jobs on the server: asks again while it refuses, and looks until each has ended.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws { try await cancel(ids, services) }

    /// The export, if the answer to its beginning is lost.
    public func unknownServerJobs(after checkpoint: TileExportCheckpoint) -> [String] { unknownJobs(after: checkpoint) }

    /// Removes what has come so far.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async {
        let folder = stylesFolder(of: job)
        // The styles have their name a moment before the tiles: without these they do not stay. Tiles that somebody is at are another job's.
        if let held = try? partial.open(after: 1) {
            folder?.discardInPlace()
            withExtendedLifetime(held) {}
        }
        removePartialFiles()
        // A child that has only begun may not be in the record.
        await styles(folder)?.discardPartialResults(of: job, services: services)
        await folder?.discard()
    }

    /// The package as far as it is here.
    public var partialFiles: [URL] { filesOfDownload }

    /// Trouble of the network may pass, and so may answers about a job that cannot be read.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// As for ``ExportTileCacheWork``.
    public static func canBeRetried(after error: any Error) -> Bool { TileExportTrouble.canBeRetried(after: error) }
}

extension ExportVectorTilesWork: TileExportWork {
    func request(_ info: TileServiceInfo) throws -> TileExportRequest { parameters.request(serviceName, info) }

    func wire(_ client: ServiceClient, _ request: TileExportRequest?) -> TileExportWire {
        guard let request else { return TileExportWire(vectors: client, [:]) }
        var fields = ["levels": request.levelText]
        switch request.area {
        case nil: fields["exportExtent"] = "DEFAULT"
        case .envelope(let box):
            // Enterprise knows the first name, and hosted services the second.
            let text = Geometry.envelope(box).esriJSON.text()
            (fields["exportExtent"], fields["extent"]) = (text, text)
        case let area?: fields["polygon"] = area.esriJSON.text()
        }
        return TileExportWire(vectors: client, fields)
    }

    func expectTiles(in file: URL) async throws { try await VectorTileCache(fileURL: file).load() }
}

/// Vector tiles that have been exported: where they are.
public struct ExportedVectorTiles: Sendable, Hashable, Codable {
    /// The package.
    public var url: URL
    /// The folder with the style, its pictures and fonts; nil if it was not asked for.
    public var itemResourceCacheURL: URL?

    /// Tiles in a file.
    public init(url: URL, itemResourceCacheURL: URL? = nil) {
        (self.url, self.itemResourceCacheURL) = (url, itemResourceCacheURL)
    }

    /// The tiles, a new object for each who asks.
    public var vectorTileCache: VectorTileCache { VectorTileCache(fileURL: url) }
    /// What styles them; nil if it was not asked for.
    public var itemResourceCache: ItemResourceCache? { itemResourceCacheURL.map(ItemResourceCache.init(folder:)) }
}

extension ExportVectorTilesParameters {
    func request(_ service: String, _ info: TileServiceInfo) -> TileExportRequest {
        let levels = info.tileInfo?.levelsOfDetail.map(\.level).filter { $0 <= maxLevel } ?? []
        return TileExportRequest(service, info, areaOfInterest, levels)
    }
}
