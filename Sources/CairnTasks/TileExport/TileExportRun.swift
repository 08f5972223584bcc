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

    /// - Parameter placing: Puts what else there is in its place, before the tiles come to theirs; perhaps once more after this process has died.
    /// - Returns: Where it stands then.
    @discardableResult
    func run(placing: () throws -> Void = {}) async throws -> TileExportCheckpoint {
        var kept = try await work.standing(context)
        var held: FileDescriptor?
        if kept.finalLength == nil {
            try DurableFile.expectRoom(for: work.output)
            try work.partial.expectOwn()
            let file = try await fetch(&kept)
            kept.finalLength = try file.size()
            held = file
            try await context.save(kept)
        }
        guard let length = kept.finalLength else { return kept }
        // Of one that has ended, what is beside the place is another's.
        if held == nil, context.isAtWork { held = try await hold(length) }
        // A job that says that it is paused, or cancelled, has not put anything in place.
        try context.commit()
        guard try work.partial.isThere(length: length) else { throw PartialOutputTrouble.gone(path: work.output.path) }
        try placing()
        if let held { try work.partial.putInPlace(held, isMadeAnew: true) }
        try work.partial.expectInPlace(length: length)
        return kept
    }

    /// Takes what is complete and has no name yet. Once it has its name, what is beside that is another's.
    private func hold(_ length: Int) async throws -> FileDescriptor? {
        do { return try await context.takeOutput { try work.partial.hold(length: length) } } catch let trouble
            as PartialOutputTrouble
        {
            switch trouble {
            case .taken, .changed, .lost: try work.partial.expectInPlace(length: length)
            default: throw trouble
            }
            return nil
        }
    }

    /// What the service does not know any more: it was started again, perhaps.
    private struct Gone: Error {
        let error: any Error
    }

    private static var mostAttempts: Int { 4 }

    /// Has the tiles come. What the service has lost it is asked for anew, which harms nobody.
    ///
    /// - Returns: The file. As long as it is kept no other job writes it, or discards it.
    private func fetch(_ kept: inout TileExportCheckpoint) async throws -> FileDescriptor {
        var attempt = 1
        while true {
            do { return try await fetchOnce(&kept) } catch let gone as Gone {
                guard attempt < Self.mostAttempts else { throw gone.error }
                attempt += 1
            }
        }
    }

    private func fetchOnce(_ kept: inout TileExportCheckpoint) async throws -> FileDescriptor {
        let client = context.services.client(work.service)
        let known = context.serverJobIDs.last != nil && context.serverJobIDs.last != kept.endedJobID
        // What has been asked for is not asked about again.
        let request =
            known
            ? nil
            : try await context.ridingOut { [work] in
                try await work.request(TileServiceInfo.asked(of: client))
            }
        try request?.expectPossible()
        let wire = work.wire(client, request)
        let jobs = ServerJobRun(wire, context, kept)
        defer { kept = jobs.kept }
        do {
            let (id, status) = try await ended(jobs)
            let url = try await file(wire, id, status, jobs)
            let begun = try await context.takeOutput { try work.partial.open(after: 0) }
            defer { work.partial.discardIfEmpty(begun) }
            let held = try await download(url)
            defer { withExtendedLifetime(held) {} }
            try await expectTiles(held)
            return held
        } catch let error where error is Gone || (error as? TileExportError)?.canBePutRight == true {
            // The service makes it anew, now or when this is tried again.
            let id = context.serverJobIDs.last
            try await jobs.save { ($0.endedJobID, $0.file) = (id, nil) }
            work.removePartialFiles()
            throw error
        }
    }

    private func ended(_ jobs: ServerJobRun<Work>) async throws -> (id: String, status: GeoprocessingJobStatus) {
        do { return try await jobs.submitAndWait(share: share) } catch let error as GeoprocessingError {
            if case .jobGone = error { throw Gone(error: error) }
            throw error
        }
    }

    private func file(
        _ wire: TileExportWire, _ id: String, _ status: GeoprocessingJobStatus, _ jobs: ServerJobRun<Work>
    ) async throws -> URL {
        if let known = jobs.kept.file { return known }
        let url: URL
        do { url = try await context.ridingOut { try await wire.file(of: id, status) } } catch let error as ServiceError
            where [400, 404, 410].contains(error.code)
        {
            throw gone(error)
        }
        // Some addresses are signed: what lets anybody in is not written down.
        if SecretInAddress(url) == nil, url.query == nil { try await jobs.save { $0.file = url } }
        return url
    }

    private func gone(_ error: ServiceError) -> Gone {
        let reason = "The file is not there any more: \(error.message)"
        return Gone(error: TileExportError.unusable(service: work.serviceName, reason: reason))
    }

    private func download(_ url: URL) async throws -> FileDescriptor {
        let (services, partial, context, share) = (context.services, work.partial.url, context, share)
        do {
            return try await context.ridingOut {
                let download = Download(url, to: partial, transport: services.transport, credential: services.credentials)
                return try await download.fetch { context.reportProgress(share + (0.99 - share) * $0) }
            }
        } catch let error as ServiceError where [404, 410].contains(error.code) {
            throw gone(error)
        } catch let error as TransportError where error.isOfAnswer {
            // A page in the place of the file.
            throw TileExportError.unusable(service: work.serviceName, reason: error.words)
        }
    }

    private func expectTiles(_ held: FileDescriptor) async throws {
        do {
            // Whoever reads single tiles later does not come upon the checksums.
            try await ZipArchive(fileURL: work.partial.url).verify()
            try await work.expectTiles(in: work.partial.url)
        } catch let error where error is TileCacheError || error is ZipError {
            // It may begin like nothing that a job would write.
            if try held.isInPlace(at: work.partial.url.path) { _ = try? DurableFile.remove(atPath: work.partial.url.path) }
            throw TileExportError.unusable(service: work.serviceName, reason: error.words)
        }
    }
}
