import CairnCore
import CairnGeo
import Foundation

/// One run of the work.
final class OfflineMapSyncRun: Sendable {
    private let work: OfflineMapSyncWork
    private let context: JobContext<OfflineMapSyncWork>
    private let checkpoint: SharedCheckpoint<OfflineMapSyncWork>
    private let package: SyncedPackage

    init(_ work: OfflineMapSyncWork, _ context: JobContext<OfflineMapSyncWork>) {
        (self.work, self.context) = (work, context)
        checkpoint = SharedCheckpoint(context, context.checkpoint ?? OfflineMapSyncWork.Checkpoint())
        package = SyncedPackage(folder: work.package)
    }

    func run() async throws -> OfflineMapSyncResult {
        if !checkpoint.read(\.isFinished) {
            let replicas = try await package.replicas()
            let updates = try await updates()
            let weight = 1 / Double(max(1, replicas.count + updates.count))
            let left = replicas.filter { checkpoint.read(\.ended)[$0.path] == nil }
            _ = try await left.concurrentMap(atMost: 2) { [self] replica in try await sync(replica, weight) }
            for update in updates { try await fetch(update, weight) }
            try await checkpoint.save { $0.isFinished = true }
        }
        let known = checkpoint.read(\.self)
        return OfflineMapSyncResult(
            geodatabases: known.ended.sorted { $0.key < $1.key }.map(\.value),
            isMobileMapPackageReopenRequired: !known.fetched.isEmpty)
    }

    private func sync(_ replica: SyncedPackage.Replica, _ weight: Double) async throws {
        var parameters = SyncGeodatabaseParameters(
            syncDirection: work.parameters.syncDirection, rollsBackOnFailure: work.parameters.rollsBackOnFailure,
            keepsDeltas: work.parameters.keepsGeodatabaseDeltas)
        if replica.info.syncModel == .layer {
            parameters.layerOptions = replica.info.layers.map {
                SyncLayerOption(layerID: $0.id, syncDirection: parameters.syncDirection)
            }
        }
        var outcome = OfflineMapSyncResult.Geodatabase(url: replica.url, layers: [], error: nil)
        do {
            let child = SyncGeodatabaseWork(
                service: try ServiceURL(stored: replica.info.serviceURL), parameters: parameters, geodatabase: replica.url)
            do {
                outcome.layers = try await context.child(child, named: replica.path, weight: weight, services: context.services)
                    .layers
            } catch let error as SyncError {
                guard case .takesNoEdits = error else { throw error }
                if try await replica.hasEditsNow() { throw error }
                // There is nothing that could be sent.
                outcome.layers = replica.info.layers.map { SyncLayerResult(layerID: $0.id, tableName: $0.tableName) }
            }
        } catch let error where error is CancellationError || error is JobError {
            throw error
        } catch {
            outcome.error = error.words
            context.post("\(replica.path) could not be brought up to date. \(error.words)", severity: .warning)
        }
        let ended = outcome
        try await checkpoint.save { $0.ended[replica.path] = ended }
    }

    private func updates() async throws -> [SyncedPackage.Update] {
        guard work.parameters.preplannedScheduledUpdatesOption == .downloadAllUpdates else { return [] }
        let (package, services) = (package, context.services)
        return try await context.ridingOut { try await package.updates(services) }
    }

    private func fetch(_ update: SyncedPackage.Update, _ weight: Double) async throws {
        let child = PackageItemWork(portal: update.portal, itemID: update.itemID, output: package.waitingPlace(of: update))
        // Of another version it is other work.
        _ = try await context.child(
            child, named: "\(update.itemID)-\(update.version)", weight: weight, services: context.services)
        try await package.put(update)
        try await checkpoint.save { $0.fetched.insert(update.itemID) }
        try package.note(update)
    }
}
