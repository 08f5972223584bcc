public import CairnGeo

/// What of a feature service goes into a geodatabase, and how that is brought up to date later.
///
/// ```swift
/// var parameters = try await task.makeDefaultGenerateGeodatabaseParameters(extent: .envelope(area))
/// parameters.layerOptions = [GenerateLayerOption(layerID: 0, whereClause: "HEIGHT > 10")]
/// parameters.returnsAttachments = false
/// ```
public struct GenerateGeodatabaseParameters: Sendable, Hashable, Codable {
    /// Where the features lie; nil for everywhere.
    public var extent: Geometry?
    /// What coordinates shall mean; nil for what they mean in the service.
    public var outSpatialReference: SpatialReference?
    /// What is brought up to date at once; `GeodatabaseSyncModel.none` leaves no copy known to the service.
    public var syncModel: GeodatabaseSyncModel
    /// The layers and tables, and which of their features; none for all of all.
    public var layerOptions: [GenerateLayerOption]
    /// Whether files that are attached to features come, too.
    public var returnsAttachments: Bool
    /// Which way attachments go later: ``SyncDirection/upload`` and ``SyncDirection/bidirectional`` do, others not at all. Where they do not go, the
    /// geodatabase does not have them edited.
    public var attachmentSyncDirection: SyncDirection
    /// Which way edits go later, where the service can be told that; nil leaves it to the service. Where they do not go there, the geodatabase is not
    /// edited.
    public var syncDirection: SyncDirection?

    /// What of a feature service goes into a geodatabase.
    public init(
        extent: Geometry? = nil, outSpatialReference: SpatialReference? = nil, syncModel: GeodatabaseSyncModel = .geodatabase,
        layerOptions: [GenerateLayerOption] = [], returnsAttachments: Bool = false,
        attachmentSyncDirection: SyncDirection = .bidirectional, syncDirection: SyncDirection? = nil
    ) {
        self.extent = extent
        self.outSpatialReference = outSpatialReference
        self.syncModel = syncModel
        self.layerOptions = layerOptions
        self.returnsAttachments = returnsAttachments
        self.attachmentSyncDirection = attachmentSyncDirection
        self.syncDirection = syncDirection
    }
}
