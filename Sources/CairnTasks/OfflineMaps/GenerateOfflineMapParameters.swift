public import CairnGeo
public import Foundation

/// What of a map is taken offline, and how.
public struct GenerateOfflineMapParameters: Sendable, Hashable, Codable {
    /// A rectangle or a polygon.
    public var areaOfInterest: Geometry
    /// The denominator of the scale from which on tiles are taken; 0 for the least detailed.
    public var minScale: Double
    /// The denominator of the scale up to which tiles are taken; 0 for the most detailed.
    public var maxScale: Double
    /// What the offline map says of itself; nil for what the online one says.
    public var itemInfo: OfflineMapItemInfo?
    /// Whether the map is made without the layers that cannot be had. If not, the job fails once all others are there, and retried, it takes those that are
    /// missing.
    public var continuesOnErrors = true
    /// Whether the basemap comes, too.
    public var includesBasemap = true
    /// Which way attachments go when the map is brought up to date.
    public var attachmentSyncDirection = SyncDirection.bidirectional
    /// Which layers come with their attachments.
    public var returnLayerAttachmentOption = ReturnLayerAttachmentOption.allLayers
    /// Whether features can be brought up to date later.
    public var updateMode = GenerateOfflineMapUpdateMode.syncWithFeatureServices
    /// Whether only features come that meet the conditions of the map's layers.
    public var isDefinitionExpressionFilterEnabled = true
    /// Whether layers that can be edited come without their features: for work where others' features are of no use.
    public var returnsSchemaOnlyForEditableLayers = false
    /// Which rows of tables come that layers are related to.
    public var destinationTableRowFilter = DestinationTableRowFilter.relatedOnly
    /// What becomes of layers that cannot be taken offline by what they are.
    public var onlineOnlyServicesOption = OnlineOnlyServicesOption.exclude
    /// Which fonts come with vector tiles.
    public var esriVectorTilesDownloadOption = EsriVectorTilesDownloadOption.useOriginalService
    /// The folder of a basemap that is here already; nil for the folder that the offline map is in.
    public var referenceBasemapDirectory: URL?
    /// The name of a file of tiles that is used as the basemap, and not downloaded again; nil for none.
    public var referenceBasemapFilename: String?

    /// A map of an area between two scales.
    public init(areaOfInterest: Geometry, minScale: Double = 0, maxScale: Double = 0) {
        (self.areaOfInterest, self.minScale, self.maxScale) = (areaOfInterest, minScale, maxScale)
    }
}
