public import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// Exports tiles of a map or image service, to be used offline.
///
/// ```swift
/// let task = ExportTileCacheTask(url: serviceURL)
/// let parameters = try await task.makeDefaultExportTileCacheParameters(
///     areaOfInterest: .envelope(area), minScale: 100_000, maxScale: 5_000)
/// let job = try task.makeExportTileCacheJob(parameters: parameters, downloadFileURL: file)
/// let cache = try await job.run().tileCache
/// ```
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if the service fails, or its answer does not say what it must;
/// ``TileExportError``; `CancellationError` if the calling task is cancelled.
public final class ExportTileCacheTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The service, such as `…/MapServer`.
    public var url: URL { client.url }
    package let client: ServiceClient
    private let loaded = Mutex<TileServiceInfo?>(nil)

    /// A map or image service.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Town/MapServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        client = ServiceClient(url: url, transport: transport, credential: credential)
    }

    /// What the service says of itself; nil until loaded.
    public var info: TileServiceInfo? { loaded.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await TileServiceInfo.asked(of: client)
        loaded.withLock { $0 = info }
    }

    /// Parameters for the tiles of an area between two scales.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon; nil for all that the service shows.
    ///   - minScale: The denominator of the scale from which on; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which; 0 for the most detailed.
    /// - Throws: ``TileExportError/noTiles(service:)``, and what loading throws.
    @concurrent
    public func makeDefaultExportTileCacheParameters(
        areaOfInterest: Geometry? = nil, minScale: Double = 0, maxScale: Double = 0
    ) async throws -> ExportTileCacheParameters {
        try await load()
        guard let info else { throw CancellationError() }
        let levels = try info.levels(fromScale: minScale, toScale: maxScale, of: URL.withoutQuery(url))
        return ExportTileCacheParameters(areaOfInterest: areaOfInterest, levelIDs: levels)
    }

    /// A job, not yet started, that has the service estimate how large an export would be.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeEstimateTileCacheSizeJob(
        parameters: ExportTileCacheParameters, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<EstimateTileCacheSizeWork> {
        let work = EstimateTileCacheSizeWork(service: try ServiceURL(url), parameters: parameters)
        return try Job(work, services: client.access, configuration: configuration)
    }

    /// A job, not yet started, that exports tiles.
    ///
    /// - Parameters:
    ///   - parameters: Which tiles.
    ///   - downloadFileURL: Where the package goes; a file that is there is replaced at the end.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeExportTileCacheJob(
        parameters: ExportTileCacheParameters, downloadFileURL: URL, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<ExportTileCacheWork> {
        let work = ExportTileCacheWork(service: try ServiceURL(url), parameters: parameters, output: downloadFileURL)
        return try Job(work, services: client.access, configuration: configuration)
    }
}

extension ServiceClient {
    /// How others reach services as this client does.
    var access: ServiceAccess { ServiceAccess(credentials: credentials, transport: transport) }
}

extension TileServiceInfo {
    static func asked(of client: ServiceClient) async throws -> TileServiceInfo {
        let answer = AnswerPart(try await client.ask("", limit: ServiceClient.descriptionLimit), of: client.url)
        // A style, or an item, is JSON as well.
        guard try ["currentVersion", "tileInfo", "capabilities", "mapName"].contains(where: { try answer.optional($0) != nil })
        else {
            throw answer.refusal("is no map, image or vector tile service")
        }
        return try TileServiceInfo(answer)
    }

    /// The levels between two scales, of those that the service has tiles of.
    func levels(fromScale minScale: Double, toScale maxScale: Double, of service: String) throws -> [Int] {
        guard let tileInfo else { throw TileExportError.noTiles(service: service) }
        let own = Set(tileInfo.levels(fromScale: self.minScale, toScale: self.maxScale))
        return tileInfo.levels(fromScale: minScale, toScale: maxScale).filter(own.contains)
    }
}
