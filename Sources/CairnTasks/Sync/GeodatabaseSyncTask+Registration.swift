public import CairnGeo

extension GeodatabaseSyncTask {
    /// Makes the service know a copy of a geodatabase file as a copy of its own, under the same generations; to be called before either is edited.
    ///
    /// - Throws: ``SyncError/notSupported(service:what:)`` if the service cannot do that; ``SyncError/noReplica(path:)``; `GeodatabaseError`,
    ///   `DatabaseError`.
    @concurrent
    public func registerGeodatabase(_ geodatabase: Geodatabase) async throws {
        let info = try await whenLoaded()
        let service = ReplicaService(client)
        guard info.syncCapabilities.contains(.registeringExistingData) else {
            throw SyncError.notSupported(service: service.name, what: "registering copies of geodatabases")
        }
        let replica = try await replica(of: geodatabase)
        try await geodatabase.setReplica(try await service.register(replica))
    }

    /// Makes the service forget a geodatabase, which then is a file like others: its edits are not tracked for a sync any more.
    ///
    /// - Throws: ``SyncError/noReplica(path:)``; `GeodatabaseError`, `DatabaseError`.
    @concurrent
    public func unregisterGeodatabase(_ geodatabase: Geodatabase) async throws {
        let replica = try await replica(of: geodatabase)
        try await ReplicaService(client).unregister([replica.id])
        try await geodatabase.setReplica(nil)
    }

    /// Makes the service forget a geodatabase whose file is lost.
    ///
    /// - Parameter syncID: Its `syncID`.
    @concurrent
    public func unregisterGeodatabase(syncID: String) async throws {
        try await ReplicaService(client).unregister([syncID])
    }
}
