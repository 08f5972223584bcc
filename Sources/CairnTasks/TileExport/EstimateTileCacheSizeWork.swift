public import CairnCore
import CairnGeo

/// Has a map or image service estimate how large an export of tiles would be.
public struct EstimateTileCacheSizeWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.estimate-tile-cache-size"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: ServerJobCheckpoint, Hashable {
        var hasBegun = false
        var messageCount = 0
        var endedJobID: String?
        /// What there is at the end.
        var result: EstimateTileCacheSizeResult?

        init() {}
    }

    /// The service, such as `…/MapServer`.
    public var service: ServiceURL
    /// Which tiles of it.
    public var parameters: ExportTileCacheParameters

    /// A description of the work.
    public init(service: ServiceURL, parameters: ExportTileCacheParameters) {
        (self.service, self.parameters) = (service, parameters)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> EstimateTileCacheSizeResult {
        if let result = context.checkpoint?.result { return result }
        let client = context.services.client(service)
        let info = try await context.ridingOut {
            try await TileServiceInfo.asked(of: client)
        }
        let request = parameters.request(service.description, info)
        try request.expectPossible()
        let wire = wire(client, parameters.fields(request))
        let jobs = ServerJobRun(wire, context)
        let (id, status) = try await jobs.submitAndWait()
        let result = try await context.ridingOut {
            try EstimateTileCacheSizeResult(try await wire.output(of: id, status), service.description)
        }
        try await jobs.save { $0.result = result }
        return result
    }

    private func wire(_ client: ServiceClient, _ fields: [String: String]) -> TileExportWire {
        TileExportWire(images: client, "estimateExportTilesSize", fields)
    }

    /// Cancels jobs on the server: asks again while it refuses, and looks until each has ended.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws {
        try await ServerJobCancellation(wire: wire(services.client(service), [:]), clock: services.clock).cancel(ids)
    }

    /// The estimate, if the answer to its beginning is lost.
    public func unknownServerJobs(after checkpoint: Checkpoint) -> [String] {
        checkpoint.hasBegun ? ["what \(service) was asked to estimate, whose answer was lost"] : []
    }

    /// Trouble of the network may pass, and so may answers about a job that cannot be read.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// As for exports.
    public static func canBeRetried(after error: any Error) -> Bool { TileExportTrouble.canBeRetried(after: error) }
}

/// How large an export of tiles would be, about.
public struct EstimateTileCacheSizeResult: Sendable, Hashable, Codable {
    /// In bytes.
    public var fileSize: Int
    /// How many tiles.
    public var tileCount: Int

    /// An estimate.
    public init(fileSize: Int, tileCount: Int) { (self.fileSize, self.tileCount) = (fileSize, tileCount) }

    /// Reads what a service answers.
    init(_ part: AnswerPart, _ service: String) throws {
        guard part.json.object != nil else { throw TileExportError.noOutput(service: service) }
        fileSize = try Self.amount(part.required("totalSize"))
        tileCount = try Self.amount(part.required("totalTilesToExport"))
    }

    private static func amount(_ part: AnswerPart) throws -> Int {
        guard let amount = Int(rounding: try part.number()), amount >= 0 else { throw part.refusal("is no amount") }
        return amount
    }
}
