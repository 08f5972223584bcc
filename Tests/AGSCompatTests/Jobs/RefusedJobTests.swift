import AGSCompat
import CairnCore
import CairnTasks
import Foundation
import Testing

/// Jobs that cannot be made as they were asked for, and are written and restored all the same.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RefusedJobTests {
    /// An item that is not loaded has no service yet.
    private func task() -> AGSExportVectorTilesTask {
        AGSExportVectorTilesTask(portalItem: TownPortal().item("map"))
    }

    private var folder: URL { FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())") }

    private func refused() throws -> [String: Any] {
        let job = task().exportStyleResourceCacheJob(withDownloadDirectory: folder)
        return try #require(try job.toJSON() as? [String: Any])
    }

    private func error(of job: AGSJob) async -> NSError? {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, error) in continuation.resume(returning: error as NSError?) }
        }
    }

    /// As the documentation restores jobs: what throws is passed over.
    @Test func `a job that was refused is restored by its own class, and says why it fails`() async throws {
        let json = try refused()
        let job = try #require((try? AGSExportVectorTilesJob.fromJSON(json)) as? AGSExportVectorTilesJob)
        #expect(job.status == .paused)
        let error = await error(of: job)
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonIllegalState.rawValue)
        #expect(error?.localizedDescription.contains("has not been loaded yet") == true && job.status == .failed)
    }

    @Test func `a job that was refused is restored as an object of its class by who reads any job`() async throws {
        let json = try refused()
        #expect(PropertyListSerialization.propertyList(json, isValidFor: .xml))
        let job = try #require(try AGSJob.fromJSON(json) as? AGSExportVectorTilesJob)
        #expect(await error(of: job) != nil && job.unknownJSON == nil)
        #expect(throws: (any Error).self) { try AGSExportTileCacheJob.fromJSON(json) }
    }

    @Test func `one that does not say what it was to be is of the class that is asked for`() async throws {
        var json = try refused()
        var work = try #require(json["work"] as? [String: Any])
        #expect(work.removeValue(forKey: "refusedKind") != nil)
        json["work"] = work
        let any = try #require(try AGSJob.fromJSON(json) as? AGSJob)
        #expect(type(of: any) == AGSJob.self)
        let job = try #require(try AGSExportTileCacheJob.fromJSON(json) as? AGSExportTileCacheJob)
        #expect(await error(of: job)?.localizedDescription.contains("has not been loaded yet") == true)
    }

    @Test func `parameters that are refused fail the restored job for the same reason`() async throws {
        let town = try await MapTown()
        let task = AGSOfflineMapTask(portalItem: town.item())
        let parameters = MapTown.parameters()
        let overrides: AGSGenerateOfflineMapParameterOverrides = try await answer {
            task.generateOfflineMapParameterOverrides(with: parameters, completion: $0)
        }
        overrides.generateGeodatabaseParameters.values.first?.shouldSyncAnnotations = true
        let json = try task.generateOfflineMapJob(
            with: parameters, parameterOverrides: overrides, downloadDirectory: town.offline
        ).toJSON()
        let again = try #require(try AGSGenerateOfflineMapJob.fromJSON(json) as? AGSGenerateOfflineMapJob)
        #expect(await error(of: again)?.code == AGSErrorCode.commonNotImplemented.rawValue)
    }
}
