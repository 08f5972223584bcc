import CairnTasks
public import Foundation

/// What of a map is taken offline, and how.
public final class AGSGenerateOfflineMapParameters: NSObject {
    /// A rectangle or a polygon.
    public var areaOfInterest: AGSGeometry
    /// The denominator of the scale from which on tiles are taken; 0 for the least detailed.
    public var minScale: Double
    /// The denominator of the scale up to which tiles are taken; 0 for the most detailed.
    public var maxScale: Double
    /// What the offline map says of itself; nil for what the online one says.
    public var itemInfo: AGSOfflineMapItemInfo?
    /// Whether the map is made without the layers that cannot be had.
    public var continueOnErrors = true
    /// Whether the basemap comes, too.
    public var includeBasemap = true
    /// Which way attachments go when the map is brought up to date.
    public var attachmentSyncDirection = AGSAttachmentSyncDirection.bidirectional
    /// Which layers come with their attachments.
    public var returnLayerAttachmentOption = AGSReturnLayerAttachmentOption.allLayers
    /// Whether features can be brought up to date later.
    public var updateMode = AGSGenerateOfflineMapUpdateMode.syncWithFeatureServices
    /// Whether only features come that meet the conditions of the map's layers.
    public var isDefinitionExpressionFilterEnabled = true
    /// Whether layers that can be edited come without their features.
    public var returnSchemaOnlyForEditableLayers = false
    /// Which rows of tables come that layers are related to.
    public var destinationTableRowFilter = AGSDestinationTableRowFilter.relatedOnly
    /// What becomes of layers that cannot be taken offline by what they are.
    public var onlineOnlyServicesOption = AGSOnlineOnlyServicesOption.exclude
    /// Which fonts come with vector tiles.
    public var esriVectorTilesDownloadOption = AGSEsriVectorTilesDownloadOption.useOriginalService
    /// The folder of a basemap that is here already; nil for the folder that the offline map is in.
    public var referenceBasemapDirectory: URL?
    /// The name of a file of tiles that is used as the basemap, and not downloaded again; empty for none.
    public var referenceBasemapFilename = ""

    /// A map of an area between two scales.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon.
    ///   - minScale: The denominator of the scale from which on tiles are taken; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which tiles are taken; 0 for the most detailed.
    public init(areaOfInterest: AGSGeometry, minScale: Double, maxScale: Double) {
        (self.areaOfInterest, self.minScale, self.maxScale) = (areaOfInterest, minScale, maxScale)
    }

    convenience init(_ value: GenerateOfflineMapParameters) {
        self.init(areaOfInterest: .make(value.areaOfInterest), minScale: value.minScale, maxScale: value.maxScale)
        itemInfo = value.itemInfo.map(AGSOfflineMapItemInfo.init)
        (continueOnErrors, includeBasemap) = (value.continuesOnErrors, value.includesBasemap)
        attachmentSyncDirection = AGSAttachmentSyncDirection(value.attachmentSyncDirection)
        returnLayerAttachmentOption = AGSReturnLayerAttachmentOption(value.returnLayerAttachmentOption)
        updateMode = AGSGenerateOfflineMapUpdateMode(value.updateMode)
        isDefinitionExpressionFilterEnabled = value.isDefinitionExpressionFilterEnabled
        returnSchemaOnlyForEditableLayers = value.returnsSchemaOnlyForEditableLayers
        destinationTableRowFilter = AGSDestinationTableRowFilter(value.destinationTableRowFilter)
        onlineOnlyServicesOption = AGSOnlineOnlyServicesOption(value.onlineOnlyServicesOption)
        esriVectorTilesDownloadOption = AGSEsriVectorTilesDownloadOption(value.esriVectorTilesDownloadOption)
        referenceBasemapDirectory = value.referenceBasemapDirectory
        referenceBasemapFilename = value.referenceBasemapFilename ?? ""
    }

    var value: GenerateOfflineMapParameters {
        var value = GenerateOfflineMapParameters(areaOfInterest: areaOfInterest.value, minScale: minScale, maxScale: maxScale)
        value.itemInfo = itemInfo?.value
        (value.continuesOnErrors, value.includesBasemap) = (continueOnErrors, includeBasemap)
        value.attachmentSyncDirection = attachmentSyncDirection.value
        value.returnLayerAttachmentOption = returnLayerAttachmentOption.value
        value.updateMode = updateMode.value
        value.isDefinitionExpressionFilterEnabled = isDefinitionExpressionFilterEnabled
        value.returnsSchemaOnlyForEditableLayers = returnSchemaOnlyForEditableLayers
        value.destinationTableRowFilter = destinationTableRowFilter.value
        value.onlineOnlyServicesOption = onlineOnlyServicesOption.value
        value.esriVectorTilesDownloadOption = esriVectorTilesDownloadOption.value
        value.referenceBasemapDirectory = referenceBasemapDirectory
        value.referenceBasemapFilename = referenceBasemapFilename.isEmpty ? nil : referenceBasemapFilename
        return value
    }
}
