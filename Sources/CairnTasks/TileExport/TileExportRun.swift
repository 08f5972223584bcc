import CairnCore
import CairnGeo
import Foundation

/// One run of an export of tiles.
struct TileExportRun<Work: TileExportWork> {
    private let work: Work
    private let context: JobContext<Work>

    /// The share of the progress that the service takes; the rest is the download.
    private let share = 0.5

    init(_ work: Work, _ context: JobContext<Work>) { (self.work, self.context) = (work, context) }

    func run() async throws {
        if let length = context.checkpoint?.finalLength { return try work.partial.complete(length: length) }
        try DurableFile.expectRoom(for: work.output)
        let client = context.services.client(work.service)
        let known = context.serverJobIDs.last != nil && context.serverJobIDs.last != context.checkpoint?.endedJobID
        // What has been asked for is not asked about again.
        let request =
            known
            ? nil
            : try await context.ridingOut { [work] in
                try await work.request(TileServiceInfo.asked(of: client))
            }
        try request?.expectPossible()
        let wire = work.wire(client, request)
        let jobs = ServerJobRun(wire, context)
        let (id, status) = try await jobs.submitAndWait(share: share)
        do {
            let url = try await file(wire, id, status, jobs)
            try await download(url)
            try await expectTiles()
        } catch let error as TileExportError where error.canBePutRight {
            // The service makes it anew, when this is tried again.
            try await jobs.save { ($0.endedJobID, $0.file) = (id, nil) }
            work.removePartialFiles()
            throw error
        }
        let length = try FileDescriptor(regular: work.partial.url.path, O_RDONLY).size()
        try await jobs.save { $0.finalLength = length }
        // A job that says that it is paused has not put anything in place.
        try Task.checkCancellation()
        try work.partial.complete(length: length)
    }

    private func file(
        _ wire: TileExportWire, _ id: String, _ status: GeoprocessingJobStatus, _ jobs: ServerJobRun<Work>
    ) async throws -> URL {
        if let known = jobs.kept.file { return known }
        let url = try await context.ridingOut { try await wire.file(of: id, status) }
        // Some addresses are signed: what lets anybody in is not written down.
        if SecretInAddress(url) == nil, url.query == nil { try await jobs.save { $0.file = url } }
        return url
    }

    private func download(_ url: URL) async throws {
        let (services, partial, context, share) = (context.services, work.partial.url, context, share)
        do {
            try await context.ridingOut {
                let download = Download(url, to: partial, transport: services.transport, credential: services.credentials)
                try await download.run { context.reportProgress(share + (0.99 - share) * $0) }
            }
        } catch let error as ServiceError where [404, 410].contains(error.code) {
            throw TileExportError.unusable(service: work.serviceName, reason: "The file is not there any more: \(error.message)")
        } catch let error as TransportError where error.isOfAnswer {
            // A page in the place of the file.
            throw TileExportError.unusable(service: work.serviceName, reason: error.words)
        }
    }

    private func expectTiles() async throws {
        do {
            // Whoever reads single tiles later does not come upon the checksums.
            try await ZipArchive(fileURL: work.partial.url).verify()
            try await work.expectTiles(in: work.partial.url)
        } catch let error where error is TileCacheError || error is ZipError {
            throw TileExportError.unusable(service: work.serviceName, reason: error.words)
        }
    }
}
