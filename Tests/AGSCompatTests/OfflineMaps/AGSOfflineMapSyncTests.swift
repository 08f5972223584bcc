import AGSCompat
import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Most of the sample "Apply scheduled updates to preplanned map area" of 100.x.
private final class SyncOfflineMapViewController {
    var offlineMapSyncTask: AGSOfflineMapSyncTask!
    var offlineMapSyncJob: AGSOfflineMapSyncJob!
    var lines: [String] = []
    var finished: (() -> Void)?

    func checkForUpdates() {
        offlineMapSyncTask.checkForUpdates { [weak self] (updatesInfo, error) in
            guard let self = self else { return }
            if let updatesInfo = updatesInfo {
                if updatesInfo.downloadAvailability == .available { self.lines.append("available") }
                let downloadSize = Measurement(
                    value: Double(updatesInfo.scheduledUpdatesDownloadSize), unit: UnitInformationStorage.bytes)
                self.lines.append("\(updatesInfo.uploadAvailability) \(downloadSize.value)")
                self.applyUpdates()
            } else if let error = error {
                self.lines.append(error.localizedDescription)
                self.finished?()
            }
        }
    }

    private func applyUpdates() {
        offlineMapSyncTask.defaultOfflineMapSyncParameters { [weak self] (parameters, error) in
            guard let self = self, let parameters = parameters else { return }
            let job = self.offlineMapSyncTask.offlineMapSyncJob(with: parameters)
            job.start(
                statusHandler: nil,
                completion: { [weak self] (result, error) in
                    if let result = result {
                        self?.lines.append("reopen \(result.isMobileMapPackageReopenRequired), errors \(result.hasErrors)")
                    } else if let error = error {
                        self?.lines.append(error.localizedDescription)
                    }
                    self?.finished?()
                })
            self.offlineMapSyncJob = job
        }
    }
}

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSOfflineMapSyncTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    /// A map that was taken offline, its trees, and what brings it up to date.
    private func taken(_ item: AGSPortalItem) async throws -> (AGSGenerateOfflineMapResult, AGSFeatureTable) {
        let parameters = AGSGenerateOfflineMapParameters(areaOfInterest: MapTown.area, minScale: 0, maxScale: 0)
        parameters.includeBasemap = false
        let job = AGSOfflineMapTask(portalItem: item).generateOfflineMapJob(
            with: parameters, downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        let group = try #require(result.offlineMap.operationalLayers.firstObject as? AGSGroupLayer)
        return (result, try #require((group.layers.firstObject as? AGSFeatureLayer)?.featureTable))
    }

    private func add(_ name: String, to table: AGSFeatureTable) async throws {
        let point = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        try await done { table.add(table.createFeature(attributes: ["NAME": name], geometry: point), completion: $0) }
    }

    @Test func `a sample of old code sends edits, and takes over those of others, on main`() async throws {
        let (result, table) = try await taken(town.item())
        try await add("pine", to: table)
        try await town.plant("yew")
        let controller = SyncOfflineMapViewController()
        controller.offlineMapSyncTask = AGSOfflineMapSyncTask(
            OfflineMapSyncTask(packageURL: town.offline, transport: town.server, credential: CredentialStore()))
        await withCheckedContinuation { continuation in
            controller.finished = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
            controller.checkForUpdates()
        }
        #expect(controller.lines == ["available 0.0", "reopen false, errors false"])
        #expect(controller.offlineMapSyncJob.jobType == .offlineMapSync)
        #expect(try await names(table) == ["ash", "elm", "oak", "pine", "yew"])
        #expect(try await town.treeNames() == ["ash", "elm", "oak", "pine", "yew"])
        result.mobileMapPackage.close()
    }

    @Test func `a map of a package is brought up to date by HTTP, by a job that was restored`() async throws {
        let root = try await town.server.start()
        let portal = AGSPortal(url: root, loginRequired: false)
        let (result, table) = try await taken(AGSPortalItem(portal: portal, itemID: "townmap"))
        let task = AGSOfflineMapSyncTask(map: result.offlineMap)
        #expect(task.map === result.offlineMap && task.updateCapabilities == nil)
        try await done { task.load(completion: $0) }
        let capabilities = try #require(task.updateCapabilities)
        #expect(capabilities.supportsSyncWithFeatureServices && !capabilities.supportsScheduledUpdatesForFeatures)
        let info: AGSOfflineMapUpdatesInfo = try await answer { task.checkForUpdates(completion: $0) }
        #expect(info.downloadAvailability == .indeterminate && info.uploadAvailability == .none)
        #expect(!info.isMobileMapPackageReopenRequired)
        try await town.plant("yew")
        let parameters = AGSOfflineMapSyncParameters()
        (parameters.syncDirection, parameters.rollbackOnFailure, parameters.keepGeodatabaseDeltas) = (.download, true, true)
        parameters.preplannedScheduledUpdatesOption = .noUpdates
        let json = try task.offlineMapSyncJob(with: parameters).toJSON()
        let job = try #require(try AGSJob.fromJSON(json) as? AGSOfflineMapSyncJob)
        #expect(job.parameters.syncDirection == .download && job.parameters.rollbackOnFailure == true)
        #expect(job.parameters.keepGeodatabaseDeltas == true)
        #expect(job.parameters.preplannedScheduledUpdatesOption == .noUpdates)
        let outcome: AGSOfflineMapSyncResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(!outcome.hasErrors && outcome.value.geodatabases.count == 1 && job.result === outcome)
        #expect(try await names(table) == ["ash", "elm", "oak", "yew"])
        await town.server.stop()
        result.mobileMapPackage.close()
    }

    @Test func `what a portal has packaged anew is fetched, and the package opened again`() async throws {
        let online = AGSOfflineMapTask(portalItem: town.item())
        let parameters = AGSDownloadPreplannedOfflineMapParameters(
            preplannedMapArea: AGSPreplannedMapArea(portalItem: town.item("area")))
        parameters.updateMode = .downloadScheduledUpdates
        let download = online.downloadPreplannedOfflineMapJob(with: parameters, downloadDirectory: town.offline)
        let result: AGSDownloadPreplannedOfflineMapResult = try await answer {
            download.start(statusHandler: nil, completion: $0)
        }
        // As if what is here had been made before.
        try PackagedStreets(folder: town.offline).change { $0.preplanned?.packages["ground"]?.version = 1 }
        let file = town.offline.appending(path: "tiles/Ground.tpkx")
        try Data("old".utf8).write(to: file)
        let task = AGSOfflineMapSyncTask(
            OfflineMapSyncTask(packageURL: town.offline, transport: town.server, credential: CredentialStore()))
        try await done { task.load(completion: $0) }
        #expect(task.updateCapabilities?.supportsScheduledUpdatesForFeatures == true)
        let info: AGSOfflineMapUpdatesInfo = try await answer { task.checkForUpdates(completion: $0) }
        #expect(info.downloadAvailability == .available && info.isMobileMapPackageReopenRequired)
        #expect(info.scheduledUpdatesDownloadSize == 1234)
        let job = task.offlineMapSyncJob(with: AGSOfflineMapSyncParameters())
        let outcome: AGSOfflineMapSyncResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(outcome.isMobileMapPackageReopenRequired && !outcome.hasErrors)
        result.mobileMapPackage.close()
        let package = AGSMobileMapPackage(fileURL: town.offline)
        try await done { package.load(completion: $0) }
        try await done { package.maps[0].load(completion: $0) }
        let ground = try #require(package.maps[0].basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        let again: AGSOfflineMapUpdatesInfo = try await answer { task.checkForUpdates(completion: $0) }
        #expect(again.downloadAvailability == AGSOfflineUpdateAvailability.none)
    }

    @Test func `a map that was not taken offline cannot be brought up to date`() async throws {
        let task = AGSOfflineMapSyncTask(map: AGSMap())
        func expectRefusal(_ call: () async throws -> Void) async {
            await #expect { try await call() } throws: {
                ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
            }
        }
        await expectRefusal { try await done { task.load(completion: $0) } }
        await expectRefusal { let _: AGSOfflineMapUpdatesInfo = try await answer { task.checkForUpdates(completion: $0) } }
        await expectRefusal {
            let _: AGSOfflineMapSyncParameters = try await answer { task.defaultOfflineMapSyncParameters(completion: $0) }
        }
        let job = task.offlineMapSyncJob(with: AGSOfflineMapSyncParameters())
        await expectRefusal {
            let _: AGSOfflineMapSyncResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        }
        #expect(task.loadStatus == .failedToLoad && job.status == .failed)
    }

    @Test func `a sync that is cancelled fails as one that a user has cancelled`() async throws {
        let (result, table) = try await taken(town.item())
        try await add("pine", to: table)
        let gate = Gate()
        let transport = town.holding("synchronizeReplica", until: gate)
        let task = AGSOfflineMapSyncTask(
            OfflineMapSyncTask(packageURL: town.offline, transport: transport, credential: CredentialStore()))
        let job = task.offlineMapSyncJob(with: AGSOfflineMapSyncParameters())
        async let failure: Int? = code { (completion: @escaping (AGSOfflineMapSyncResult?, (any Error)?) -> Void) in
            job.start(statusHandler: nil, completion: completion)
        }
        await gate.waiting(for: 1)
        job.progress.cancel()
        gate.open()
        #expect(await failure == NSUserCancelledError && job.status == .failed && job.result == nil)
        let again = await code { (completion: @escaping (AGSOfflineMapSyncResult?, (any Error)?) -> Void) in
            job.start(statusHandler: nil, completion: completion)
        }
        #expect(again == AGSErrorCode.commonIllegalState.rawValue)
        result.mobileMapPackage.close()
    }
}
