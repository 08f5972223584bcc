import Cairn
import Foundation

/// What a feature service has, taken along as a geodatabase: edited there, and brought in step again.
struct OfflineCopy {
    private let task: GeodatabaseSyncTask
    private let file: URL
    private let configuration: JobConfiguration
    private let tell: @Sendable (String) -> Void

    /// - Parameters:
    ///   - layer: One of the service's layers, with a field `Status`.
    ///   - file: Where the geodatabase goes; one of an earlier run is replaced.
    init(of layer: URL, file: URL, configuration: JobConfiguration, tell: @escaping @Sendable (String) -> Void) {
        task = GeodatabaseSyncTask(url: layer.deletingLastPathComponent())
        (self.file, self.configuration, self.tell) = (file, configuration, tell)
    }

    /// Takes the layer along, finds one more place there, and tells the service.
    ///
    /// - Returns: The global id of the feature that was edited.
    func run() async throws -> String {
        let geodatabase = try await generate()
        let globalID = try await findPlace(in: geodatabase)
        try await sync(geodatabase)
        return globalID
    }

    private func generate() async throws -> Geodatabase {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        let parameters = try await task.makeDefaultGenerateGeodatabaseParameters()
        let job = try task.makeGenerateGeodatabaseJob(
            parameters: parameters, downloadFileURL: file, configuration: configuration)
        let geodatabase = try await job.run().geodatabase
        try await geodatabase.load()
        let count = try await table(of: geodatabase).queryFeatureCount(using: QueryParameters())
        tell("Taken offline: \(count) features → \(file.lastPathComponent)")
        return geodatabase
    }

    private func table(of geodatabase: Geodatabase) throws -> GeodatabaseFeatureTable {
        guard let table = geodatabase.tables.first else { throw SyncError.noReplica(path: geodatabase.url.path) }
        return table
    }

    /// As somebody would who has looked on the spot: a letter that was found nowhere, or else the first one, lies in the middle of town.
    private func findPlace(in geodatabase: Geodatabase) async throws -> String {
        let table = try table(of: geodatabase)
        let middle = try await table.queryExtent(using: QueryParameters())?.center
        var parameters = QueryParameters()
        parameters.orderByFields = [OrderBy.Key("Status", isDescending: true)]
        parameters.maxFeatures = 1
        var found = try await table.queryFeatures(using: parameters).makeAsyncIterator()
        guard var feature = try await found.nextBatch()?.first else {
            throw SyncError.noReplica(path: geodatabase.url.path)
        }
        feature.attributes["Match_addr"] = "Found on foot"
        feature.geometry = middle.map { .point($0) } ?? feature.geometry
        if let refused = try await table.applyEdits(FeatureEdits(updates: [feature])).firstError { throw refused }
        tell("Edited there: letter \(feature.attributes["id"]?.text ?? "") was found on foot")
        return table.info.globalIDField.flatMap { feature.attributes[$0]?.string } ?? ""
    }

    private func sync(_ geodatabase: Geodatabase) async throws {
        let parameters = try await task.makeDefaultSyncGeodatabaseParameters(geodatabase: geodatabase)
        let job = try task.makeSyncGeodatabaseJob(
            parameters: parameters, geodatabase: geodatabase, configuration: configuration)
        try await geodatabase.close()
        let layers = try await job.run().layers
        let (sent, received) = (layers.map(\.uploadedCount).reduce(0, +), layers.map(\.downloadedCount).reduce(0, +))
        tell("Synced: \(sent) sent, \(received) received")
    }
}
