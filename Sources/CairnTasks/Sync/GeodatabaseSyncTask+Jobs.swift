public import CairnCore
public import CairnGeo
public import Foundation

extension GeodatabaseSyncTask {
    /// Parameters for all layers and tables of the service, as far as they lie in an extent: tables as a whole. What the service cannot do is
    /// left out. Each layer is brought up to date for itself where the service offers that.
    ///
    /// - Parameter extent: Where the features lie; nil for everywhere.
    @concurrent
    public func makeDefaultGenerateGeodatabaseParameters(extent: Geometry? = nil) async throws -> GenerateGeodatabaseParameters {
        let info = try await whenLoaded()
        var parameters = GenerateGeodatabaseParameters(
            extent: extent, outSpatialReference: extent?.spatialReference ?? info.spatialReference,
            syncModel: info.defaultSyncModel)
        let layers = info.layers.filter { $0.kind != .groupLayer }.map { GenerateLayerOption(layerID: $0.id) }
        let tables = info.tables.map { GenerateLayerOption(layerID: $0.id, queryOption: .all) }
        parameters.layerOptions = layers + tables
        parameters.returnsAttachments = true
        return parameters
    }

    /// A job, not yet started, that makes a geodatabase of the service.
    ///
    /// - Parameters:
    ///   - parameters: What of it.
    ///   - downloadFileURL: Where the GeoPackage goes; a file that is there is replaced at the end.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeGenerateGeodatabaseJob(
        parameters: GenerateGeodatabaseParameters, downloadFileURL: URL, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<GenerateGeodatabaseWork> {
        let work = GenerateGeodatabaseWork(service: try ServiceURL(url), parameters: parameters, output: downloadFileURL)
        return try Job(work, services: access, configuration: configuration)
    }

    /// Parameters that bring all of a geodatabase in step with the service.
    ///
    /// - Parameters:
    ///   - geodatabase: One that a ``GenerateGeodatabaseWork`` has made.
    ///   - syncDirection: Which way edits go; nil for both, or only here if the service takes none, or none of a geodatabase that was made for
    ///     downloads only.
    /// - Throws: ``SyncError/noReplica(path:)``; ``SyncError/takesNoEdits(service:)`` if the direction is one in which edits are sent, and the
    ///   service takes none; `GeodatabaseError`, `DatabaseError`.
    @concurrent
    public func makeDefaultSyncGeodatabaseParameters(
        geodatabase: Geodatabase, syncDirection: SyncDirection? = nil
    ) async throws -> SyncGeodatabaseParameters {
        let replica = try await replica(of: geodatabase)
        let takesEdits = try await whenLoaded().takesEdits && replica.sendsEdits != false
        if syncDirection?.includesUpload == true, !takesEdits {
            throw SyncError.takesNoEdits(service: URL.withoutQuery(url))
        }
        let syncDirection = syncDirection ?? (takesEdits ? .bidirectional : .download)
        var parameters = SyncGeodatabaseParameters(syncDirection: syncDirection)
        if replica.syncModel == .layer {
            parameters.layerOptions = replica.layers.map { SyncLayerOption(layerID: $0.id, syncDirection: syncDirection) }
        }
        return parameters
    }

    /// A job, not yet started, that brings a geodatabase in step with the service.
    ///
    /// The geodatabase may be used, and edited, meanwhile.
    ///
    /// - Parameters:
    ///   - parameters: How.
    ///   - geodatabase: One that a ``GenerateGeodatabaseWork`` has made.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret`` if there is a secret in the task's address, but for a parameter such as `key` in one that the
    ///   geodatabase has been made with; `JobError`.
    public func makeSyncGeodatabaseJob(
        parameters: SyncGeodatabaseParameters, geodatabase: Geodatabase, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<SyncGeodatabaseWork> {
        let service = try storable(in: geodatabase)
        let work = SyncGeodatabaseWork(service: service, parameters: parameters, geodatabase: geodatabase.url)
        return try Job(work, services: access, configuration: configuration)
    }

    /// The address as a job may store it: one that stands in the geodatabase is stored already.
    private func storable(in geodatabase: Geodatabase) throws -> ServiceURL {
        do { return try ServiceURL(url) } catch {
            guard let replica = try? geodatabase.replicaNow(), replica.serviceURL == url else { throw error }
            return try ServiceURL(stored: url)
        }
    }

    /// What a geodatabase is a copy of, if that is this service.
    func replica(of geodatabase: Geodatabase) async throws -> ReplicaInfo {
        guard let replica = try await geodatabase.replica else { throw SyncError.noReplica(path: geodatabase.url.path) }
        guard replica.serviceURL.isSameService(as: url) else {
            throw SyncError.otherService(path: geodatabase.url.path, service: URL.withoutQuery(replica.serviceURL))
        }
        return replica
    }
}

extension FeatureServiceInfo {
    /// Each layer for itself where that is offered, and what a service that says nothing does by the standard.
    var defaultSyncModel: GeodatabaseSyncModel {
        guard isSyncEnabled else { return .none }
        return syncCapabilities.contains(.perLayer) ? .layer : .geodatabase
    }

    /// Whether edits may be sent: not if it says what it offers, and no edits are among that.
    var takesEdits: Bool {
        capabilities.isEmpty || !capabilities.isDisjoint(with: [.create, .update, .delete, .editing])
    }
}

extension URL {
    /// Whether both lead to the same service, but for capitals of the host and a slash at the end.
    func isSameService(as other: URL) -> Bool { serviceIdentity == other.serviceIdentity }

    private var serviceIdentity: String {
        let path = path(percentEncoded: false)
        return "\(host()?.lowercased() ?? ""):\(port ?? 0)\(path.hasSuffix("/") ? String(path.dropLast()) : path)"
    }
}
