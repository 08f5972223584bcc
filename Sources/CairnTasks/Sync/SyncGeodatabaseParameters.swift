/// How a geodatabase is brought in step with its service.
///
/// ```swift
/// var parameters = SyncGeodatabaseParameters(syncDirection: .upload)
/// parameters.rollsBackOnFailure = true
/// ```
public struct SyncGeodatabaseParameters: Sendable, Hashable, Codable {
    /// Which way edits go, of a geodatabase that is brought up to date as a whole.
    public var syncDirection: SyncDirection
    /// Which layers are brought up to date, and which way their edits go, of a geodatabase whose layers are brought up to date each for itself;
    /// none for all, in ``syncDirection``.
    public var layerOptions: [SyncLayerOption]
    /// Whether the service takes nothing at all if it refuses something.
    public var rollsBackOnFailure: Bool
    /// Whether what goes to the service and what comes from it is kept in files beside the geodatabase, see ``SyncResult``.
    public var keepsDeltas: Bool

    /// How a geodatabase is brought in step with its service.
    public init(
        syncDirection: SyncDirection = .bidirectional, layerOptions: [SyncLayerOption] = [], rollsBackOnFailure: Bool = false,
        keepsDeltas: Bool = false
    ) {
        self.syncDirection = syncDirection
        self.layerOptions = layerOptions
        self.rollsBackOnFailure = rollsBackOnFailure
        self.keepsDeltas = keepsDeltas
    }
}
