import CairnTasks
public import Foundation

/// How a geodatabase is brought in step with its service.
public final class AGSSyncGeodatabaseParameters: NSObject {
    /// Which way edits go, of a geodatabase that is brought up to date as a whole.
    public var geodatabaseSyncDirection = AGSSyncDirection.bidirectional
    /// Which layers are brought up to date, and which way, of a geodatabase whose layers are brought up to date each for itself; none for all.
    public var layerOptions: [AGSSyncLayerOption] = []
    /// Whether the service takes nothing at all if it refuses something.
    public var rollbackOnFailure = false
    /// Whether what goes to the service and what comes from it is kept in files, see ``AGSSyncGeodatabaseJob/geodatabaseDeltaInfo``.
    public var keepGeodatabaseDeltas = false

    /// Both ways, of all.
    public override init() {}

    init(_ value: SyncGeodatabaseParameters) {
        geodatabaseSyncDirection = AGSSyncDirection(value.syncDirection)
        layerOptions = value.layerOptions.map(AGSSyncLayerOption.init)
        (rollbackOnFailure, keepGeodatabaseDeltas) = (value.rollsBackOnFailure, value.keepsDeltas)
    }

    var value: SyncGeodatabaseParameters {
        SyncGeodatabaseParameters(
            syncDirection: geodatabaseSyncDirection.value, layerOptions: layerOptions.map(\.value),
            rollsBackOnFailure: rollbackOnFailure,
            keepsDeltas: keepGeodatabaseDeltas)
    }
}
