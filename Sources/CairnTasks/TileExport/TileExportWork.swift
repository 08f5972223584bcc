import CairnCore
import CairnGeo
import Foundation

/// Where the export of tiles stands.
public struct TileExportCheckpoint: ServerJobCheckpoint, Hashable {
    /// Whether the service has been asked to begin, with no answer known.
    var hasBegun = false
    /// How many messages of the service have been passed on.
    var messageCount = 0
    /// A job on the server that has ended without a result: another is submitted when this one is retried.
    var endedJobID: String?
    /// Where the file is that the service has made.
    var file: URL?
    /// The size of the file, once all of it is here, and right.
    var finalLength: Int?
    /// Whether all has its name, so that it counts without a mark.
    var isPlaced: Bool?

    init() {}
}

/// What exports of tiles have in common: a service that makes a file, which comes here.
protocol TileExportWork: SparingWork where Services == ServiceAccess, Checkpoint == TileExportCheckpoint {
    /// The service.
    var service: ServiceURL { get }
    /// Where the file goes.
    var output: URL { get }
    /// Which tiles.
    func request(_ info: TileServiceInfo) throws -> TileExportRequest
    /// How they are asked for; without a request, for what has been asked already.
    func wire(_ client: ServiceClient, _ request: TileExportRequest?) -> TileExportWire
    /// Finds out whether a file is one of tiles.
    func expectTiles(in file: URL) async throws
}

extension TileExportWork {
    var serviceName: String { service.description }

    /// The file while it comes, and before it is looked at.
    var partial: PartialOutput { PartialOutput(output: output, head: "PK") }

    /// The file as far as it is here.
    var filesOfDownload: [URL] {
        DownloadFile.files(for: partial.url).filter { $0 != partial.url || !partial.isTaken }
    }

    package var foreignFiles: [URL] { partial.isForeign ? [partial.url] : [] }

    /// Where the export stands. Of one whose file is neither beside its place nor in it all is done again.
    func standing(_ context: JobContext<Self>) async throws -> TileExportCheckpoint {
        var kept = context.checkpoint ?? TileExportCheckpoint()
        guard let length = kept.finalLength, context.isAtWork, try !partial.isThere(length: length) else { return kept }
        // What cannot be seen, as on a disk that is away, is not gone.
        try DurableFile.expectFolder(of: output)
        (kept.finalLength, kept.isPlaced, kept.file, kept.endedJobID) = (nil, nil, nil, context.serverJobIDs.last)
        try await context.save(kept)
        return kept
    }

    func removePartialFiles() {
        DurableFile.removeUnused(atPaths: filesOfDownload.map(\.path))
    }

    func cancel(_ ids: [String], _ services: ServiceAccess) async throws {
        try await ServerJobCancellation(wire: wire(services.client(service), nil), clock: services.clock).cancel(ids)
    }

    func unknownJobs(after checkpoint: TileExportCheckpoint) -> [String] {
        checkpoint.hasBegun ? ["what \(service) was asked to export, whose answer was lost"] : []
    }
}

/// How errors of exports are taken.
enum TileExportTrouble {
    /// Trouble of the network may pass, and so may answers about a job that cannot be read.
    static func transience(of error: any Error) -> Transience {
        error is UnusableStatus ? .transient() : BatchGeocodeWork.transience(of: error)
    }

    static func canBeRetried(after error: any Error) -> Bool {
        (error as? TileExportError)?.canBePutRight ?? (error as? GeoprocessingError)?.canBePutRight
            ?? FeatureExportWork.canBeRetried(after: error)
    }
}
