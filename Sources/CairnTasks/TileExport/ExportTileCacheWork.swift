public import CairnCore
public import CairnGeo
public import Foundation

/// Exports tiles of a map or image service to a tile package: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let parameters = ExportTileCacheParameters(areaOfInterest: .envelope(area), levelIDs: Array(0...14))
/// let work = ExportTileCacheWork(service: try ServiceURL(url), parameters: parameters, output: file)
/// let cache = try await Job(work, services: access).run().tileCache
/// ```
///
/// The service is asked for a package of Compact Cache V2 (`.tpkx`), whatever the file is called. It stands at its path only when it is complete, and
/// found to be one; until then it grows in a sibling that ends in `.partial`. Cancelled, the server's job is cancelled, too.
public struct ExportTileCacheWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.export-tile-cache"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public typealias Checkpoint = TileExportCheckpoint

    /// The service, such as `…/MapServer`.
    public var service: ServiceURL
    /// Which tiles of it.
    public var parameters: ExportTileCacheParameters
    /// Where the package goes; a file that is there is replaced at the end.
    public var output: URL

    /// A description of the work.
    public init(service: ServiceURL, parameters: ExportTileCacheParameters, output: URL) {
        (self.service, self.parameters, self.output) = (service, parameters, output)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> ExportedTileCache {
        try await TileExportRun(self, context).run()
        return ExportedTileCache(url: output)
    }

    /// Cancels jobs on the server: asks again while it refuses, and looks until each has ended.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws { try await cancel(ids, services) }

    /// The export, if the answer to its beginning is lost.
    public func unknownServerJobs(after checkpoint: TileExportCheckpoint) -> [String] { unknownJobs(after: checkpoint) }

    /// Removes what has come so far.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async { removePartialFiles() }

    /// The package as far as it is here.
    public var partialFiles: [URL] { filesOfDownload }

    /// Trouble of the network may pass, and so may answers about a job that cannot be read.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one whose disk was full; what the service has lost,
    /// or made wrong, it is asked for anew.
    public static func canBeRetried(after error: any Error) -> Bool { TileExportTrouble.canBeRetried(after: error) }
}

extension ExportTileCacheWork: TileExportWork {
    func request(_ info: TileServiceInfo) throws -> TileExportRequest {
        guard info.tileInfo == nil || !info.allowsExportingTiles || info.allowsCompactV2 else {
            throw TileExportError.oldFormatOnly(service: serviceName)
        }
        return parameters.request(serviceName, info)
    }

    func wire(_ client: ServiceClient, _ request: TileExportRequest?) -> TileExportWire {
        var fields = request.map(parameters.fields) ?? [:]
        fields["storageFormatType"] = "esriMapCacheStorageModeCompactV2"
        fields["optimizeTilesForSize"] = parameters.compressionQuality == nil ? "false" : "true"
        return TileExportWire(images: client, "exportTiles", fields)
    }

    func expectTiles(in file: URL) async throws {
        let cache = TileCache(fileURL: file)
        try await cache.load()
        guard let levels = cache.info?.levels, parameters.levelIDs.contains(where: levels.contains) else {
            throw TileCacheError.damaged(path: file.path, reason: "it has tiles of other levels than were asked for")
        }
    }
}

/// A tile package that has been exported: where it is.
public struct ExportedTileCache: Sendable, Hashable, Codable {
    /// The package.
    public var url: URL

    /// A package in a file.
    public init(url: URL) { self.url = url }

    /// The tiles, a new object for each who asks.
    public var tileCache: TileCache { TileCache(fileURL: url) }
}

extension ExportTileCacheParameters {
    func request(_ service: String, _ info: TileServiceInfo) -> TileExportRequest {
        TileExportRequest(service, info, areaOfInterest, levelIDs)
    }

    /// What an export and an estimate are asked with.
    func fields(_ request: TileExportRequest) -> [String: String] {
        var fields = ["tilePackage": "true", "exportBy": "LevelID", "levels": request.levelText]
        switch request.area {
        case nil: fields["exportExtent"] = "DEFAULT"
        case .envelope(let box): fields["exportExtent"] = Geometry.envelope(box).esriJSON.text()
        case let area?:
            let features: JSONValue = [
                "geometryType": "esriGeometryPolygon", "features": [["geometry": area.esriJSON, "attributes": [:]]],
                "spatialReference": area.spatialReference?.esriJSON ?? .null,
            ]
            fields["areaOfInterest"] = features.text()
        }
        fields["compressionQuality"] = compressionQuality.map { JSONValue.number($0.clamped(to: 0...100).rounded()).text() }
        return fields
    }
}
