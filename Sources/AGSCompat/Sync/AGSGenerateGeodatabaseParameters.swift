import CairnTasks
public import Foundation

/// What of a feature service goes into a geodatabase, and how that is brought up to date later.
public final class AGSGenerateGeodatabaseParameters: NSObject {
    /// Where the features lie; nil for everywhere.
    public var extent: AGSGeometry?
    /// What coordinates shall mean; nil for what they mean in the service.
    public var outSpatialReference: AGSSpatialReference?
    /// What is brought up to date at once.
    public var syncModel = AGSSyncModel.geodatabase
    /// The layers and tables, and which of their features; none for all of all.
    public var layerOptions: [AGSGenerateLayerOption] = []
    /// Whether files that are attached to features come, too.
    public var returnAttachments = false
    /// Which way attachments go later.
    public var attachmentSyncDirection = AGSAttachmentSyncDirection.bidirectional
    /// Whether annotations come, too, which is not offered: a job of such parameters fails.
    public var shouldSyncAnnotations = false
    /// Whether contingent values come, too, which is not offered: a job of such parameters fails.
    public var shouldSyncContingentValues = false
    /// Whether dimensions come, too, which is not offered: a job of such parameters fails.
    public var shouldSyncDimensions = false
    /// What of a utility network comes; anything but `none` is not offered: a job of such parameters fails.
    public var utilityNetworkSyncMode = AGSUtilityNetworkSyncMode.none
    /// What the old SDK could not say.
    private var syncDirection: SyncDirection?

    /// All of a service, without attachments.
    public override init() {}

    init(_ value: GenerateGeodatabaseParameters) {
        extent = value.extent.map(AGSGeometry.make)
        outSpatialReference = value.outSpatialReference.map(AGSSpatialReference.init)
        syncModel = AGSSyncModel(value.syncModel)
        layerOptions = value.layerOptions.map(AGSGenerateLayerOption.init)
        returnAttachments = value.returnsAttachments
        attachmentSyncDirection = AGSAttachmentSyncDirection(value.attachmentSyncDirection)
        syncDirection = value.syncDirection
    }

    /// - Throws: For what is not offered.
    func value() throws -> GenerateGeodatabaseParameters {
        let refused: [(Bool, String)] = [
            (shouldSyncAnnotations, "annotations (shouldSyncAnnotations)"),
            (shouldSyncContingentValues, "contingent values (shouldSyncContingentValues)"),
            (shouldSyncDimensions, "dimensions (shouldSyncDimensions)"),
            (utilityNetworkSyncMode != .none, "the tables of a utility network (utilityNetworkSyncMode)"),
        ]
        if let (_, what) = refused.first(where: \.0) {
            throw AGSError.runtime(.commonNotImplemented, "Geodatabases with \(what) are not offered. Ask for one without.")
        }
        return GenerateGeodatabaseParameters(
            extent: extent?.value, outSpatialReference: outSpatialReference?.value, syncModel: syncModel.value,
            layerOptions: try layerOptions.map { try $0.value() }, returnsAttachments: returnAttachments,
            attachmentSyncDirection: attachmentSyncDirection.value, syncDirection: syncDirection)
    }
}
