import CairnTasks
public import Foundation

/// What there is to bring an offline map up to date with.
public final class AGSOfflineMapUpdatesInfo: NSObject {
    private let value: OfflineMapUpdatesInfo

    init(_ value: OfflineMapUpdatesInfo) {
        self.value = value
    }

    /// Whether there is something to fetch.
    public var downloadAvailability: AGSOfflineUpdateAvailability {
        AGSOfflineUpdateAvailability(value.downloadAvailability)
    }
    /// Whether there are edits to send.
    public var uploadAvailability: AGSOfflineUpdateAvailability { AGSOfflineUpdateAvailability(value.uploadAvailability) }
    /// How many bytes packages have that a portal has made anew; 0 if there are none.
    public var scheduledUpdatesDownloadSize: Int { value.scheduledUpdatesDownloadSize }
    /// Whether fetching them replaces files, so that what has the package open must open it again.
    public var isMobileMapPackageReopenRequired: Bool { value.isMobileMapPackageReopenRequired }
}

/// How an offline map can be brought up to date.
public final class AGSOfflineMapUpdateCapabilities: NSObject {
    private let value: OfflineMapUpdateCapabilities

    init(_ value: OfflineMapUpdateCapabilities) {
        self.value = value
    }

    /// Whether a portal packages its area anew from time to time.
    public var supportsScheduledUpdatesForFeatures: Bool { value.supportsScheduledUpdatesForFeatures }
    /// Whether its features can be brought in step with their services.
    public var supportsSyncWithFeatureServices: Bool { value.supportsSyncWithFeatureServices }
}
