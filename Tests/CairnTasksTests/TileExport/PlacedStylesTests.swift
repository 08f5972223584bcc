import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// What styles tiles has its name, and that cannot be noted.
@Suite(.timeLimit(.minutes(5)))
struct PlacedStylesTests {
    /// Whether a folder has the mark of a job.
    private func isOurs(_ folder: URL, _ job: UUID) -> Bool {
        DurableFile.isThere(atPath: folder.appending(path: ".unfinished.\(job)").path)
    }

    @Test(arguments: LateStop.allCases)
    func `styles are there, and their job has succeeded, though its store refuses to note it`(stop: LateStop) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        let job = try await stop.settled(work, site.access(), TileExportSite.configuration())
        try #require(job.status == .succeeded)
        #expect(try await job.output.itemResourceCache.style()["version"] == 8 && site.names == ["styles"])
        // Whoever dies now comes upon it by its mark.
        #expect(isOurs(site.styles, job.id))
        let access = site.access()
        let restored = try Job<ExportStyleResourceCacheWork>(restoring: job.record) { access }
        #expect(try await restored.output.itemResourceCache.style()["version"] == 8)
    }

    @Test(arguments: LateStop.allCases)
    func `tiles and their styles are there, and their job has succeeded, though its store refuses to note it`(stop: LateStop)
        async throws
    {
        let site = try TileExportSite()
        defer { site.discard() }
        let work = ExportVectorTilesWork(
            service: try ServiceURL(site.vectorService), parameters: ExportVectorTilesParameters(maxLevel: 3),
            output: site.vectorFile, itemResourceCache: site.styles)
        let job = try await stop.settled(work, site.access(), TileExportSite.configuration())
        try #require(job.status == .succeeded)
        try await job.output.vectorTileCache.load()
        #expect(try await job.output.itemResourceCache?.style()["version"] == 8)
        #expect(site.names == ["styles", "vectors.vtpk"] && isOurs(site.styles, job.id))
    }

    @Test(arguments: [false, true])
    func `the mark of styles whose job died when that was refused goes with the job's end`(isCancelled: Bool) async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let taken = Level<JobRecord?>(nil)
        let store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, record.checkpoint?["isComplete"] == true else { return }
                if record.checkpoint?["isPlaced"] == nil { taken.send(record) }
            })
        let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
        _ = try await Job(work, services: site.access(), configuration: TileExportSite.configuration(store)).run()
        let (record, access) = (try #require(taken.value), site.access())
        #expect(FileManager.default.createFile(atPath: site.styles.path + "/.unfinished.\(record.id)", contents: nil))
        let next = try Job<ExportStyleResourceCacheWork>(restoring: record, configuration: TileExportSite.configuration()) {
            access
        }
        if isCancelled { try await next.cancelAndWait() } else { _ = try await next.run() }
        #expect(next.status == (isCancelled ? .canceled : .succeeded) && site.names == ["styles"])
        #expect(!isOurs(site.styles, record.id))
        #expect(try ItemResourceCache(folder: site.styles).style()["version"] == 8)
    }
}
