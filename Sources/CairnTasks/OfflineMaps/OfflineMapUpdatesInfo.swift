/// What there is to bring an offline map up to date with.
public struct OfflineMapUpdatesInfo: Sendable, Hashable {
    /// Whether there is something, as far as that is known.
    public enum Availability: String, Sendable, Hashable, Codable, CaseIterable {
        /// There is.
        case available
        /// There is not.
        case none
        /// Only a sync finds out: services do not say whether others have edited.
        case indeterminate
    }

    /// Whether there is something to fetch.
    public var downloadAvailability: Availability
    /// Whether there are edits to send.
    public var uploadAvailability: Availability
    /// How many bytes packages have that a portal has made anew; 0 if there are none.
    public var scheduledUpdatesDownloadSize: Int
    /// Whether fetching them replaces files, so that what has the package open must open it again.
    public var isMobileMapPackageReopenRequired: Bool
}

/// How an offline map can be brought up to date.
public struct OfflineMapUpdateCapabilities: Sendable, Hashable {
    /// Whether a portal packages its area anew from time to time.
    public var supportsScheduledUpdatesForFeatures: Bool
    /// Whether its features can be brought in step with their services.
    public var supportsSyncWithFeatureServices: Bool
}
