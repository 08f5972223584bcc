/// How an offline map is brought up to date.
public struct OfflineMapSyncParameters: Sendable, Hashable, Codable {
    /// Which way edits go.
    public var syncDirection: SyncDirection
    /// Whether what an area's portal has packaged anew is fetched.
    public var preplannedScheduledUpdatesOption: PreplannedScheduledUpdatesOption
    /// Whether what goes and comes is kept in files.
    public var keepsGeodatabaseDeltas: Bool
    /// Whether a service takes all edits of a geodatabase, or none.
    public var rollsBackOnFailure: Bool

    /// Both ways, with what was packaged anew.
    public init(
        syncDirection: SyncDirection = .bidirectional,
        preplannedScheduledUpdatesOption: PreplannedScheduledUpdatesOption = .downloadAllUpdates,
        keepsGeodatabaseDeltas: Bool = false, rollsBackOnFailure: Bool = false
    ) {
        self.syncDirection = syncDirection
        self.preplannedScheduledUpdatesOption = preplannedScheduledUpdatesOption
        self.keepsGeodatabaseDeltas = keepsGeodatabaseDeltas
        self.rollsBackOnFailure = rollsBackOnFailure
    }
}
