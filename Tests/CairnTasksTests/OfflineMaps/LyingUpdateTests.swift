import CairnCore
@testable import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Portals and packages that say of updates what is not so.
@Suite(.timeLimit(.minutes(5)))
struct LyingUpdateTests {
    private func downloaded(_ town: OfflineTown) async throws -> URL {
        let task = try town.task
        let area = try #require(try await task.preplannedMapAreas().first)
        let folder = town.folder.appending(path: "offline")
        let parameters = DownloadPreplannedOfflineMapParameters(updateMode: .downloadScheduledUpdates)
        _ = try await task.makeDownloadPreplannedOfflineMapJob(
            parameters: parameters, preplannedMapArea: area, downloadDirectory: folder,
            configuration: OfflineTown.configuration
        ).run()
        return folder
    }

    private func change(_ folder: URL, _ body: (inout MobileMapPackageManifest) -> Void) throws {
        var manifest = try MobileMapPackageManifest(in: .folder(folder))
        body(&manifest)
        try manifest.write(to: folder)
    }

    private func updated(_ folder: URL, _ transport: any HTTPTransport) async throws -> OfflineMapSyncResult {
        let sync = OfflineMapSyncTask(packageURL: folder, transport: transport, credential: CredentialStore())
        return try await sync.makeSyncOfflineMapJob(
            parameters: OfflineMapSyncParameters(), configuration: OfflineTown.configuration
        ).run()
    }

    @Test(arguments: ["../victim.txt", "/victim.txt", "tiles/../../victim.txt"])
    func `an update does not leave the folder`(path: String) async throws {
        let town = try await OfflineTown(hasArea: true)
        let folder = try await downloaded(town)
        let victim = town.folder.appending(path: "victim.txt")
        try Data("mine".utf8).write(to: victim)
        try change(folder) { $0.preplanned?.packages["ground"] = .init(version: 1, path: path) }
        await #expect(throws: OfflineMapError.self) { try await updated(folder, town.transport) }
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    }

    @Test(arguments: ["garbage that is no package", "PK\u{3}\u{4} half a package", ""])
    func `an update that is no package does not take the place of one, and comes later`(lie: String) async throws {
        let town = try await OfflineTown(hasArea: true)
        let folder = try await downloaded(town)
        let file = folder.appending(path: "tiles/Ground.tpkx")
        let before = try Data(contentsOf: file)
        try change(folder) { $0.preplanned?.packages["ground"]?.version = 1 }
        let inner = town.transport
        let lying = StubTransport { request in
            guard request.url.path().hasSuffix("/items/ground/data") else { return try await inner.send(request) }
            return HTTPResponse(headers: ["content-type": "application/octet-stream"], body: Data(lie.utf8))
        }
        await #expect(throws: (any Error).self) { try await updated(folder, lying) }
        #expect(try Data(contentsOf: file) == before)
        #expect(try MobileMapPackageManifest(in: .folder(folder)).preplanned?.packages["ground"]?.version == 1)
        #expect(try await updated(folder, town.transport).isMobileMapPackageReopenRequired)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(!names.contains { $0.contains(".update") }, "\(names)")
    }

    @Test(arguments: ["ground", "trees"], [false, true])
    func `an update that is given up leaves the map as it was`(item: String, isRemoved: Bool) async throws {
        let town = try await OfflineTown(hasArea: true)
        let folder = try await downloaded(town)
        try change(folder) { manifest in
            for id in ["ground", "trees"] { manifest.preplanned?.packages[id]?.version = 1 }
        }
        // It only has such a name.
        try Data("mine".utf8).write(to: folder.appending(path: "notes.update"))
        let before = Set(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        let inner = town.transport
        let lying = StubTransport { request in
            guard request.url.path().hasSuffix("/items/\(item)/data") else { return try await inner.send(request) }
            return .json(#"{"error":{"code":500,"message":"The disk is full.","details":[]}}"#)
        }
        let sync = OfflineMapSyncTask(packageURL: folder, transport: lying, credential: CredentialStore())
        let job = try sync.makeSyncOfflineMapJob(
            parameters: OfflineMapSyncParameters(), configuration: OfflineTown.configuration)
        await #expect(throws: (any Error).self) { try await job.run() }
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        let after = Set(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        #expect(after == before)
        #expect(try await updated(folder, town.transport).isMobileMapPackageReopenRequired)
    }

    @Test func `a geodatabase that is open, and has edits, is not replaced`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let folder = try await downloaded(town)
        try change(folder) { $0.preplanned?.packages["trees"]?.version = 1 }
        let geodatabase = Geodatabase(fileURL: folder.appending(path: "data/Trees0.gpkg"))
        try await geodatabase.load()
        let table = try #require(geodatabase.tables.first)
        _ = try await table.applyEdits(FeatureEdits(adds: (0..<300).map { _ in Feature(attributes: ["NAME": "mine"]) }))
        let error = await #expect(throws: OfflineMapError.self) { try await updated(folder, town.transport) }
        #expect(error?.description.contains("close the package") == true, "\(String(describing: error))")
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 301)
        try await geodatabase.close()
        #expect(try await updated(folder, town.transport).isMobileMapPackageReopenRequired)
    }

    @Test func `sizes that no number holds are as many as there can be`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let folder = try await downloaded(town)
        try change(folder) { manifest in
            for id in ["ground", "trees"] { manifest.preplanned?.packages[id]?.version = 1 }
        }
        let inner = town.transport
        let lying = StubTransport { request in
            let id = request.url.lastPathComponent
            guard ["ground", "trees"].contains(id) else { return try await inner.send(request) }
            return .json(
                #"{"id":"\#(id)","type":"Compact Tile Package","modified":1700000000000,"size":9223372036854775807}"#)
        }
        let sync = OfflineMapSyncTask(packageURL: folder, transport: lying, credential: CredentialStore())
        #expect(try await sync.checkForUpdates().scheduledUpdatesDownloadSize == .max)
    }
}
