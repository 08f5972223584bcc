import CairnTasks
public import Foundation

/// How an offline map is brought up to date.
public final class AGSOfflineMapSyncParameters: NSObject {
    /// Which way edits go.
    public var syncDirection = AGSSyncDirection.bidirectional
    /// Whether what an area's portal has packaged anew is fetched.
    public var preplannedScheduledUpdatesOption = AGSPreplannedScheduledUpdatesOption.downloadAllUpdates
    /// Whether what goes and comes is kept in files.
    public var keepGeodatabaseDeltas = false
    /// Whether a service takes all edits of a geodatabase, or none.
    public var rollbackOnFailure = false

    /// Both ways, with what was packaged anew.
    public override init() {}

    init(_ value: OfflineMapSyncParameters) {
        syncDirection = AGSSyncDirection(value.syncDirection)
        preplannedScheduledUpdatesOption = AGSPreplannedScheduledUpdatesOption(value.preplannedScheduledUpdatesOption)
        (keepGeodatabaseDeltas, rollbackOnFailure) = (value.keepsGeodatabaseDeltas, value.rollsBackOnFailure)
    }

    var value: OfflineMapSyncParameters {
        OfflineMapSyncParameters(
            syncDirection: syncDirection.value, preplannedScheduledUpdatesOption: preplannedScheduledUpdatesOption.value,
            keepsGeodatabaseDeltas: keepGeodatabaseDeltas, rollsBackOnFailure: rollbackOnFailure)
    }
}
