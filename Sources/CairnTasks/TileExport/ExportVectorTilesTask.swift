public import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// Exports tiles of a vector tile service, and what styles them, to be used offline.
///
/// ```swift
/// let task = ExportVectorTilesTask(url: serviceURL)
/// let parameters = try await task.makeDefaultExportVectorTilesParameters(
///     areaOfInterest: .envelope(area), maxScale: 5_000)
/// let job = try task.makeExportVectorTilesJob(parameters: parameters, vectorTileCacheURL: file, itemResourceCacheURL: folder)
/// let tiles = try await job.run().vectorTileCache
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if the service fails, or its answer does not say what it must;
/// ``TileExportError``; `CancellationError` if the calling task is cancelled.
public final class ExportVectorTilesTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The service, such as `…/VectorTileServer`.
    public var url: URL { client.url }
    package let client: ServiceClient
    private let loaded = Mutex<TileServiceInfo?>(nil)

    /// A vector tile service.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Town/VectorTileServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        client = ServiceClient(url: url, transport: transport, credential: credential)
    }

    /// What the service says of itself; nil until loaded.
    public var vectorTileSourceInfo: TileServiceInfo? { loaded.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await TileServiceInfo.asked(of: client)
        loaded.withLock { $0 = info }
    }

    /// Parameters for the tiles of an area up to a scale.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon; nil for all that the service shows.
    ///   - maxScale: The denominator of the scale up to which; 0 for the most detailed.
    /// - Throws: ``TileExportError/noTiles(service:)``, ``TileExportError/wrongLevels(service:asked:known:)`` if no level is that far up, and what loading throws.
    @concurrent
    public func makeDefaultExportVectorTilesParameters(
        areaOfInterest: Geometry? = nil, maxScale: Double = 0
    ) async throws -> ExportVectorTilesParameters {
        try await load()
        guard let info = vectorTileSourceInfo else { throw CancellationError() }
        let levels = try info.levels(fromScale: 0, toScale: maxScale, of: URL.withoutQuery(url))
        guard let level = levels.last else {
            let known = info.tileInfo?.levelsOfDetail.map(\.level) ?? []
            throw TileExportError.wrongLevels(service: URL.withoutQuery(url), asked: [], known: known)
        }
        return ExportVectorTilesParameters(areaOfInterest: areaOfInterest, maxLevel: level)
    }

    /// A job, not yet started, that exports tiles, and what styles them if there is a place for that.
    ///
    /// - Parameters:
    ///   - parameters: Which tiles.
    ///   - vectorTileCacheURL: Where the package goes; a file that is there is replaced at the end.
    ///   - itemResourceCacheURL: The folder for the style, its pictures and fonts, which must not be there yet; nil for none.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeExportVectorTilesJob(
        parameters: ExportVectorTilesParameters, vectorTileCacheURL: URL, itemResourceCacheURL: URL? = nil,
        configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<ExportVectorTilesWork> {
        let work = ExportVectorTilesWork(
            service: try ServiceURL(url), parameters: parameters, output: vectorTileCacheURL,
            itemResourceCache: itemResourceCacheURL)
        return try Job(work, services: client.access, configuration: configuration)
    }

    /// A job, not yet started, that fetches what styles the tiles.
    ///
    /// - Parameters:
    ///   - itemResourceCacheURL: The folder, which must not be there yet.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeExportStyleResourceCacheJob(
        itemResourceCacheURL: URL, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<ExportStyleResourceCacheWork> {
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(url), output: itemResourceCacheURL)
        return try Job(work, services: client.access, configuration: configuration)
    }
}
