import CairnCore
import CairnGeo
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Each kind of work keeps the contract of jobs: stopped after any checkpoint it comes to the same, in another process too.
@Suite(.timeLimit(.minutes(5)))
struct OfflineMapContractTests {
    private func fresh(_ town: OfflineTown) throws -> URL {
        let folder = town.folder.appending(path: "offline")
        try? FileManager.default.removeItem(at: folder)
        return folder
    }

    @Test func `maps that are taken offline`() async throws {
        let town = try await OfflineTown()
        let map = OnlineMapSource.item(
            portal: try ServiceURL(#require(URL(string: "http://local/arcgis"))), id: OfflineTown.mapID)
        let make = { @Sendable in
            let work = GenerateOfflineMapWork(map: map, parameters: OfflineTown.parameters, downloadDirectory: try fresh(town))
            return (work, town.access)
        }
        let (work, access) = try make()
        let expected = try await OfflineTown.contents(
            Job(work, services: access, configuration: OfflineTown.configuration).run().url)
        #expect(expected.count > 15 && expected[0] == "Trees 0 tree 0.0")
        try await JobWorkContract<GenerateOfflineMapWork>(
            isSame: { one, two in
                #expect(!two.hasErrors)
                return one == two ? try await OfflineTown.contents(two.url) == expected : false
            }, make: make
        ).verify(checkpoints: 12)
    }

    @Test func `areas that a portal has packaged`() async throws {
        let town = try await OfflineTown(hasArea: true)
        try await JobWorkContract<DownloadPreplannedOfflineMapWork>(
            isSame: { one, two in
                let contents = try await OfflineTown.contents(two.url)
                return one == two && contents.count == 5 + 5 + 5 + 1 + 1 && contents.contains("Ground 0/0/0 8")
            },
            make: {
                let work = DownloadPreplannedOfflineMapWork(
                    portal: try ServiceURL(#require(URL(string: "http://local/arcgis"))), mapID: OfflineTown.mapID,
                    areaID: "area", parameters: DownloadPreplannedOfflineMapParameters(), downloadDirectory: try fresh(town))
                return (work, town.access)
            }
        ).verify(checkpoints: 12)
    }

    @Test func `maps that are brought up to date`() async throws {
        let town = try await OfflineTown()
        let folder = try fresh(town)
        let map = OnlineMapSource.map(OfflineTown.map(3))
        let work = GenerateOfflineMapWork(map: map, parameters: OfflineTown.parameters, downloadDirectory: folder)
        _ = try await Job(work, services: town.access, configuration: OfflineTown.configuration).run()
        try await JobWorkContract<OfflineMapSyncWork>(
            isSame: { one, two in
                // Whoever goes on may find that what was edited has been sent.
                one.geodatabases.map(\.url) == two.geodatabases.map(\.url) && !one.hasErrors && !two.hasErrors
            },
            make: {
                try await MobileMapPackage.edit(folder)
                return (OfflineMapSyncWork(package: folder, parameters: OfflineMapSyncParameters()), town.access)
            }
        ).verify()
        // The last one was cancelled.
        let sync = OfflineMapSyncTask(packageURL: folder, transport: town.transport, credential: CredentialStore())
        _ = try await sync.makeSyncOfflineMapJob(
            parameters: OfflineMapSyncParameters(), configuration: OfflineTown.configuration
        ).run()
        #expect(try await sync.checkForUpdates().uploadAvailability == .none)
    }

    @Test func `packages that a portal keeps`() async throws {
        let town = try await OfflineTown(hasArea: true)
        let file = town.folder.appending(path: "fetched.tpkx")
        let expected = try Data(contentsOf: town.folder.appending(path: "ground.tpkx"))
        try await JobWorkContract<PackageItemWork>(
            isSame: { one, two in try one == two && Data(contentsOf: two) == expected },
            make: {
                let work = PackageItemWork(
                    portal: try ServiceURL(#require(URL(string: "http://local/arcgis"))), itemID: "ground", output: file)
                return (work, town.access)
            }
        ).verify()
    }
}

extension MobileMapPackage {
    /// Adds a feature to each table of a folder.
    fileprivate static func edit(_ folder: URL) async throws {
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        for layer in package.maps[0].operationalLayers {
            let point = MapPoint(x: 1, y: 1, spatialReference: .webMercator)
            let feature = Feature(attributes: ["NAME": "mine"], geometry: .point(point))
            _ = try await package.featureTable(of: layer)?.applyEdits(FeatureEdits(adds: [feature]))
        }
        try await package.close()
    }
}
