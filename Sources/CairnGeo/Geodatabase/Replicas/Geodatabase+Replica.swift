extension Geodatabase {
    /// What it keeps of the service that it is a copy of; nil if it is none, or is never brought up to date.
    ///
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    public var replica: ReplicaInfo? {
        get async throws { try await ask { try ReplicaTable($0.database).read() } }
    }

    /// The id that the service has given it; nil if it is no copy, or is never brought up to date.
    ///
    /// - Throws: As ``replica``.
    public var syncID: String? {
        get async throws { try await replica?.id }
    }

    /// Whether it has edits that its service has not got. Only what is tracked is known: copies of services are.
    ///
    /// - Throws: As ``replica``.
    public var hasLocalEdits: Bool {
        get async throws { try await ask { try $0.hasChanges(of: nil) } }
    }

    /// The same of some layers, by their numbers in the service.
    package func hasLocalEdits(ofLayers layers: Set<Int>) async throws -> Bool {
        try await ask { package in
            let tables = try ReplicaEditing(package)?.tables ?? []
            return try tables.contains { try layers.contains($0.layerID) && package.hasChanges(of: $0.definition) }
        }
    }

    /// The same as ``replica``, on the calling thread.
    package func replicaNow() throws -> ReplicaInfo? { try askNow { try ReplicaTable($0.database).read() } }

    /// Keeps, or forgets, what service it is a copy of.
    @concurrent
    package func setReplica(_ replica: ReplicaInfo?) async throws {
        try await edit { package in try package.transaction { try ReplicaTable(package.database).write(replica) } }
    }
}
