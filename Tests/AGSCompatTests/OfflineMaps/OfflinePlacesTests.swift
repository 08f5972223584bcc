import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@MainActor
private func outcome<Value>(_ call: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> (Value?, NSError?) {
    await withCheckedContinuation { continuation in
        call { value, error in continuation.resume(returning: (value, error as NSError?)) }
    }
}

private final class Kept<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

private typealias Taken = (AGSGenerateOfflineMapResult?, NSError?)

/// Why layers are missing, in words.
private func words(_ result: AGSGenerateOfflineMapResult?) -> [String] {
    result?.layerErrors.values.map { ($0 as? NSError)?.localizedDescription ?? "" } ?? []
}

/// Where what comes is put: one folder for two jobs, and what is no place.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct OfflinePlacesTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    private func job(_ task: AGSOfflineMapTask? = nil, to folder: URL? = nil) -> AGSGenerateOfflineMapJob {
        (task ?? AGSOfflineMapTask(portalItem: town.item())).generateOfflineMapJob(
            with: MapTown.parameters(), downloadDirectory: folder ?? town.offline)
    }

    private func end(_ job: AGSGenerateOfflineMapJob) async -> Taken {
        await outcome { job.start(statusHandler: nil, completion: $0) }
    }

    /// How many files with an ending have come to a folder of the map.
    private func filesComing(in folder: String, _ ending: String) -> Int {
        let path = town.offline.path + ".partial/" + folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).count { $0.hasSuffix(ending) }
    }

    @Test func `a job that is cancelled takes nothing from another that was started into the same folder`() async throws {
        town.gate.close()
        let (first, ended, gate) = (job(), Kept<Taken>((nil, nil)), Gate())
        first.start(statusHandler: nil) { (result: AGSGenerateOfflineMapResult?, error) in
            ended.value = (result, error as NSError?)
            gate.open()
        }
        await town.gate.waiting(for: 1)
        let second = job()
        let cancelled: Taken = await outcome { done in
            second.start(statusHandler: nil, completion: done)
            second.progress.cancel()
        }
        #expect(cancelled.0 == nil)
        town.gate.open()
        try await gate.pass()
        let (result, error) = ended.value
        #expect(error == nil && result?.layerErrors.count == 1, "\(String(describing: error)) \(words(result))")
    }

    @Test func `a job that is restored while it runs, and cancelled, takes no files from the one that runs`() async throws {
        let root = try await town.server.start()
        let item = AGSPortalItem(portal: AGSPortal(url: root, loginRequired: false), itemID: "townmap")
        town.gate.close()
        let (first, ended, gate) = (job(AGSOfflineMapTask(portalItem: item)), Kept<Taken>((nil, nil)), Gate())
        first.start(statusHandler: nil) { (result: AGSGenerateOfflineMapResult?, error) in
            ended.value = (result, error as NSError?)
            gate.open()
        }
        await town.gate.waiting(for: 1)
        // All else has come.
        for await _ in first.job.progressUpdates where filesComing(in: "data", ".gpkg") + filesComing(in: "tiles", ".vtpk") == 2 {
            break
        }
        let second = try #require(try AGSJob.fromJSON(first.toJSON()) as? AGSGenerateOfflineMapJob)
        let _: Taken = await outcome { done in
            second.start(statusHandler: nil, completion: done)
            second.progress.cancel()
        }
        town.gate.open()
        try await gate.pass()
        let (result, error) = ended.value
        // It is the same job: what it was having made on the server is cancelled there.
        let missing = result?.layerErrors.keys.compactMap { ($0.base as? AGSLayer)?.name } ?? []
        #expect(
            error == nil && Set(missing) == ["Weather", "Ground"], "\(String(describing: error)) \(words(result))")
        #expect(result?.mobileMapPackage.package.geodatabases.count == 1)
        await town.server.stop()
    }

    @Test func `of two jobs into one folder one makes the whole map, and the other fails`() async throws {
        let (first, second) = (job(), job())
        async let one = end(first)
        async let two = end(second)
        for (result, error) in await [one, two] {
            if let result {
                #expect(result.layerErrors.count == 1, "\(words(result))")
            } else {
                #expect(error?.code == AGSErrorCode.commonExists.rawValue, "\(String(describing: error))")
            }
        }
    }

    @Test func `a job of an address that is no file writes nothing, and says so`() async throws {
        let name = "cairn-\(UUID().uuidString)"
        defer { for end in ["", ".tpk"] { try? FileManager.default.removeItem(atPath: "/\(name)\(end)") } }
        let folder = try #require(URL(string: "http://example.com/\(name)"))
        let (map, error) = await end(job(to: folder))
        #expect(map == nil && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(!FileManager.default.fileExists(atPath: "/\(name)"), "It lies in the root of the machine.")
        let task = AGSExportTileCacheTask(
            ExportTileCacheTask(
                url: MapTown.service("Ground/MapServer"), transport: town.server, credential: CredentialStore()))
        let levels = AGSExportTileCacheParameters()
        (levels.areaOfInterest, levels.levelIDs) = (MapTown.area, [10])
        let export = task.exportTileCacheJob(with: levels, downloadFileURL: folder.appendingPathExtension("tpk"))
        let (tiles, why): (AGSTileCache?, NSError?) = await outcome { export.start(statusHandler: nil, completion: $0) }
        #expect(tiles == nil && why?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(!FileManager.default.fileExists(atPath: "/\(name).tpk"), "It lies in the root of the machine.")
    }

    @Test func `a folder that cannot be made is named by an error of old code`() async throws {
        let (_, error) = await end(job(to: URL(filePath: "/proc/map")))
        #expect(error?.domain == AGSErrorDomain && error?.localizedDescription.contains("/proc/map") == true)
    }

    @Test func `what styles tiles goes into an empty folder, as an offline map does`() async throws {
        let task = AGSExportVectorTilesTask(
            ExportVectorTilesTask(
                url: MapTown.service("Streets/VectorTileServer"), transport: town.server, credential: CredentialStore()))
        let folder = town.folder.appending(path: "styles")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let job = task.exportStyleResourceCacheJob(withDownloadDirectory: folder)
        let (result, error): (AGSExportVectorTilesResult?, NSError?) = await outcome {
            job.start(statusHandler: nil, completion: $0)
        }
        #expect(result?.itemResourceCache != nil, "\(String(describing: error))")
    }
}
